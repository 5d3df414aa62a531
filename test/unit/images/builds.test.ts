import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseBuild, type SharpBuild } from '../../../src/images/open/loadSharp.ts';
import { bytesOf, frames, jpeg, logo, png, red, scene, solid, toSharp } from '../../support/pictures.ts';
import { floatTiff, heicFile } from '../../support/pictureFiles.ts';

interface Prepared {
  build: SharpBuild;
  loaded: string[];
  pictures: { dataUrl: string; width: number; height: number; notes: string[] }[];
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-builds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, Buffer>): Promise<string[]> {
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
  return Object.keys(files).map(name => path.join(folder, name));
}

/** Prepares files in a process of its own, with one build of sharp. */
async function prepareApart(files: string[], build: SharpBuild): Promise<Prepared> {
  const script = path.join(import.meta.dirname, 'children/prepare.ts');
  const env = { ...process.env, SIGHTLINE_SHARP: build };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], { env, maxBuffer: 1e8 });
  return JSON.parse(stdout) as Prepared;
}

describe('the build of sharp', () => {
  test('is WebAssembly in an Electron program on Linux, else native', () => {
    const electron = { ...process.versions, electron: '35.5.1' };
    const { electron: _, ...plain } = electron;
    expect(chooseBuild({ platform: 'linux', versions: electron }, undefined)).toBe('wasm');
    expect(chooseBuild({ platform: 'linux', versions: plain }, undefined)).toBe('native');
    expect(chooseBuild({ platform: 'darwin', versions: electron }, undefined)).toBe('native');
    expect(chooseBuild({ platform: 'win32', versions: electron }, undefined)).toBe('native');
  });

  test('both builds give the same picture within a small tolerance', async () => {
    const picture = scene(400, 300);
    const files = await write({
      'turned.jpg': await jpeg(picture, { orientation: 6 }),
      'alpha.png': await png(await logo(300)),
      'small.webp': await toSharp(picture).webp({ quality: 90 }).toBuffer(),
      'small.avif': await toSharp(solid(64, 48, red))
        .avif({ effort: 0 })
        .toBuffer(),
      'three.gif': await frames('gif', [solid(20, 10, red), solid(20, 10, red)]),
      'page.tiff': await toSharp(picture).tiff().toBuffer(),
      'float.tiff': floatTiff(64, 16, x => x * 3),
      'disc.svg': Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>',
      ),
      'phone.heic': heicFile,
    });
    const [native, wasm] = [await prepareApart(files, 'native'), await prepareApart(files, 'wasm')];
    expect([native.build, wasm.build]).toEqual(['native', 'wasm']);
    for (const [index, file] of files.entries()) {
      const [a, b] = [native.pictures[index], wasm.pictures[index]];
      expect({ ...b, dataUrl: '' }, file).toEqual({ ...a, dataUrl: '' });
      expect(await difference(a?.dataUrl ?? '', b?.dataUrl ?? ''), file).toBeLessThan(2);
    }
  });
});

test('for a JPEG no decoder is loaded, nor the thread for them', async () => {
  const files = await write({ 'plain.jpg': await jpeg(scene(60, 40)) });
  const { loaded } = await prepareApart(files, 'native');
  const others = await prepareApart(await write({ 'plain.heic': heicFile }), 'native');
  const ours = loaded.filter(url => url.includes('/src/images/'));
  expect(ours.length).toBeGreaterThan(10);
  expect(
    ours
      .filter(url => /decoders\//.test(url))
      .map(url => path.basename(url))
      .sort(),
  ).toEqual(['decodeInWorker.ts', 'dibHeader.ts', 'raster.ts', 'rawHeader.ts']);
  for (const url of [...loaded, ...others.loaded]) expect(url).not.toMatch(/magick-wasm|sharp-wasm32/);
});

/** The mean difference of two pictures' values. */
async function difference(a: string, b: string): Promise<number> {
  const [first, second] = await Promise.all([a, b].map(url => sharp(bytesOf(url)).raw().toBuffer()));
  if (first === undefined || second === undefined || first.length !== second.length) return Number.NaN;
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
}
