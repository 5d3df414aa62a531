import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { embedXmp } from '../../../../src/runs/exports/xmp/embedXmp.ts';
import { halves, blue, red, toSharp } from '../../../support/pictures.ts';
import { findReaders } from '../../../support/realReaders.ts';
import {
  contentsOf,
  exportOptions,
  runOf,
  temporaryFolder,
  writePictures,
  xmlOf,
} from '../../../support/runs/exportedRun.ts';

const readers = findReaders('exiftool');

const olympus = 'OLYMPUS DIGITAL CAMERA         ';
const words = 'Ein Boot auf dem Zürichsee, 日本,\nsecond line';
const properties = { description: words, keywords: ['boat', 'Zürich'], writer: 'Sightline with eye-1' };
const pixels = halves(33, 21, red, blue);

function withExif(format: 'jpeg' | 'png' | 'webp', description = olympus): Promise<Buffer> {
  return toSharp(pixels)
    .removeAlpha()
    .withExif({ IFD0: { Make: 'OLYMPUS', ImageDescription: description, Copyright: 'Somebody' } })
    .toFormat(format)
    .toBuffer();
}

/** The texts of the first directory of Exif data, by their tags. */
function exifTexts(exif: Buffer): Record<number, string> {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const texts: Record<number, string> = {};
  for (let at = u32(4) + 2, left = u16(u32(4)); left > 0; at += 12, left--) {
    if (u16(at + 2) !== 2) continue;
    const [length, start] = [u32(at + 4), u32(at + 4) <= 4 ? at + 8 : u32(at + 8)];
    texts[u16(at)] = tiff.toString('utf8', start, start + length).replace(/\0+$/, '');
  }
  return texts;
}

const [make, imageDescription, copyright] = [0x010f, 0x010e, 0x8298];

/** The three places where a description may stand. */
async function placesOf(file: Uint8Array): Promise<{ exif: string | undefined; xmp: string | undefined }> {
  const { exif, xmp } = await sharp(file).metadata();
  const texts = exif === undefined ? {} : exifTexts(exif);
  if (exif !== undefined) expect(texts).toMatchObject({ [make]: 'OLYMPUS', [copyright]: 'Somebody' });
  const document = xmlOf(xmp?.toString('utf8') ?? '');
  return { exif: texts[imageDescription], xmp: document.querySelector('description li')?.textContent };
}

/** What exiftool takes for the description and keywords by the rules of the Metadata Working Group. */
async function byExiftool(file: Uint8Array, ending: string): Promise<void> {
  if (readers.exiftool.version === undefined) return;
  const name = path.join(await temporaryFolder(), `copy.${ending}`);
  await writeFile(name, file);
  const output = execFileSync('exiftool', ['-j', '-use', 'MWG', '-MWG:all', '-warning', name], {
    encoding: 'utf8',
  });
  const [found] = JSON.parse(output) as Record<string, unknown>[];
  expect(found).toMatchObject({ Description: words, Keywords: properties.keywords });
  // What is minor may be the file's own.
  if (!String(found?.Warning).startsWith('[minor]')) expect(found).not.toHaveProperty('Warning');
}

test.for(['jpeg', 'png', 'webp'] as const)(
  'EXP-3: the ImageDescription in the Exif data of a %s says the same as its XMP',
  async format => {
    for (const before of [olympus, 'ab', 'A long one. '.repeat(50)]) {
      const filled = embedXmp(await withExif(format, before), properties);
      if (filled === undefined) throw new Error('It was not filled.');
      expect(await placesOf(filled)).toEqual({ exif: words, xmp: words });
      await byExiftool(filled, format);
      const short = embedXmp(filled, { ...properties, description: 'Hi' });
      expect(await placesOf(short ?? filled)).toEqual({ exif: 'Hi', xmp: 'Hi' });
      expect(await sharp(filled).raw().toBuffer()).toEqual(
        await sharp(await withExif(format, before))
          .raw()
          .toBuffer(),
      );
    }
  },
);

