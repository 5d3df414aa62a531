import { formatSeconds } from '../../base/format.ts';
import { plainReason } from '../../base/plainReason.ts';
import type { OriginalImage } from '../../images/preparedImage.ts';
import type { Findings, FirstFindings } from '../../recognition/findings.ts';
import type { RecogniseImage, RecogniseOptions } from '../../recognition/recogniseImage.ts';
import { measure, type Measures } from './measure.ts';
import type { MeasuredPicture } from './pixels.ts';

/** A picture of the request. */
export interface AskedPicture {
  url: string;
  /** Absent for web addresses. */
  picture?: MeasuredPicture;
  /** What is known of its original. */
  original?: OriginalImage;
}

/** What was recognised, or the sentence that says why nothing was. */
export type Recognised = { findings: Findings } | { fault: string };

/** What comes of a picture, each as soon as it is there. None of the promises rejects but with the request's abort. */
export interface Sight {
  measures: Promise<Measures>;
  /** Things and faces, before the text has been read; `undefined` where recognition is not to be had. */
  first: Promise<FirstFindings | undefined>;
  whole: Promise<Recognised>;
}

/** How pictures are looked at. */
export interface SightOptions {
  recognise: RecogniseImage;
  /** Milliseconds for one picture. */
  recognitionTimeout?: number | undefined;
  signal: AbortSignal;
}

/** Measures and recognises a picture at the same time. */
export function lookAt(
  { url, picture, original }: AskedPicture & { picture: MeasuredPicture },
  { recognise, recognitionTimeout, signal }: SightOptions,
): Sight {
  const first = Promise.withResolvers<FirstFindings | undefined>();
  const { width, height } = original ?? picture;
  const looking = { signal, size: { width, height }, onFirst: first.resolve };
  const whole = recognised(recognise, url, looking, recognitionTimeout);
  const sight = { measures: measure(picture, original), first: first.promise, whole };
  whole.then(
    outcome => first.resolve('findings' in outcome ? outcome.findings : undefined),
    (reason: unknown) => first.reject(reason),
  );
  // Whoever reads the answer no longer needs all of them.
  for (const promise of Object.values(sight)) promise.catch(() => undefined);
  return sight;
}

async function recognised(
  recognise: RecogniseImage,
  url: string,
  options: RecogniseOptions & { signal: AbortSignal },
  timeoutMs: number | undefined,
): Promise<Recognised> {
  const time = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signal = time === undefined ? options.signal : AbortSignal.any([options.signal, time]);
  try {
    return { findings: await recognise(url, { ...options, signal }) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (time?.aborted === true)
      return {
        fault: `Objects and text could not be recognized within ${formatSeconds((timeoutMs ?? 0) / 1000)}.`,
      };
    return { fault: faultWords(error) };
  }
}

/** Why nothing was recognised, as a sentence. */
function faultWords(error: unknown): string {
  const reason = error instanceof Error ? plainReason(error.message) : '';
  if (reason === '') return 'Objects and text could not be recognized.';
  return error instanceof Error && error.name === 'RecognitionOff'
    ? sentence(reason)
    : `Objects and text could not be recognized: ${sentence(reason)}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
