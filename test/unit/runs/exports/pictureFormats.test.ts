import { JSDOM } from 'jsdom';
import MarkdownIt from 'markdown-it';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { embedXmp } from '../../../../src/runs/exports/xmp/embedXmp.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../../../src/runs/scan/scanPictures.ts';
import { blue, frames, jpeg, lime, png, red, solid, halves, toSharp } from '../../../support/pictures.ts';
import { bmpFile } from '../../../support/pictureFiles.ts';
import {
  contentsOf,
  exportOptions,
  hardNames,
  onePicture,
  runOf,
  structuredQuestion,
  temporaryFolder,
  textOf,
  writePictures,
  xmlOf,
} from '../../../support/runs/exportedRun.ts';

const pixels = halves(33, 21, red, blue);
const translucent = halves(33, 21, [255, 0, 0, 100], blue);
const words = 'A "red" & <blue> picture,\non two lines, 日本';
const properties = { description: words, keywords: ['red', 'blue & more'], writer: 'Sightline with eye-1' };

/** What an XML parser finds in the packet that sharp finds. */
async function readBack(
  file: Uint8Array,
): Promise<{ description: string[]; subject: string[]; title: string[] }> {
  const { xmp } = await sharp(file).metadata();
  const document = xmlOf(xmp?.toString('utf8') ?? '');
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  return {
    description: texts('description li'),
    subject: texts('subject li'),
    title: texts('title li'),
  };
}

const pixelsOf = async (file: Uint8Array): Promise<Buffer> =>
  Buffer.concat([
    await sharp(file, { animated: true }).raw().toBuffer(),
    Buffer.from(JSON.stringify((await sharp(file).metadata()).orientation ?? 0)),
  ]);

const lossyWebp = await toSharp(pixels).removeAlpha().webp({ quality: 80 }).toBuffer();
const files: Record<string, Uint8Array> = {
  'a JPEG': await jpeg(pixels),
  'a JPEG with Exif': await jpeg(pixels, { orientation: 6 }),
  'a PNG': await png(pixels),
  'a PNG with transparency': await png(translucent),
  'a lossy WebP': lossyWebp,
  'a lossy WebP with transparency': await toSharp(translucent).webp().toBuffer(),
  'a lossless WebP': await toSharp(pixels).removeAlpha().webp({ lossless: true }).toBuffer(),
  'a lossless WebP with transparency': await toSharp(translucent).webp({ lossless: true }).toBuffer(),
  'an animated WebP': await frames('webp', [solid(20, 10, red), solid(20, 10, lime)]),
  'a WebP with Exif': await toSharp(pixels).withMetadata({ orientation: 3 }).webp().toBuffer(),
};

test.for(Object.entries(files))('%s gets the description without a pixel being touched', async ([, file]) => {
  const filled = embedXmp(file, properties);
  if (filled === undefined) throw new Error('It was not filled.');
  expect(await pixelsOf(filled)).toEqual(await pixelsOf(file));
  expect(await readBack(filled)).toEqual({
    description: [words],
    subject: ['red', 'blue & more'],
    title: [],
  });
  // Filled once more, it has the new description and no second packet.
  const again = embedXmp(filled, { ...properties, description: 'Another' });
  if (again === undefined) throw new Error('It was not filled again.');
  expect(await readBack(again)).toMatchObject({ description: ['Another'], subject: ['red', 'blue & more'] });
  expect(Buffer.from(again).toString('latin1').split('W5M0MpCehiHzreSzNTczkc9d')).toHaveLength(2);
  expect(await pixelsOf(again)).toEqual(await pixelsOf(file));
});

const theirs = (inside: string): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title>';
const old = '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:description>';
const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

test('what else is in the metadata of a picture stays', async () => {
  const packet = theirs(`<rdf:Description rdf:about="uuid:1" ${dc}>${title}${old}</rdf:Description>`);
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const file = await toSharp(pixels).removeAlpha().toFormat(format).withXmp(packet).toBuffer();
    const filled = embedXmp(file, { ...properties, keywords: [] });
    if (filled === undefined) throw new Error('It was not filled.');
    expect(await readBack(filled), format).toEqual({ description: [words], subject: [], title: ['A title'] });
  }
});

