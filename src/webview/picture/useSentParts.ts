import { t } from '../../base/l10n.ts';
import type { Region } from '../../protocol/picture.ts';
import { scaledRegion } from './crops.ts';
import type { FromHost } from './pictureState.ts';
import { useSentPixels } from './sentPixels.ts';
import type { Layer } from './stage.tsx';
import { sentPixel, type ValueGroup } from './valueText.ts';
import type { Point, ViewSize } from './viewMaths.ts';

/** What was sent, as a pane shows it. */
export interface SentParts {
  layers: Layer[];
  /** Where the chosen crop lies. */
  frame: (Region & { words: string }) | undefined;
  /** "Sent", or which crop of it. */
  title: string;
  /** The values of a pixel as far as they are known. */
  valuesAt: (pixel: Point) => ValueGroup[];
}

/**
 * The picture that was sent, and over it the chosen crop in its own size, both where they lie in the picture of a size.
 * @param sent undefined where it is not shown.
 */
export function useSentParts(
  sent: FromHost<'sent'> | undefined,
  crop: number | undefined,
  size: ViewSize,
): SentParts {
  const tiles = sent?.tiles;
  const chosen = crop === undefined ? undefined : tiles?.crops[crop];
  const whole = useSentPixels(sent?.dataUrl);
  const part = useSentPixels(chosen?.dataUrl);
  const region = tiles && chosen && scaledRegion(chosen, tiles, size);
  const words = t('Crop {crop}', { crop: (crop ?? 0) + 1 });
  const { width, height } = size;
  return {
    layers:
      sent === undefined
        ? []
        : [
            { left: 0, top: 0, width, height, dataUrl: sent.dataUrl },
            ...(region === undefined || chosen === undefined ? [] : [{ ...region, dataUrl: chosen.dataUrl }]),
          ],
    frame: region && { ...region, words },
    title: region === undefined ? t('Sent') : t('Sent, crop {crop}', { crop: (crop ?? 0) + 1 }),
    valuesAt: pixel => {
      const inCrop = region !== undefined && isWithin(region, pixel);
      const from = inCrop ? part : whole;
      if (from === undefined) return [];
      const at = inCrop ? { x: pixel.x - region.left, y: pixel.y - region.top } : pixel;
      const [r = 0, g = 0, b = 0] = from.read(sentPixel(at, inCrop ? region : size, from));
      return [
        {
          title: inCrop ? t('{words} (8 bits)', { words }) : t('Sent (8 bits)'),
          words: `R ${r}  G ${g}  B ${b}`,
        },
      ];
    },
  };
}

function isWithin({ left, top, width, height }: Region, { x, y }: Point): boolean {
  return x >= left && y >= top && x < left + width && y < top + height;
}
