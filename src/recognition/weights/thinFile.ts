import { fromHalf } from './halfPrecision.ts';

/**
 * A file whose long runs of float32 are stored in fewer bits; all other bytes are as they were. Stored as the length of the
 * header in four bytes (little endian), the header in JSON, the other bytes, then run by run the numbers:
 * with 16 bits in half precision, with 8 bits a scale in half precision for each {@link scaleRun} and then the integers.
 */
export interface ThinHeader {
  bits: 8 | 16;
  /** Bytes of the file as it was. */
  size: number;
  /** Where in the file as it was a run begins (bytes), and how many numbers it has. */
  runs: [start: number, count: number][];
}

/** Numbers that share one scale. */
export const scaleRun = 64;

/** Puts a thin file back as it was, in memory. */
export function thickened(thin: Buffer): Uint8Array<ArrayBuffer> {
  const headerLength = thin.readUInt32LE(0);
  const { bits, size, runs } = JSON.parse(thin.toString('utf8', 4, 4 + headerLength)) as ThinHeader;
  const whole = new Uint8Array(size);
  let from = 4 + headerLength;
  let at = 0;
  for (const [start, count] of [...runs, [size, 0] as const]) {
    whole.set(thin.subarray(from, from + start - at), at);
    from += start - at;
    at = start + count * 4;
  }
  const halves = Float32Array.from({ length: 65_536 }, (_, half) => fromHalf(half));
  for (const [start, count] of runs) {
    const numbers = new Float32Array(count);
    const scales = bits === 16 ? count : Math.ceil(count / scaleRun);
    const scale = (index: number): number => halves[thin.readUInt16LE(from + index * 2)] ?? 0;
    if (bits === 16) for (let i = 0; i < count; i++) numbers[i] = scale(i);
    else {
      const integers = from + scales * 2;
      for (let i = 0; i < count; i++)
        numbers[i] = thin.readInt8(integers + i) * scale(Math.floor(i / scaleRun));
    }
    from += scales * 2 + (bits === 16 ? 0 : count);
    whole.set(new Uint8Array(numbers.buffer), start);
  }
  return whole;
}
