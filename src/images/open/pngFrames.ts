import { crc32 } from 'node:zlib';
import { animatedPngFrames, pngChunks } from './damage.ts';

/** A frame of an animated PNG: where it lies in the picture, and its pixels as a PNG of its own. */
export interface PngFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** What becomes of its place before the next frame. */
  dispose: 'keep' | 'clear' | 'restore';
  /** Whether it is laid over what is there, instead of replacing it. */
  isOver: boolean;
  png: Buffer;
}

/** The first frames of an animated PNG, at most `limit`; undefined for every other file, and for a damaged one. */
export function animatedPng(
  bytes: Uint8Array,
  limit: number,
): { width: number; height: number; count: number; frames: PngFrame[] } | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.toString('latin1', 1, 4) !== 'PNG') return undefined;
  const chunks = pngChunks(view).map(({ type, data }) => ({
    type,
    data: view.subarray(data, data + view.readUInt32BE(data - 8)),
  }));
  const head = chunks[0];
  if (head?.type !== 'IHDR' || head.data.length !== 13) return undefined;
  if (!chunks.some(({ type }) => type === 'acTL')) return undefined;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const shared: Buffer[] = [];
  const found: { control: Buffer; data: Buffer[] }[] = [];
  let isBeforeData = true;
  for (const { type, data } of chunks.slice(1)) {
    if (type === 'fcTL') {
      if (found.length === limit) break;
      if (data.length < 26) return undefined;
      found.push({ control: data, data: [] });
    } else if (type === 'IDAT') found.at(-1)?.data.push(data);
    else if (type === 'fdAT') found.at(-1)?.data.push(data.subarray(4));
    else if (isBeforeData && type !== 'acTL') shared.push(chunk(type, data));
    if (type === 'IDAT') isBeforeData = false;
  }
  const frames = found.map(({ control, data }): PngFrame => {
    const [w, h, left, top] = [4, 8, 12, 16].map(at => control.readUInt32BE(at)) as [
      number,
      number,
      number,
      number,
    ];
    const own = Buffer.from(head.data);
    own.writeUInt32BE(w, 0);
    own.writeUInt32BE(h, 4);
    return {
      ...{ left, top, width: w, height: h },
      dispose: control[24] === 1 ? 'clear' : control[24] === 2 ? 'restore' : 'keep',
      isOver: control[25] === 1,
      png: Buffer.concat([
        view.subarray(0, 8),
        chunk('IHDR', own),
        ...shared,
        chunk('IDAT', Buffer.concat(data)),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    };
  });
  const isInside = ({ left, top, width: w, height: h }: PngFrame): boolean =>
    w > 0 && h > 0 && left + w <= width && top + h <= height;
  return frames.every(isInside) ? { width, height, count: animatedPngFrames(bytes), frames } : undefined;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
