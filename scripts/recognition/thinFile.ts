import { fromHalf } from '../../src/recognition/weights/halfPrecision.ts';
import { scaleRun, type ThinHeader } from '../../src/recognition/weights/thinFile.ts';

/** Where float32 numbers lie in a file: the first byte, and how many there are. */
export type FloatRun = [start: number, count: number];

/** Shorter runs stay as they are: biases and the constants of a graph, in which little could be saved. */
const shortest = 512;

/** Stores the runs of a file in fewer bits, for `thickened` of src/recognition/weights/thinFile.ts to put back. */
export function thinned(file: Buffer, floatRuns: readonly FloatRun[], bits: 8 | 16): Buffer {
  const runs = floatRuns.filter(([, count]) => count >= shortest).sort(([a], [b]) => a - b);
  const kept: Buffer[] = [];
  const packed: Buffer[] = [];
  let at = 0;
  for (const [start, count] of runs) {
    kept.push(file.subarray(at, start));
    at = start + count * 4;
    const numbers = Float32Array.from({ length: count }, (_, i) => file.readFloatLE(start + i * 4));
    packed.push(bits === 16 ? inHalves(numbers) : inBytes(numbers));
  }
  kept.push(file.subarray(at));
  const header: ThinHeader = { bits, size: file.length, runs };
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, ...kept, ...packed]);
}

function inHalves(numbers: Float32Array): Buffer {
  return Buffer.from(Uint16Array.from(numbers, toHalf).buffer);
}

/** A scale for each {@link scaleRun}, by which the greatest of them becomes 127; then the integers. */
function inBytes(numbers: Float32Array): Buffer {
  const scales = new Uint16Array(Math.ceil(numbers.length / scaleRun));
  const integers = new Int8Array(numbers.length);
  for (let run = 0; run < scales.length; run++) {
    const part = numbers.subarray(run * scaleRun, (run + 1) * scaleRun);
    const greatest = part.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const half = toHalf(greatest / 127) || 1;
    scales[run] = half;
    const scale = fromHalf(half);
    for (const [i, number] of part.entries())
      integers[run * scaleRun + i] = Math.max(-127, Math.min(127, Math.round(number / scale)));
  }
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(integers.buffer)]);
}

const [float, bitsOfFloat] = sharedBits();

function sharedBits(): [Float32Array, Uint32Array] {
  const numbers = new Float32Array(1);
  return [numbers, new Uint32Array(numbers.buffer)];
}

/** The nearest number in half precision; what is too large becomes the largest. */
function toHalf(number: number): number {
  float[0] = number;
  const bits = bitsOfFloat[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  const fraction = bits & 0x7fffff;
  if (exponent >= 31) return sign | 0x7bff;
  if (exponent < -10) return sign;
  if (exponent <= 0) {
    const shift = 14 - exponent;
    return sign | (((fraction | 0x800000) + (1 << (shift - 1))) >> shift);
  }
  return sign | Math.min((exponent << 10) + ((fraction + 0x1000) >> 13), 0x7bff);
}
