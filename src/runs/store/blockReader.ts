import type { FileHandle } from 'node:fs/promises';
import { fillFrom } from '../../base/node/fillFrom.ts';

/** Bytes that are read together, and how many such blocks are kept. */
const [blockLength, mostBlocks] = [1 << 18, 8];

/**
 * Reads places of a file that only grows. A block in which a second place is asked for is read whole and kept for a while, so
 * that places near each other, as an export asks for them, cost one read together.
 */
export class BlockReader {
  readonly #handle: FileHandle;
  /** Those asked for last at the end. */
  readonly #blocks = new Map<number, Promise<Buffer>>();
  #last = -1;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /**
   * The bytes of a place; fewer where the file ends before.
   * @param written Bytes of the file that stay as they are.
   */
  async read(offset: number, length: number, written: number): Promise<Buffer> {
    const block = Math.floor(offset / blockLength);
    const start = block * blockLength;
    const isNear = block === this.#last || this.#blocks.has(block);
    this.#last = block;
    if (!isNear || offset + length > start + blockLength || start + blockLength > written)
      return this.#bytes(offset, length);
    const bytes = await this.#block(block);
    return bytes.subarray(offset - start, offset - start + length);
  }

  async #block(block: number): Promise<Buffer> {
    const reading = this.#blocks.get(block) ?? this.#bytes(block * blockLength, blockLength);
    this.#blocks.delete(block);
    this.#blocks.set(block, reading);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > mostBlocks && oldest !== undefined) this.#blocks.delete(oldest);
    try {
      return await reading;
    } catch (error) {
      this.#blocks.delete(block);
      throw error;
    }
  }

  async #bytes(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, await fillFrom(this.#handle, bytes, offset));
  }
}
