import type { Metadata } from 'sharp';

/** Bytes that decoding may take over all images at once. */
export const maxDecodingMemory = 1_000_000_000;

/** What decoding row by row takes, about. */
const byRows = 32_000_000;

const bytesBySample: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/**
 * About the bytes that decoding a file takes, by what its head says of its size and storage: progressive JPEG, interlaced PNG,
 * WebP, GIF and AVIF are held whole, others pass row by row.
 */
export function decodingMemory({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
}: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth'> &
  Partial<Pick<Metadata, 'isProgressive'>> & { format: string }): number {
  const samples = width * height * channels;
  const size = bytesBySample[depth] ?? 4;
  if (format === 'jpeg') return byRows + (isProgressive ? samples * 2 : 0);
  if (format === 'png') return byRows + (isProgressive ? samples * size : 0);
  return byRows + (['webp', 'gif', 'heif'].includes(format) ? width * height * 4 * size : 0);
}

/** Runs work that takes memory: what does not fit beside what is running waits for its turn, in the order in which it came. */
export type MemoryBudget = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** A budget of bytes. Work that needs more than all of it runs alone. */
export function memoryBudget(total: number): MemoryBudget {
  let used = 0;
  const waiting: { bytes: number; start: () => void }[] = [];
  const startNext = (): void => {
    for (let next = waiting[0]; next !== undefined && used + next.bytes <= total; next = waiting[0]) {
      waiting.shift();
      used += next.bytes;
      next.start();
    }
  };
  return async (wanted, work) => {
    const bytes = Math.min(wanted, total);
    await new Promise<void>(start => {
      waiting.push({ bytes, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      used -= bytes;
      startNext();
    }
  };
}

/** The budget of this process. */
export const withinBudget = memoryBudget(maxDecodingMemory);
