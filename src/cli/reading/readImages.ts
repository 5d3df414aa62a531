import { isAbort, SightlineError } from '../../base/errors.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { Findings } from '../../recognition/findings.ts';
import { longestSide } from '../../recognition/limits.ts';
import { recogniseImage } from '../../recognition/recogniseImage.ts';
import { statedFindings } from '../../recognition/stated.ts';
import { readInput } from '../input/standardInput.ts';
import type { Session } from '../session.ts';
import type { ReadImage } from './hocr.ts';

/** An image after it was looked at for text and codes. */
export type ReadOutcome = { file: string } & (
  { read: ReadImage & Pick<Findings, 'codes' | 'madeBy'> } | { error: SightlineError }
);

/** Images that are looked at ahead of their turn. */
const ahead = 2;

/** Reads the text of images, in their order. @throws an AbortError once the session's signal fires. */
export function readImages(session: Session, files: readonly string[]): AsyncIterable<ReadOutcome> {
  return orderedMap(files, ahead, async (file): Promise<ReadOutcome> => {
    const { signal } = session;
    try {
      return { file, read: await readOne(session, file) };
    } catch (error) {
      signal.throwIfAborted();
      if (isAbort(error) || !(error instanceof SightlineError)) throw error;
      return { file, error };
    }
  });
}

async function readOne(
  { stdin, signal }: Session,
  file: string,
): Promise<ReadImage & Pick<Findings, 'codes' | 'madeBy'>> {
  signal.throwIfAborted();
  const isInput = file === '-';
  const picture = await prepareImage(isInput ? await readInput(stdin, signal) : file, {
    maxSide: longestSide,
    quality: 95,
    name: isInput ? 'standard input' : file,
  });
  const { width, height } = picture.original;
  const found = await recogniseImage(picture.dataUrl, { signal, size: { width, height }, only: 'text' });
  const { lines, codes } = statedFindings(found, 'unclear');
  return { file, width, height, lines, codes, madeBy: found.madeBy };
}
