import { open, rm, type FileHandle } from 'node:fs/promises';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import { storeFailure } from '../store/storeFailure.ts';
import { t } from '../../base/l10n.ts';

const what = (): string => t('The file for the batch');

/** A file of requests on this disk, until it is uploaded: no more of it than a line is ever in memory. */
export class InputFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #limits: BatchLimits;
  #lines = 0;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle, limits: BatchLimits) {
    this.path = path;
    this.#handle = handle;
    this.#limits = limits;
  }

  /** @throws {SightlineError} `store` */
  static async create(path: string, limits: BatchLimits): Promise<InputFile> {
    try {
      return new InputFile(path, await open(path, 'w', 0o600), limits);
    } catch (error) {
      throw storeFailure(what(), error);
    }
  }

  /** Whether a line of so many bytes still fits. */
  takes(bytes: number): boolean {
    return this.#lines < this.#limits.lines && this.#bytes + bytes <= this.#limits.bytes;
  }

  /** @throws {SightlineError} `store` */
  async add(line: Uint8Array): Promise<void> {
    try {
      await this.#handle.writeFile(line);
    } catch (error) {
      throw storeFailure(what(), error);
    }
    this.#lines += 1;
    this.#bytes += line.byteLength;
  }

  /** Lets go of the file, which stays. */
  async close(): Promise<void> {
    await this.#handle.close();
  }

  async remove(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
