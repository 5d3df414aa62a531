import { textAt, viewOf } from './decoders/raster.ts';

/** What EXIF data says that a person asks for. */
export interface ExifFacts {
  /** Whether it says where the picture was taken. */
  hasPosition: boolean;
  /** 1 to 8, as EXIF counts them. */
  orientation?: number;
  /** Maker and model of the camera. */
  camera?: string;
  /** When it was taken, `2026-11-28 01:02:03`. */
  taken?: string;
}

const tags = {
  maker: 271,
  model: 272,
  orientation: 274,
  changed: 306,
  exif: 34_665,
  position: 34_853,
  taken: 36_867,
  latitude: 2,
  longitude: 4,
};

interface Value {
  count: number;
  /** Where the value itself or its address lies. */
  at: number;
}

/** Reads EXIF data, or the first directory of a TIFF file, which is built alike; undefined where it is none or damaged. */
export function readExif(data: Uint8Array): ExifFacts | undefined {
  const bytes = textAt(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
  const order = textAt(bytes, 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const little = order === 'II';
  try {
    const view = viewOf(bytes);
    const main = readDirectory(view, view.getUint32(4, little), little);
    const text = (value: Value | undefined): string => {
      if (value === undefined) return '';
      const at = value.count <= 4 ? value.at : view.getUint32(value.at, little);
      return (textAt(bytes, at, at + Math.min(value.count, 100)).split('\0')[0] ?? '').trim();
    };
    const inside = (tag: number): ReadonlyMap<number, Value> => {
      const pointer = main.get(tag);
      return pointer === undefined
        ? new Map<number, Value>()
        : readDirectory(view, view.getUint32(pointer.at, little), little);
    };
    const position = inside(tags.position);
    const orientation = main.get(tags.orientation);
    const [maker, model] = [text(main.get(tags.maker)), text(main.get(tags.model))];
    const camera = model.startsWith(maker) ? model : `${maker} ${model}`.trim();
    const taken = text(inside(tags.exif).get(tags.taken) ?? main.get(tags.changed));
    return {
      hasPosition: position.has(tags.latitude) && position.has(tags.longitude),
      ...(orientation === undefined ? {} : { orientation: view.getUint16(orientation.at, little) }),
      ...(camera === '' ? {} : { camera }),
      ...(/^\d{4}:\d\d:\d\d /.test(taken) ? { taken: taken.replace(/:(\d\d):/, '-$1-') } : {}),
    };
  } catch {
    // Damaged: of what it may have said nothing is told.
    return undefined;
  }
}

function readDirectory(view: DataView, start: number, little: boolean): ReadonlyMap<number, Value> {
  const count = view.getUint16(start, little);
  const values = new Map<number, Value>();
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12;
    values.set(view.getUint16(at, little), { count: view.getUint32(at + 4, little), at: at + 8 });
  }
  return values;
}