test('a packet that cannot be kept for sure is not touched', async () => {
  const body = `<rdf:Description rdf:about="" ${dc}>${old}</rdf:Description>`;
  for (const packet of [
    theirs(`<rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/"/>`),
    theirs(body + body),
    theirs('').replace('</rdf:RDF>', '').replace('<rdf:RDF', '<rdf:RDF/><x'),
  ]) {
    const file = await toSharp(pixels).removeAlpha().jpeg().withXmp(packet).toBuffer();
    expect(embedXmp(file, properties)).toBeUndefined();
  }
  // Nor is a text that has no room in a segment of a JPEG.
  expect(
    embedXmp(files['a JPEG'] ?? onePicture, { ...properties, description: 'long '.repeat(20_000) }),
  ).toBeUndefined();
});

test('packets of which it cannot be told which counts, or what they say, are not touched', async () => {
  const packet = theirs(`<rdf:Description rdf:about="" ${dc}>${title}</rdf:Description>`);
  const xmp = (text: Buffer): Buffer => app1('http://ns.adobe.com/xap/1.0/', text);
  const plain = xmp(Buffer.from(packet));
  const otherCoding = xmp(Buffer.from(packet.replace('A title', 'Caf\u00e9'), 'latin1'));
  const longer = app1('http://ns.adobe.com/xmp/extension/', Buffer.from(`${'0'.repeat(40)}<dc:description>`));
  const file = files['a JPEG'] ?? onePicture;
  const withSegments = (...segments: Buffer[]): Buffer =>
    Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
  expect(embedXmp(withSegments(plain), properties)).toBeDefined();
  for (const segments of [[plain, plain], [otherCoding], [plain, longer]])
    expect(embedXmp(withSegments(...segments), properties)).toBeUndefined();
  const webp = await toSharp(pixels).removeAlpha().webp().withXmp(packet).toBuffer();
  const at = webp.indexOf('A title');
  webp[at] = 0xe9;
  expect(embedXmp(webp, properties)).toBeUndefined();
});

