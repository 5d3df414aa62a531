import { checkRasterSize, type Raster, Undecodable, viewOf } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

const [frameKind, prefixKind] = [0xf1fa, 0xf100];

/** Chunks that fill a frame; others change its colours. */
const pictureKinds: readonly number[] = [7, 12, 13, 15, 16];

/** Decodes the first frame of an Autodesk animation (FLI, FLC). */
export function decodeFli(bytes: Uint8Array): Raster {
  const view = viewOf(bytes);
  const pages = view.getUint16(6, true);
  const [width, height] = [view.getUint16(8, true), view.getUint16(10, true)];
  checkRasterSize(width, height);
  const state: FrameState = {
    indices: new Uint8Array(width * height),
    palette: new Uint8Array(768),
    width,
    height,
  };
  let at = 128;
  while (view.getUint16(at + 4, true) === prefixKind) at += Math.max(6, view.getUint32(at, true));
  if (view.getUint16(at + 4, true) !== frameKind) throw new Undecodable(t('it holds no frame'));
  const end = Math.min(bytes.length, at + view.getUint32(at, true));
  const chunks = view.getUint16(at + 6, true);
  let [damaged, filled] = [false, false];
  at += 16;
  for (let chunk = 0; chunk < chunks && at + 6 <= end; chunk++) {
    const [size, kind] = [Math.max(6, view.getUint32(at, true)), view.getUint16(at + 4, true)];
    try {
      readChunk(kind, bytes.subarray(at + 6, Math.min(bytes.length, at + size)), state);
      filled ||= pictureKinds.includes(kind);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      damaged = true;
    }
    at += size;
  }
  if (!filled) throw new Undecodable(t('its first frame is damaged'));
  const data = new Uint8Array(width * height * 3);
  state.indices.forEach((index, pixel) =>
    data.set(state.palette.subarray(index * 3, index * 3 + 3), pixel * 3),
  );
  return { data, width, height, channels: 3, damaged, ...(pages > 1 ? { pages } : {}) };
}

interface FrameState {
  indices: Uint8Array;
  palette: Uint8Array;
  width: number;
  height: number;
}

function readChunk(kind: number, bytes: Uint8Array, state: FrameState): void {
  switch (kind) {
    case 4:
      return readPalette(bytes, state.palette, 1);
    case 11:
      // 6 bits a channel.
      return readPalette(bytes, state.palette, 255 / 63);
    case 7:
      return readWordDelta(bytes, state);
    case 12:
      return readByteDelta(bytes, state);
    case 13:
      state.indices.fill(0);
      return;
    case 15:
      return readRuns(bytes, state);
    case 16:
      state.indices.set(bytes.subarray(0, state.indices.length));
      return;
    default:
      // A thumbnail or the like.
      return;
  }
}

function readPalette(bytes: Uint8Array, palette: Uint8Array, scale: number): void {
  const view = viewOf(bytes);
  let at = 2;
  let index = 0;
  for (let packets = view.getUint16(0, true); packets > 0; packets--) {
    index += view.getUint8(at);
    const count = view.getUint8(at + 1) || 256;
    at += 2;
    for (let k = 0; k < count * 3; k++, at++)
      palette[index * 3 + k] = Math.min(255, Math.round(view.getUint8(at) * scale));
    index += count;
  }
}

/** Runs over whole lines; a negative count is that many bytes as they are. */
function readRuns(bytes: Uint8Array, { indices, width, height }: FrameState): void {
  const view = viewOf(bytes);
  let at = 0;
  for (let y = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width;) {
      const count = view.getInt8(at++);
      if (count === 0) throw new RangeError('a run of nothing');
      const length = Math.min(Math.abs(count), width - x);
      if (count > 0) indices.fill(view.getUint8(at++), y * width + x, y * width + x + length);
      else {
        indices.set(bytes.subarray(at, at + length), y * width + x);
        at -= count;
      }
      x += length;
    }
  }
}

/** Changed lines, byte by byte. */
function readByteDelta(bytes: Uint8Array, { indices, width, height }: FrameState): void {
  const view = viewOf(bytes);
  let y = view.getUint16(0, true);
  let at = 4;
  for (const last = Math.min(height, y + view.getUint16(2, true)); y < last; y++) {
    let x = 0;
    for (let packets = view.getUint8(at++); packets > 0; packets--) {
      x += view.getUint8(at);
      const count = view.getInt8(at + 1);
      at += 2;
      const length = Math.max(0, Math.min(Math.abs(count), width - x));
      if (count < 0) indices.fill(view.getUint8(at++), y * width + x, y * width + x + length);
      else {
        indices.set(bytes.subarray(at, at + length), y * width + x);
        at += count;
      }
      x += length;
    }
  }
}

/** Changed lines, in pairs of pixels. */
function readWordDelta(bytes: Uint8Array, { indices, width, height }: FrameState): void {
  const view = viewOf(bytes);
  let at = 2;
  let y = 0;
  for (let lines = view.getUint16(0, true); lines > 0 && y < height;) {
    const word = view.getInt16(at, true);
    at += 2;
    if (word < 0) {
      if ((word & 0x4000) !== 0) y -= word;
      else indices[y * width + width - 1] = word & 255;
      continue;
    }
    let x = 0;
    for (let packets = word; packets > 0; packets--) {
      x += view.getUint8(at);
      const count = view.getInt8(at + 1);
      at += 2;
      for (let k = 0; k < Math.abs(count); k++, x += 2) {
        const from = count > 0 ? at + k * 2 : at;
        if (x < width) indices[y * width + x] = view.getUint8(from);
        if (x + 1 < width) indices[y * width + x + 1] = view.getUint8(from + 1);
      }
      at += count > 0 ? count * 2 : 2;
    }
    y++;
    lines--;
  }
}
