import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { boxDrawing } from '../../../../src/recognition/boxDrawing.ts';
import { glyphPath } from '../../../../src/recognition/labelGlyphs.ts';
import { DrawnCopies } from '../../../../src/runs/exports/drawnCopies.ts';
import { nodeExportFiles } from '../../../../src/runs/exports/nodeExportFiles.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../../../src/runs/scan/scanPictures.ts';
import { blue, png, solid } from '../../../support/pictures.ts';
import { temporaryFolder } from '../../../support/runs/exportedRun.ts';
import { someFindings } from '../../../support/someFindings.ts';

const picture = await prepareImage(await png(solid(400, 300, blue)));

const open = (folder: string) => DrawnCopies.open({ files: nodeExportFiles(), folder, toolVersion: '0.3.0' });

/** How many pixels of a file are not blue, and in what format it is. */
async function drawnOn(file: string): Promise<{ format: string; drawn: number }> {
  const image = sharp(await readFile(file));
  const { format } = await image.metadata();
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let drawn = 0;
  for (let at = 0; at < data.length; at += info.channels) if ((data[at + 1] ?? 0) > 100) drawn++;
  return { format, drawn };
}

test('copies have the names of their images and the boxes on them, in a folder of their own', async () => {
  const folder = path.join(await temporaryFolder(), 'boxes');
  const copies = await open(folder);
  for (const name of ['a.png', 'sub/b.JPG', 'c.webp', 'd.heic', '../up.png'])
    expect(await copies.add(name, picture, someFindings())).toMatchObject({ written: {} });
  await copies.close();
  const expected = {
    'a.png': 'png',
    'sub/b.JPG': 'jpeg',
    'c.webp': 'webp',
    'd.heic.jpg': 'jpeg',
    'up.png': 'png',
  };
  for (const [name, format] of Object.entries(expected)) {
    const found = await drawnOn(path.join(folder, ...name.split('/')));
    expect(found.format, name).toBe(format);
    expect(found.drawn, name).toBeGreaterThan(400);
  }
});

test('what others put into the folder is kept; copies of an earlier time are replaced', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'mine.png'), 'mine');
  const [first, nothing] = [someFindings(), someFindings({ things: [], faces: [], lines: [], codes: [] })];
  for (const [findings, drawn] of [
    [first, true],
    [nothing, false],
  ] as const) {
    const copies = await open(folder);
    expect(await copies.add('mine.png', picture, findings)).toMatchObject({ kept: { name: 'mine.png' } });
    expect(await copies.add('a.png', picture, findings)).toMatchObject({ written: {} });
    expect(await copies.add('A.png', picture, findings)).toMatchObject({ failed: {} });
    await copies.close();
    expect((await drawnOn(path.join(folder, 'a.png'))).drawn > 0).toBe(drawn);
  }
  expect(await readFile(path.join(folder, 'mine.png'), 'utf8')).toBe('mine');
});

test('a folder of drawn copies is no folder of images to the next run', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'a.png'), await png(solid(4, 4, blue)));
  const copies = await open(path.join(folder, 'boxes'));
  await copies.add('a.png', picture, someFindings());
  await copies.close();
  const { pictures, skipped } = await scanPictures(nodePictureFiles(), [folder]);
  expect(pictures.map(({ name }) => name)).toEqual(['a.png']);
  expect(skipped).toMatchObject([{ name: 'boxes' }]);
});

test('nothing of an image or a server is in the drawing but shapes', () => {
  const hostile = '"/><image href="file:///etc/passwd"/><script>&amp;';
  const things = someFindings().things.map(thing => ({ ...thing, label: hostile }));
  const codes = someFindings().codes.map(code => ({ ...code, format: hostile, text: hostile }));
  const lines = someFindings().lines.map(line => ({ ...line, text: hostile }));
  const drawing = boxDrawing(someFindings({ things, codes, lines }), { width: 400, height: 300 });
  const tags = new Set([...drawing.matchAll(/<\/?([a-z]+)/gi)].map(([, tag]) => tag));
  expect([...tags].sort()).toEqual(['path', 'polygon', 'rect', 'svg']);
  expect(drawing).not.toMatch(/passwd|script|&|href/);
  // Letters that it has no dots for are question marks.
  expect(glyphPath('é')).toBe(glyphPath('?'));
  const odd = someFindings({ width: 0, things, codes, lines });
  expect(boxDrawing(odd, { width: 400, height: 300 })).not.toMatch(/NaN|Infinity/);
});

test('a folder in which nothing was drawn is not made', async () => {
  const folder = await temporaryFolder();
  const copies = await open(path.join(folder, 'boxes'));
  await copies.close();
  expect(await readdir(folder)).toEqual([]);
});