/** A segment of a JPEG with the name of what is in it. */
function app1(name: string, text: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`, 'latin1'), text]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A PNG with a chunk behind its head. */
async function pngWith(type: string, content: Buffer): Promise<Buffer> {
  const file = await png(pixels);
  const named = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([file.subarray(0, 33), length, named, check, file.subarray(33)]);
}

test('a packet is kept from whatever chunk of a PNG it stands in', async () => {
  const packet = Buffer.from(theirs(`<rdf:Description rdf:about="" ${dc}>${title}${old}</rdf:Description>`));
  const chunks: [string, string, Buffer][] = [
    ['iTXt', '\0\0en\0XMP\0', packet],
    ['iTXt', '\x01\0\0\0', deflateSync(packet)],
    ['zTXt', '\0', deflateSync(packet)],
    ['tEXt', '', packet],
  ];
  for (const [type, head, text] of chunks) {
    const file = await pngWith(type, Buffer.concat([Buffer.from(`XML:com.adobe.xmp\0${head}`), text]));
    const filled = embedXmp(file, properties);
    expect(await readBack(filled ?? file), type).toMatchObject({ description: [words], title: ['A title'] });
    expect(await pixelsOf(filled ?? file)).toEqual(await pixelsOf(file));
  }
  const damaged = await pngWith('iTXt', Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0no zlib'));
  expect(embedXmp(damaged, properties)).toBeUndefined();
  const magick = await pngWith('tEXt', Buffer.from('Raw profile type xmp\0\nxmp\n       2\n3c3e\n'));
  expect(embedXmp(magick, properties)).toBeUndefined();
});

test('files that are cut, at whatever byte, are copied or refused but harm nothing', () => {
  for (const file of [files['a JPEG with Exif'], files['a PNG'], files['a lossless WebP']])
    for (let length = 12; length < Math.min(file?.length ?? 0, 400); length++)
      expect(() => embedXmp(file?.subarray(0, length) ?? onePicture, properties)).not.toThrow();
});

test('copies lie in another folder with the description inside; other formats have it beside them', async () => {
  const folder = await temporaryFolder();
  const tiff = await toSharp(pixels).tiff().toBuffer();
  const pictures = { 'one.jpg': files['a JPEG'], 'sub/two.png': files['a PNG'], 'three.tif': tiff };
  for (const [name, bytes] of Object.entries(pictures)) await writePictures(folder, [name], bytes as Buffer);
  const run = runOf(
    folder,
    Object.entries(pictures).map(([name, bytes]) => ({
      name,
      text: `Text of ${name}`,
      ...(bytes === undefined ? {} : { bytes }),
    })),
  );
  const before = await contentsOf(folder);
  const copies = path.join(folder, 'copies');
  const report = await exportRun('xmpCopies', run, copies, exportOptions());
  expect(report).toMatchObject({ described: 3, written: 4, kept: [], failed: [] });
  expect(await contentsOf(folder)).toMatchObject(before);
  expect(Object.keys(await contentsOf(copies))).toEqual([
    'one.jpg',
    'sightline-copies.manifest.json',
    'sub/two.png',
    'three.tif',
    'three.tif.xmp',
  ]);
  expect(await readBack(await readFile(path.join(copies, 'sub', 'two.png')))).toMatchObject({
    description: ['Text of sub/two.png'],
  });
  expect(await readFile(path.join(copies, 'three.tif'))).toEqual(tiff);
  expect(await textOf(copies, 'three.tif.xmp')).toContain('Text of three.tif');
  // Again: nothing to do, and what is changed is replaced only by choice.
  expect(await exportRun('xmpCopies', run, copies, exportOptions())).toMatchObject({
    written: 0,
    unchanged: 4,
  });
  run.texts[0] = 'Another text';
  expect(await exportRun('xmpCopies', run, copies, exportOptions())).toMatchObject({
    written: 0,
    unchanged: 3,
  });
  expect(await exportRun('xmpCopies', run, copies, exportOptions({ overwrite: 'ours' }))).toMatchObject({
    written: 1,
    replaced: 1,
    unchanged: 3,
  });
  // One that somebody edited stays, and the report says that it does.
  await writeFile(path.join(copies, 'one.jpg'), 'edited');
  run.texts[0] = 'A third text';
  expect(await exportRun('xmpCopies', run, copies, exportOptions({ overwrite: 'ours' }))).toMatchObject({
    written: 0,
    replaced: 0,
    kept: [{ name: 'one.jpg', reason: 'It was edited since Sightline wrote it.' }],
  });
  expect(await textOf(copies, 'one.jpg')).toBe('edited');
});

test('copies never replace a picture: not an original, not one that is there', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, ['one.png', 'copies/one.png']);
  const run = runOf(folder, [{ name: 'one.png', text: 'A text', bytes: onePicture }]);
  const before = await contentsOf(folder);
  await expect(exportRun('xmpCopies', run, folder, exportOptions())).rejects.toThrow(
    'is the folder of the images',
  );
  const options = exportOptions({ overwrite: 'edited' });
  const report = await exportRun('xmpCopies', run, path.join(folder, 'copies'), options);
  expect(report.kept.map(({ name }) => name)).toEqual(['one.png']);
  expect(await contentsOf(folder)).toMatchObject(before);
});

test('a picture that changed since it was described gets no description', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, ['one.png', 'two.png']);
  const run = runOf(folder, [
    { name: 'one.png', text: 'Of an earlier picture' },
    { name: 'gone.png', text: 'Of a picture that is gone' },
    { name: 'two.png', text: 'A text', bytes: onePicture },
  ]);
  const report = await exportRun('xmpCopies', run, path.join(folder, 'copies'), exportOptions());
  expect(report.failed.map(({ name }) => name)).toEqual(['one.png', 'gone.png']);
  expect(Object.keys(await contentsOf(path.join(folder, 'copies')))).toEqual([
    'sightline-copies.manifest.json',
    'two.png',
  ]);
});

/** The page as a reader of Markdown shows it. */
async function page(folder: string, name: string): Promise<Document> {
  return new JSDOM(new MarkdownIt({ html: true }).render(await textOf(folder, name))).window.document;
}

test('Markdown shows small pictures that lie beside it, each once, and leads to the large ones', async () => {
  const folder = await temporaryFolder();
  const large = await jpeg(solid(900, 600, red));
  const bmp = bmpFile({ bits: 24 });
  await writePictures(folder, ['pictures/one.jpg', 'pictures/same.jpg'], large);
  await writePictures(folder, ['pictures/two.bmp'], bmp);
  const run = runOf(folder, [
    { name: 'pictures/one.jpg', text: 'One', bytes: large },
    { name: 'pictures/same.jpg', text: 'The same', bytes: large },
    { name: 'pictures/two.bmp', text: 'Two', bytes: bmp },
    { name: 'pictures/gone.jpg', text: 'Gone' },
  ]);
  const report = await exportRun('markdown', run, path.join(folder, 'out', 'page.md'), exportOptions());
  expect(report.notes).toEqual([expect.stringContaining('1 image has no thumbnail')]);
  const document = await page(folder, 'out/page.md');
  const shown = [...document.querySelectorAll('img')];
  const links = [...document.querySelectorAll('a')].map(link => link.getAttribute('href'));
  expect(links).toEqual(['../pictures/one.jpg', '../pictures/same.jpg', '../pictures/two.bmp']);
  expect(new Set(shown.map(image => image.src)).size).toBe(2);
  for (const image of shown) {
    const file = await readFile(path.join(folder, 'out', image.getAttribute('src') ?? ''));
    const { format, width } = await sharp(file).metadata();
    expect(format).toBe('jpeg');
    expect(width).toBeLessThanOrEqual(320);
  }
  expect([...document.querySelectorAll('blockquote')].map(({ textContent }) => textContent.trim())).toEqual([
    'Describe the image.',
    'One',
    'The same',
    'Two',
    'Gone',
  ]);
});

test('more than 500 images are pages that lead to each other; a page that somebody else wrote is not replaced', async () => {
  const folder = await temporaryFolder();
  const pictures = Array.from({ length: 1001 }, (_, index) => ({
    name: `${index}.png`,
    text: `Text ${index}`,
  }));
  const target = path.join(folder, 'all.pages.md');
  await writeFile(path.join(folder, 'all.pages-3.md'), 'My own notes.');
  await expect(exportRun('markdown', runOf(folder, pictures), target, exportOptions())).rejects.toThrow(
    '"all.pages-3.md" is there already',
  );
  expect(await readdir(folder)).toEqual(['all.pages-3.md']);
  await rm(path.join(folder, 'all.pages-3.md'));

  const report = await exportRun('markdown', runOf(folder, pictures), target, exportOptions());
  expect(report).toMatchObject({ described: 1001, written: 3 });
  const pages = await Promise.all(
    ['all.pages.md', 'all.pages-2.md', 'all.pages-3.md'].map(name => page(folder, name)),
  );
  const names = pages.map(one => [...one.querySelectorAll('h2')].map(({ textContent }) => textContent));
  expect(names.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(names.flat()).toEqual(pictures.map(({ name }) => name));
  expect(pages.map(one => [...one.querySelectorAll('a')].map(link => link.getAttribute('href')))).toEqual([
    ['all.pages-2.md'],
    ['all.pages.md', 'all.pages-3.md'],
    ['all.pages-2.md'],
  ]);

  const fewer = await exportRun('markdown', runOf(folder, pictures.slice(0, 500)), target, exportOptions());
  expect(fewer).toMatchObject({ written: 1, replaced: 1 });
  expect((await page(folder, 'all.pages.md')).querySelectorAll('a')).toHaveLength(0);
  expect(await exportRun('markdown', runOf(folder, pictures), target, exportOptions())).toMatchObject({
    written: 3,
    replaced: 3,
  });
});

test('a model’s text cannot break out of its place in a page, run in it or fetch anything', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [
    {
      name: 'one.png',
      text: '<img src="https://example.invalid/a"> ![x](https://example.invalid/b)\n\n# Heading\n\n```\nleft open',
    },
    // Its own backslash would undo one of ours.
    { name: 'undone.png', text: '\\<img src="https://example.invalid/c"> \\![x](https://example.invalid/d)' },
    { name: 'two.png', text: 'Two **bold**' },
  ]);
  await exportRun('markdown', run, path.join(folder, 'page.md'), exportOptions());
  const document = await page(folder, 'page.md');
  expect(document.querySelectorAll('img, script')).toHaveLength(0);
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'one.png',
    'undone.png',
    'two.png',
  ]);
  expect(document.querySelector('blockquote:last-of-type strong')?.textContent).toBe('bold');
});

