import { viewOf } from './raster.ts';

/** A directory of a TIFF file: the numbers of each tag, as far as they are whole and few. */
export type Directory = ReadonlyMap<number, readonly number[]>;

/** Bytes of a value by its TIFF type: 1 byte, 3 short, 4 long, 13 directory. */
const sizes: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4, 13: 4 };

const subDirectories = 330;

/** The directories of a TIFF file, those inside others too; an empty list where it is none or its directories are damaged. */
export function readDirectories(bytes: Uint8Array): Directory[] {
  const view = viewOf(bytes);
  const little = bytes[0] === 0x49;
  const directories: Directory[] = [];
  const seen = new Set<number>();
  try {
    const queue = [view.getUint32(4, little)];
    for (let at = queue.shift(); at !== undefined && directories.length < 32; at = queue.shift()) {
      if (at === 0 || seen.has(at)) continue;
      seen.add(at);
      const { directory, next } = readDirectory(view, at, little);
      directories.push(directory);
      queue.push(next, ...(directory.get(subDirectories) ?? []));
    }
  } catch {
    // Damaged: what was found so far has to do.
  }
  return directories;
}

function readDirectory(
  view: DataView,
  start: number,
  little: boolean,
): { directory: Directory; next: number } {
  const directory = new Map<number, number[]>();
  const count = view.getUint16(start, little);
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12;
    const size = sizes[view.getUint16(at + 2, little)];
    const values = view.getUint32(at + 4, little);
    if (size === undefined || values > 64) continue;
    const from = values * size <= 4 ? at + 8 : view.getUint32(at + 8, little);
    directory.set(
      view.getUint16(at, little),
      Array.from({ length: values }, (_, k) =>
        size === 1
          ? view.getUint8(from + k)
          : size === 2
            ? view.getUint16(from + k * 2, little)
            : view.getUint32(from + k * 4, little),
      ),
    );
  }
  const end = start + 2 + count * 12;
  return { directory, next: end + 4 <= view.byteLength ? view.getUint32(end, little) : 0 };
}

const dngVersion = 50_706;
const compression = 259;
const photometric = 262;

/** Whether a TIFF file is a camera's raw file: a DNG, or one that holds a sensor's mosaic. */
export function looksLikeRaw(bytes: Uint8Array): boolean {
  return readDirectories(bytes).some(
    directory =>
      directory.has(dngVersion) ||
      [32_803, 34_892].includes(directory.get(photometric)?.[0] ?? 0) ||
      [32_767, 32_770, 34_713].includes(directory.get(compression)?.[0] ?? 0),
  );
}
