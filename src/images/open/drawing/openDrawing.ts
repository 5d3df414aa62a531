import { formatSeconds } from '../../../base/localFormat.ts';
import { readError } from '../../imageErrors.ts';
import { decodeTimeout } from '../../limits.ts';
import type { RawPixels } from '../../preparedImage.ts';
import type { Size } from '../../fit.ts';
import { drawInProcess, type DrawFault } from './drawInProcess.ts';
import { maxDrawnPixels } from './drawableSize.ts';
import { t } from '../../../base/l10n.ts';

/** An SVG that names nothing outside itself, ready to be drawn in any size. */
export interface Drawing {
  /** What it states, in pixels. */
  size: Size;
  /** Whether it states neither size nor viewBox. */
  isUnsized: boolean;
  /** What is not drawn, a sentence each. */
  notes: string[];
  /**
   * Draws it, with alpha.
   * @throws {ValueError} where it cannot be drawn in what is left of the 20 seconds.
   */
  draw: (size: Size) => Promise<RawPixels>;
}

/**
 * Makes an SVG file safe and measures it; nothing is drawn yet.
 * @param timeoutMs for all that is done with it.
 * @throws {ValueError} where it is no SVG, is not well-formed, or asks for too much.
 */
export async function openDrawing(
  label: string,
  bytes: Uint8Array,
  timeoutMs = decodeTimeout,
): Promise<Drawing> {
  const answer = await drawInProcess({ clean: bytes }, timeoutMs);
  if ('fault' in answer) throw refusal(label, answer, timeoutMs);
  if (!('safe' in answer)) throw new Error('Asked for a safe drawing.');
  const { svg, size, isUnsized, notes } = answer.safe;
  let left = timeoutMs - answer.tookMs;
  let last: RawPixels | undefined;
  return {
    size,
    isUnsized,
    notes,
    draw: async wanted => {
      if (last?.width === wanted.width && last.height === wanted.height) return last;
      if (wanted.width * wanted.height > maxDrawnPixels)
        throw readError(
          label,
          t('{maxDrawnPixels} pixels are the most that it can be drawn with', { maxDrawnPixels }),
          {
            code: 'imageTooLarge',
          },
        );
      const drawn = await drawInProcess({ draw: svg, size: wanted }, Math.max(1, left));
      if ('fault' in drawn) throw refusal(label, drawn, timeoutMs);
      if (!('pixels' in drawn)) throw new Error('Asked for pixels.');
      left -= drawn.tookMs;
      last = drawn.pixels;
      return drawn.pixels;
    },
  };
}

function refusal(label: string, { fault, tooLarge, late, details }: DrawFault, timeoutMs: number): Error {
  const reason =
    late === true
      ? t('drawing it takes longer than {time}', { time: formatSeconds(timeoutMs / 1000) })
      : fault;
  return readError(label, reason, {
    ...(tooLarge ? { code: 'imageTooLarge' as const } : {}),
    cause: details,
    hint: tooLarge
      ? t('Simplify the drawing, or export it as PNG first.')
      : t('Open it in another program and export it as PNG.'),
  });
}