test('columns of a structured answer are rows of a table in Markdown', async () => {
  const folder = await temporaryFolder();
  const columns = { caption: 'A | b', tags: ['cat', '*sofa*'], text: 'one\n<two>' };
  const run = runOf(
    folder,
    [{ name: 'one.png', text: JSON.stringify(columns), columns }],
    structuredQuestion,
  );
  await exportRun('markdown', run, path.join(folder, 'page.md'), exportOptions());
  const rows = [...(await page(folder, 'page.md')).querySelectorAll('tbody tr')];
  expect(rows.map(row => [...row.children].map(cell => cell.innerHTML))).toEqual([
    ['caption', 'A | b'],
    ['tags', 'cat, *sofa*'],
    ['text', 'one<br>&lt;two&gt;'],
  ]);
});

test('IMG-9: Markdown names and finds pictures of any legal name; copies keep their names', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, hardNames);
  const run = runOf(
    folder,
    hardNames.map(name => ({ name, text: `Text of ${name}`, bytes: onePicture })),
  );
  await exportRun('markdown', run, path.join(folder, 'page.md'), exportOptions());
  const document = await page(folder, 'page.md');
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(hardNames);
  const found = [...document.querySelectorAll('a')].map(link =>
    decodeURIComponent(link.getAttribute('href') ?? ''),
  );
  expect(found).toEqual(hardNames);
  const copies = path.join(folder, 'copies');
  await exportRun('xmpCopies', run, copies, exportOptions());
  for (const name of hardNames)
    expect(await readBack(await readFile(path.join(copies, name)))).toMatchObject({
      description: [`Text of ${name}`],
    });
});

test('a picture that cannot be decoded any more is described without a thumbnail', async () => {
  const folder = await temporaryFolder();
  const broken = Buffer.from('no picture');
  await writeFile(path.join(folder, 'one.png'), broken);
  const run = runOf(folder, [{ name: 'one.png', text: 'One', bytes: broken }]);
  const report = await exportRun('markdown', run, path.join(folder, 'page.md'), exportOptions());
  expect(report).toMatchObject({ described: 1, notes: [expect.stringContaining('no thumbnail')] });
});

test('the small pictures of a page that was broken off are known as such, and no later run takes them', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, ['one.png', 'two.png'], onePicture);
  const stop = new AbortController();
  const options = exportOptions({
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  const run = runOf(folder, [
    { name: 'one.png', text: 'One', bytes: onePicture },
    { name: 'two.png', text: 'Two', bytes: onePicture },
  ]);
  await expect(exportRun('markdown', run, path.join(folder, 'page.md'), options)).rejects.toThrow();
  expect((await readdir(path.join(folder, 'page-thumbnails'))).length).toBe(1);
  const { pictures } = await scanPictures(nodePictureFiles(), [folder]);
  expect(pictures.map(({ name }) => name)).toEqual(['one.png', 'two.png']);
});
