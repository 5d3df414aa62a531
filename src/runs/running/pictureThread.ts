import { SightlineError, ValueError, type ErrorCode, type ErrorDetails } from '../../base/errors.ts';
import { childEnvironment } from '../../base/node/forkWorker.ts';
import { startThread } from '../../base/node/startThread.ts';
import { threadCalls } from '../../base/node/threadCalls.ts';
import { unpackedStart } from '../../base/node/unpackedFolder.ts';
import { readError } from '../../images/imageErrors.ts';
import type { Look } from '../../images/prepare/lookOf.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import type { PictureReader } from './pictureReader.ts';
import { readPicture } from './readPicture.ts';
import { t } from '../../base/l10n.ts';

/**
 * A file of this machine to be read, its path the location; bytes to be made ready to be sent; or what is ready, as a data
 * URL, to be looked at from far away.
 */
export type PictureTask =
  | { picture: RunPicture }
  | { bytes: Uint8Array; options: ImageOptions; name: string }
  | Pick<PreparedImage, 'dataUrl'>;

/** What became of a task. */
export type PictureAnswer =
  | { bytes: Uint8Array; sha256: string }
  | { prepared: PreparedImage }
  | { look: Look }
  | { failure: SentFailure }
  | { fault: string };

/** An error of ours on its way between threads. */
export interface SentFailure extends Pick<ErrorDetails, 'hint' | 'remedy'> {
  code: ErrorCode;
  message: string;
  isValue: boolean;
}

const call = threadCalls<PictureTask, PictureAnswer>({
  start: () =>
    startThread(
      new URL(script(), import.meta.url),
      {},
      {
        env: childEnvironment(process.env, false),
        // It starts decoders of its own.
        workerData: unpackedStart(),
      },
    ),
  failed: error => ({ fault: error instanceof Error ? error.message : String(error) }),
  idleMs: 10_000,
});

/**
 * Reads in a thread of its own, so that this one is not held: opening, hashing, preparing and writing as text happen there.
 * @param pathOf The path of a location on this machine; what lies elsewhere is read by `files`, here.
 */
export function readsApart(
  files: Pick<PictureFiles, 'read'>,
  pathOf: (location: string) => string | undefined,
): PictureReader {
  /** Bytes that came from the thread, and may move back to it; others may be somebody's. */
  const fromThread = new WeakSet<Uint8Array>();
  return {
    async read(picture, signal) {
      const path = pathOf(picture.location);
      if (path === undefined) return readPicture(files, picture, signal);
      const answer = await call({ picture: { ...picture, location: path } });
      if (!('sha256' in answer)) throw errorOf(answer, picture.name);
      fromThread.add(answer.bytes);
      return answer;
    },

    async prepare(bytes, options, name) {
      const answer = await call({ bytes, options, name }, fromThread.has(bytes) ? movable(bytes) : []);
      if ('prepared' in answer) return answer.prepared;
      throw errorOf(answer, name);
    },

    async look({ dataUrl }) {
      const answer = await call({ dataUrl });
      return 'look' in answer ? answer.look : undefined;
    },
  };
}

/** The memory of bytes that nobody else has a part of. */
export function movable(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}

function errorOf(answer: PictureAnswer, name: string): SightlineError {
  if (!('failure' in answer))
    return readError(name, t('the thread that reads images ended'), {
      cause: 'fault' in answer ? answer.fault : undefined,
      hint: t('Try again.'),
    });
  const { code, message, isValue, hint, remedy } = answer.failure;
  return isValue
    ? new ValueError(message, { code, hint, remedy })
    : new SightlineError(code, message, { hint, remedy });
}

function script(): string {
  return import.meta.url.endsWith('.ts') ? './pictureWorker.ts' : './pictureWorker.mjs';
}
