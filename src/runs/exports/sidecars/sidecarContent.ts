import type { Description, RunRow } from '../../runRow.ts';
import { captionOf, keywordsOf } from '../caption.ts';
import { linesOf, plainText } from '../plainText.ts';
import { descriptionInXmp, xmpPacket, type XmpProperties } from '../xmp/xmpPacket.ts';
import { textIn } from './foundText.ts';
import type { SidecarKind } from './sidecarNames.ts';

/** What stands in a sidecar: of text, the description and nothing else. */
export function sidecarContent(
  kind: SidecarKind,
  row: RunRow,
  description: Description,
  { onOneLine = false }: { onOneLine?: boolean },
): string {
  if (kind === 'xmp') return xmpPacket(xmpProperties(row, description));
  const text = captionOf(description);
  return plainText(onOneLine ? linesOf(text).join(' ') : text);
}

/** The metadata of a picture. The description's writer is the model, and the person where it was edited. */
export function xmpProperties(row: RunRow, description: Description): XmpProperties {
  return {
    description: plainText(captionOf(description)),
    keywords: keywordsOf(description),
    writer: `Sightline with ${description.model}${row.edited ? ', edited' : ''}`,
  };
}

/** The description that a file on the disk holds; `undefined` where it holds none. */
export function descriptionIn(kind: SidecarKind, bytes: Uint8Array): string | undefined {
  const text = textIn(bytes);
  if (text === undefined) return undefined;
  return kind === 'xmp' ? descriptionInXmp(text) : text;
}
