import { isAscii, isUtf8 } from 'node:buffer';
import type { XmpProperties } from './xmpPacket.ts';

/** One datum of IPTC's Information Interchange Model. */
interface DataSet {
  record: number;
  number: number;
  data: Buffer;
}

/** 1:90, the coding of all texts, and its value for UTF-8. */
const codedCharacterSet = 90;
const utf8Mark = Buffer.from('\u001B%G', 'latin1');

/** Of record 2. */
const [keywordsNumber, captionNumber, writerNumber] = [25, 120, 122];

/** Data of record 2 that are no text: its version, and pictures. */
const binary = [0, 125, 200, 201, 202];

/** Bytes of one datum; more has no room without an extension that few programs read. */
const longest = 0x7fff;

/**
 * An IPTC block whose caption, writer and (where there are any) keywords say the same as the XMP packet, in UTF-8, which it is
 * marked as; its other texts are taken over into that.
 * @returns `undefined` where it cannot be read, or its texts are in a coding that cannot be told.
 */
export function iptcWithCaption(
  block: Buffer,
  { description, keywords = [], writer }: XmpProperties,
): Buffer | undefined {
  const all = dataSets(block);
  if (all === undefined) return undefined;
  const mark = all.find(({ record, number }) => record === 1 && number === codedCharacterSet)?.data;
  const isMarked = mark?.equals(utf8Mark) === true;
  const replaced = [captionNumber, writerNumber, ...(keywords.length > 0 ? [keywordsNumber] : [])];
  const kept: DataSet[] = [];
  for (const set of all) {
    if (set.record === 1 && set.number === codedCharacterSet) continue;
    if (set.record === 2 && replaced.includes(set.number)) continue;
    const isText = set.record === 2 && !binary.includes(set.number);
    if (!isText || isMarked || isAscii(set.data)) kept.push(set);
    // Which coding another mark means is not worth a table.
    else if (mark !== undefined) return undefined;
    else kept.push(isUtf8(set.data) ? set : { ...set, data: Buffer.from(set.data.toString('latin1')) });
  }
  const texts: [number: number, text: string][] = [
    ...(keywords.length > 0 ? keywords.map((word): [number, string] => [keywordsNumber, word]) : []),
    [captionNumber, description],
    [writerNumber, writer],
  ];
  const written = texts.map(([number, text]): DataSet => ({ record: 2, number, data: Buffer.from(text) }));
  const sets = [
    ...(kept.some(({ record, number }) => record === 1 && number === 0)
      ? []
      : [{ record: 1, number: 0, data: Buffer.from([0, 4]) }]),
    ...kept.filter(({ record }) => record === 1),
    { record: 1, number: codedCharacterSet, data: utf8Mark },
    ...kept.filter(({ record }) => record === 2),
    ...written,
    ...kept.filter(({ record }) => record !== 1 && record !== 2),
  ];
  if (sets.some(({ data }) => data.length > longest)) return undefined;
  return Buffer.concat(sets.flatMap(({ record, number, data }) => [head(record, number, data.length), data]));
}

function head(record: number, number: number, length: number): Buffer {
  return Buffer.from([0x1c, record, number, length >> 8, length & 0xff]);
}

/** `undefined` where the block is cut or is anything else. */
function dataSets(block: Buffer): DataSet[] | undefined {
  const sets: DataSet[] = [];
  let at = 0;
  while (at < block.length) {
    // Zeros fill the block up.
    if (block[at] === 0) {
      if (block.subarray(at).some(byte => byte !== 0)) return undefined;
      break;
    }
    if (block[at] !== 0x1c || at + 5 > block.length) return undefined;
    const [record = 0, number = 0] = block.subarray(at + 1, at + 3);
    const stated = block.readUInt16BE(at + 3);
    let start = at + 5;
    let length = stated;
    if (stated > longest) {
      const bytes = stated & longest;
      if (bytes < 1 || bytes > 4 || start + bytes > block.length) return undefined;
      length = block.readUIntBE(start, bytes);
      start += bytes;
    }
    if (start + length > block.length) return undefined;
    sets.push({ record, number, data: block.subarray(start, start + length) });
    at = start + length;
  }
  return sets;
}
