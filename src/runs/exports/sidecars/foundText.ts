import { trimEnd } from '../../../base/trimEnd.ts';
import { t } from '../../../base/l10n.ts';

/**
 * The text of a file that a person may have edited: without the mark and the line breaks that editors add.
 * @returns `undefined` where it is not UTF-8.
 */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : trimEnd(text.replaceAll('\r\n', '\n'), '\n');
  } catch {
    // Another encoding, or no text.
    return undefined;
  }
}

const labelClass = /^\d+(?:\.0+)?$/;
const labelNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** A class, then at least four numbers: a box, its corners, an outline, or key points, with or without a confidence. */
function isLabelLine(line: string): boolean {
  const [first = '', ...numbers] = line.split(/\s+/);
  return labelClass.test(first) && numbers.length >= 4 && numbers.every(one => labelNumber.test(one));
}

/** What somebody else's file is, for the person: "holds YOLO labels". */
export function whatItIs(bytes: Uint8Array): { sentence: string; isLabels: boolean } {
  const text = textIn(bytes);
  if (text === undefined) return { sentence: t('It is no text in UTF-8.'), isLabels: false };
  const lines = text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '');
  if (lines.length === 0)
    return { sentence: t('It is empty, like the YOLO labels of an image without objects.'), isLabels: true };
  return lines.every(isLabelLine)
    ? { sentence: t('It holds YOLO labels.'), isLabels: true }
    : { sentence: t('It holds text that Sightline did not write.'), isLabels: false };
}
