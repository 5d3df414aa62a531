import { isAbort } from '../../base/errors.ts';
import { unlessAborted } from '../../base/unlessAborted.ts';
import type { PictureFiles } from '../../runs/runPicture.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { refreshPictures } from '../../runs/scan/refreshPictures.ts';
import { throttle } from '../../base/throttle.ts';

/** Milliseconds between two words on how far it is: whoever hears them counts the rows. */
const pauseMs = 250;

/**
 * The search for pictures of a run that changed since they were described, which are open again then. It goes on beside
 * whatever else is done with the run: a folder on another machine may take its time, or not answer at all.
 */
export class ChangedPictures {
  readonly #stop = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();
  #looked: number | undefined;

  /** How many pictures were looked at so far; nothing where none is looked for. */
  get looked(): number | undefined {
    return this.#looked;
  }

  /**
   * Looks for them once.
   * @param onProgress Called as {@link looked} changes, now and then and at the end.
   * @throws {SightlineError} `store` where what was found cannot be kept.
   */
  look(files: PictureFiles, record: RunRecord, onProgress: () => void): Promise<void> {
    const looking = this.#look(files, record, onProgress);
    this.#ended = looking.catch(() => undefined);
    return looking;
  }

  /** Resolves when nothing is looked for any more. @throws an AbortError once the signal fires. */
  async settled(signal: AbortSignal): Promise<void> {
    await unlessAborted(this.#ended, signal);
  }

  /** Looks at no more pictures; resolves when nothing is in hand any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #look(files: PictureFiles, record: RunRecord, report: () => void): Promise<void> {
    const telling = throttle(pauseMs, report);
    const onProgress = (looked: number): void => {
      this.#looked = looked;
      telling();
    };
    onProgress(0);
    try {
      await refreshPictures(files, record, { signal: this.#stop.signal, onProgress });
    } catch (error) {
      if (!isAbort(error)) throw error;
    } finally {
      this.#looked = undefined;
      telling.stop();
      report();
    }
  }
}
