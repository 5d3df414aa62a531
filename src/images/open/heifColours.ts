import { type ColourSpace, cicpSpace } from '../colour/colourSpace.ts';
import { textAt, viewOf } from '../decoders/raster.ts';

/** A box of an ISO media file: its type, and where its content lies. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** Most boxes that are looked at in one place. */
const maxBoxes = 10_000;

/** What a box of an AVIF or HEIC file that describes colours says: a space, or that a profile says it. */
type Described = ColourSpace | 'profile';

/**
 * What an AVIF or HEIC file says of the samples of its primary image, by an `nclx` box (ISO/IEC 14496-12, 12.1.5). The boxes of
 * other images in it, such as gain maps and thumbnails, do not count.
 * @returns undefined where nothing is said, or a profile goes before it.
 */
export function heifColours(bytes: Uint8Array): ColourSpace | undefined {
  try {
    const described = describedColours(bytes);
    return described === 'profile' ? undefined : described;
  } catch {
    // Damaged: its decoder will say so.
    return undefined;
  }
}

function describedColours(bytes: Uint8Array): Described | undefined {
  const meta = boxes(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (meta === undefined) return undefined;
  const inside = boxes(bytes, meta.start + 4, meta.end);
  const named = (type: string): Box | undefined => inside.find(box => box.type === type);
  const [primary, properties] = [named('pitm'), named('iprp')];
  if (primary === undefined || properties === undefined) return undefined;
  const view = viewOf(bytes);
  const parts = boxes(bytes, properties.start, properties.end);
  const container = parts.find(({ type }) => type === 'ipco');
  const list = container === undefined ? [] : boxes(bytes, container.start, container.end);
  const number = (at: number, wide: boolean): number => (wide ? view.getUint32(at) : view.getUint16(at));
  const item = number(primary.start + 4, view.getUint8(primary.start) > 0);
  const ofItem = (id: number): Described | undefined => {
    const own = parts
      .filter(({ type }) => type === 'ipma')
      .flatMap(box => propertiesOf(view, box, id))
      .flatMap(index => list[index - 1] ?? []);
    const found = own.flatMap(box => (box.type === 'colr' ? [readColr(bytes, box)] : []));
    return (
      found.find(described => described === 'profile') ?? found.find(described => described !== undefined)
    );
  };
  const references = named('iref');
  return ofItem(item) ?? (references && tilesOf(bytes, references, item).map(ofItem).find(Boolean));
}

/** The images that an image is put together from: what is said of its colours may be said of them. */
function tilesOf(bytes: Uint8Array, references: Box, item: number): number[] {
  const view = viewOf(bytes);
  const wide = view.getUint8(references.start) > 0;
  const size = wide ? 4 : 2;
  const number = (at: number): number => (wide ? view.getUint32(at) : view.getUint16(at));
  return boxes(bytes, references.start + 4, references.end)
    .filter(({ type, start }) => type === 'dimg' && number(start) === item)
    .slice(0, 1)
    .map(({ start }) => number(start + size + 2));
}

function boxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = viewOf(bytes);
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < maxBoxes;) {
    const stated = view.getUint32(at);
    const long = stated === 1;
    // 0: up to the end.
    const length = long ? Number(view.getBigUint64(at + 8)) : stated === 0 ? to - at : stated;
    const head = long ? 16 : 8;
    if (length < head) break;
    const end = Math.min(to, at + length);
    found.push({ type: textAt(bytes, at + 4, at + 8), start: at + head, end });
    at = end;
  }
  return found;
}

/** The numbers, from 1, of an item's properties. */
function propertiesOf(view: DataView, { start, end }: Box, item: number): number[] {
  const [wideItems, wideIndexes] = [view.getUint8(start) > 0, (view.getUint8(start + 3) & 1) === 1];
  const count = view.getUint32(start + 4);
  let at = start + 8;
  for (let entry = 0; entry < count && at < end; entry++) {
    const id = wideItems ? view.getUint32(at) : view.getUint16(at);
    at += wideItems ? 4 : 2;
    const indexes = view.getUint8(at++);
    const size = wideIndexes ? 2 : 1;
    if (id === item)
      return Array.from({ length: indexes }, (_, k) =>
        wideIndexes ? view.getUint16(at + k * size) & 0x7fff : view.getUint8(at + k) & 0x7f,
      );
    at += indexes * size;
  }
  return [];
}

function readColr(bytes: Uint8Array, { start, end }: Box): Described | undefined {
  const kind = textAt(bytes, start, start + 4);
  if (kind === 'prof' || kind === 'rICC') return 'profile';
  if (kind !== 'nclx' || end - start < 8) return undefined;
  const view = viewOf(bytes);
  const [primaries, transfer] = [view.getUint16(start + 4), view.getUint16(start + 6)];
  // Its range and its matrix are of the coded samples, which the decoder makes RGB.
  return cicpSpace({ primaries, transfer, isNarrow: false });
}
