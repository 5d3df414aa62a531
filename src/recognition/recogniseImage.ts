import { SightlineError } from '../base/errors.ts';
import { abortError } from '../base/onAbort.ts';
import { unlessAborted } from '../base/unlessAborted.ts';
import { scaledFindings, scaledFirst, type Findings, type FirstFindings } from './findings.ts';
import { openForRecognition } from './openForRecognition.ts';
import { recogniseInProcess, type RecogniseFault } from './recogniseInProcess.ts';
import { isRecognitionOn, RecognitionOff } from './recognitionSwitch.ts';
import { t } from '../base/l10n.ts';

export type { FirstFindings } from './findings.ts';
export { isRecognitionOn, RecognitionOff, setRecognition } from './recognitionSwitch.ts';

/** How an image is looked at. */
export interface RecogniseOptions {
  /** Ends the work within a second. */
  signal?: AbortSignal;
  /** Size of the image that the boxes are wanted in, pixels; else that of the source. */
  size?: { width: number; height: number };
  /** Only text and codes, or only things and faces; else all. */
  only?: 'text' | 'things';
  /** Called once with what is there before the text. */
  onFirst?: (first: FirstFindings) => void;
}

/**
 * Looks at an image, in a process of its own.
 * @param source bytes of an image file, its path, or a `data:image/` URL.
 * @throws {RecognitionOff} where recognition is turned off, or cannot run here.
 * @throws {ValueError} where the source is no image.
 */
export type RecogniseImage = (source: string | Uint8Array, options?: RecogniseOptions) => Promise<Findings>;

/** {@link RecogniseImage} by the networks that go along with this program. */
export const recogniseImage: RecogniseImage = async (source, options = {}) => {
  const { signal, only, onFirst } = options;
  if (!isRecognitionOn()) throw new RecognitionOff();
  const { image, size: own } = await unlessAborted(openForRecognition(source), signal);
  const size = options.size ?? own;
  let isFirst = true;
  const answer = await recogniseInProcess(
    { image, only },
    {
      signal,
      onNote: ({ first }) => {
        // A second process begins anew.
        if (isFirst) onFirst?.(scaledFirst(first, size));
        isFirst = false;
      },
    },
  );
  if ('findings' in answer) return scaledFindings(answer.findings, size);
  if ('cancelled' in answer) throw abortError(signal);
  throw errorOf(answer);
};

function errorOf({ fault, reason }: RecogniseFault): SightlineError {
  switch (fault) {
    case 'unable':
      return new RecognitionOff(t('Image recognition cannot run on this machine.'), { cause: reason });
    case 'start':
      return new RecognitionOff(
        t('The process that recognizes what is in images could not be started ({reason}).', { reason }),
        { cause: reason },
      );
    case 'late':
      return new SightlineError('timeout', t('Recognizing what is in the image took too long.'), {
        cause: reason,
      });
    case 'failed':
      return new SightlineError('providerFailed', t('Image recognition failed twice on this image.'), {
        cause: reason,
      });
  }
}