test('EXP-3: where Exif data has no room for it, it has no description; where it had none, it gets none', async () => {
  const large = await withExif('jpeg', 'x'.repeat(64_000));
  const filled = embedXmp(large, { ...properties, description: 'é'.repeat(32_300) });
  expect(filled === undefined ? 'not filled' : await placesOf(filled)).toEqual({
    exif: undefined,
    xmp: 'é'.repeat(32_300),
  });
  const none = await toSharp(pixels)
    .removeAlpha()
    .withExif({ IFD0: { Make: 'OLYMPUS', Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  expect(await placesOf(embedXmp(none, properties) ?? none)).toEqual({ exif: undefined, xmp: words });
});

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8Mark: [number, number, Buffer] = [1, 90, latin1('\u001B%G')];

function iptcBlock(...sets: [record: number, number: number, data: Buffer][]): Buffer {
  return Buffer.concat(
    sets.flatMap(([record, number, data]) => [
      Buffer.from([0x1c, record, number, data.length >> 8, data.length & 255]),
      data,
    ]),
  );
}

function resource(id: number, data: Buffer): Buffer {
  const head = Buffer.concat([latin1('8BIM'), Buffer.from([id >> 8, id & 255, 0, 0, 0, 0, 0, data.length])]);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A JPEG with Photoshop's resources behind its other metadata. */
async function withResources(...resources: Buffer[]): Promise<Buffer> {
  const file = await toSharp(pixels).removeAlpha().jpeg().toBuffer();
  const content = Buffer.concat([latin1('Photoshop 3.0\0'), ...resources]);
  const head = Buffer.from([0xff, 0xed, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([file.subarray(0, 2), head, content, file.subarray(2)]);
}

/** The data of an IPTC block by their numbers, and the digest that stands beside it. */
async function iptcOf(file: Uint8Array): Promise<{ sets: Record<string, string[]>; isDigestRight: boolean }> {
  const { iptc = Buffer.alloc(0) } = await sharp(file).metadata();
  let block = Buffer.from('') as Buffer;
  let digest = block;
  for (let at = iptc.indexOf('8BIM'); at !== -1 && at + 12 <= iptc.length;) {
    const length = iptc.readUInt32BE(at + 8);
    const data = iptc.subarray(at + 12, at + 12 + length);
    if (iptc.readUInt16BE(at + 4) === 0x0404) block = data;
    if (iptc.readUInt16BE(at + 4) === 0x0425) digest = data;
    at += 12 + length + (length % 2);
  }
  const sets: Record<string, string[]> = {};
  for (let at = 0; at < block.length; at += 5 + block.readUInt16BE(at + 3)) {
    const name = `${block[at + 1]}:${block[at + 2]}`;
    (sets[name] ??= []).push(block.toString('utf8', at + 5, at + 5 + block.readUInt16BE(at + 3)));
  }
  return { sets, isDigestRight: createHash('md5').update(block).digest().equals(digest) };
}

test('EXP-3: IPTC says the same in UTF-8, is marked as that, and its digest fits', async () => {
  const theirs: [number, number, Buffer][] = [
    [2, 0, Buffer.from([0, 4])],
    [2, 25, latin1('old')],
    [2, 90, latin1('Zürich')],
    [2, 120, latin1('Old caption')],
  ];
  for (const sets of [
    theirs,
    [utf8Mark, ...theirs.map(set => (set[1] === 90 ? [2, 90, Buffer.from('Zürich')] : set))],
  ]) {
    const file = await withResources(
      resource(0x0404, iptcBlock(...(sets as typeof theirs))),
      resource(0x0425, Buffer.alloc(16)),
      resource(0x040b, latin1('http://localhost/x')),
    );
    const filled = embedXmp(file, properties);
    if (filled === undefined) throw new Error('It was not filled.');
    expect(await iptcOf(filled)).toEqual({
      sets: {
        '1:0': ['\0\u0004'],
        '1:90': ['\u001B%G'],
        '2:0': ['\0\u0004'],
        '2:25': ['boat', 'Zürich'],
        '2:90': ['Zürich'],
        '2:120': [words],
        '2:122': ['Sightline with eye-1'],
      },
      isDigestRight: true,
    });
    expect(Buffer.from(filled).includes('http://localhost/x')).toBe(true);
    await byExiftool(filled, 'jpg');
  }
});

test('EXP-3: IPTC that cannot be read for sure leaves the file as it is, with the description beside it', async () => {
  const caption: [number, number, Buffer] = [2, 120, latin1('caf\u00e9')];
  const block = iptcBlock(caption);
  for (const resources of [
    [resource(0x0404, block.subarray(0, -2))],
    [resource(0x0404, block), resource(0x0404, block)],
    [resource(0x0404, iptcBlock([1, 90, latin1('\u001B$B')], [2, 90, latin1('caf\u00e9')]))],
    [latin1('junk'), resource(0x0404, block)],
  ])
    expect(embedXmp(await withResources(...resources), properties)).toBeUndefined();
  // Resources without IPTC are nobody's business.
  expect(embedXmp(await withResources(resource(0x040b, latin1('x'))), properties)).toBeDefined();
});

test('EXP-3: the export says where a copy holds another description than the file beside it', async () => {
  const folder = await temporaryFolder();
  const tiff = await toSharp(pixels)
    .withExif({ IFD0: { ImageDescription: olympus } })
    .tiff()
    .toBuffer();
  await writePictures(folder, ['a.tif'], tiff);
  const run = runOf(folder, [{ name: 'a.tif', text: words, bytes: tiff }]);
  const copies = path.join(folder, 'copies');
  const report = await exportRun('xmpCopies', run, copies, exportOptions());
  expect(report.notes.join()).toContain(
    'The metadata inside that copy is unchanged and may hold another description.',
  );
  expect(Object.keys(await contentsOf(copies))).toContain('a.tif.xmp');
});
