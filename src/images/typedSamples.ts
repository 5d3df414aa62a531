import type { Raster } from './decoders/raster.ts';

/** Bytes as the samples that they are; copied only where they do not lie as those must. */
export function typedSamples(buffer: Buffer, depth: 'uchar' | 'ushort' | 'float'): Raster['data'] {
  const { buffer: memory, byteOffset, byteLength } = buffer;
  if (depth === 'uchar') return new Uint8Array(memory, byteOffset, byteLength);
  const size = depth === 'ushort' ? 2 : 4;
  const aligned = byteOffset % size === 0 ? memory : memory.slice(byteOffset, byteOffset + byteLength);
  const start = byteOffset % size === 0 ? byteOffset : 0;
  return depth === 'ushort'
    ? new Uint16Array(aligned, start, byteLength / 2)
    : new Float32Array(aligned, start, byteLength / 4);
}
