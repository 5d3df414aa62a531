import { t } from '../../base/l10n.ts';
import { mostDetections, type Detection, type Found } from '../../protocol/detections.ts';
import type { Box, Point } from '../../recognition/findings.ts';
import type { ImageKind } from '../../recognition/imageKind.ts';
import { isQuotable, type Stated } from '../../recognition/stated.ts';
import { captionSentences, thingsSentence } from '../../recognition/words/caption.ts';
import { whereabouts } from '../../recognition/words/whereabouts.ts';

/** What was found on a page, and what is said of the image. */
export interface FoundOptions {
  kind: ImageKind;
  /** From 0. */
  page: number;
  /** What recognised it; absent where text and codes are still to come. */
  madeBy?: readonly string[];
}

/** What a viewer draws of what is stated of an image: the same things as its description names. */
export function foundView(stated: Stated, { kind, page, madeBy }: FoundOptions): Found {
  const { width, height, groups, faces, lines, codes } = stated;
  const placed = (box: Box) => ({ place: placeOf(box, stated), corners: cornersOf(box) });
  const objects = (['stated', 'hedged'] as const).flatMap(certainty =>
    groups.flatMap(group =>
      group[certainty].map(({ label, score, box }): Detection => ({
        ...{ kind: 'object', label, score, hedged: certainty === 'hedged' },
        ...placed(box),
      })),
    ),
  );
  const items: Detection[] = [
    ...objects,
    ...faces.map(({ score, box }): Detection => ({
      ...{ kind: 'face', label: 'face', score, hedged: false },
      ...placed(box),
    })),
    ...codes.map(({ format, text, box }): Detection => ({
      ...{ kind: 'code', label: `${formatName(format)}: ${text}`, hedged: false },
      ...placed(box),
    })),
    ...lines.map((line): Detection => ({
      ...{ kind: 'text', label: line.text, score: line.score, hedged: !isQuotable(line) },
      ...{ place: placeOf(line.box, stated), corners: line.corners },
    })),
  ];
  const options = { kind, writtenFor: 'plain' } as const;
  const reading = madeBy === undefined;
  return {
    ...{ state: 'found', page, width, height, reading, madeBy: [...(madeBy ?? [])] },
    items: items.slice(0, mostDetections),
    sentence: reading ? thingsSentence(stated, options) : captionSentences(stated, options).join(' '),
  };
}

/** Where a box lies, as a list says it: `top right`, `middle`. */
function placeOf(box: Box, image: { width: number; height: number }): string {
  return whereabouts(box, image).replace(/^(?:at|in|on) the /, '');
}

/** What people call a format that zxing names. */
function formatName(format: string): string {
  return format === 'QRCode' ? t('QR code') : format;
}

function cornersOf({ x, y, width, height }: Box): [Point, Point, Point, Point] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
