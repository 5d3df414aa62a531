import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageToDataUrl } from '../../../src/images/prepare/imageToDataUrl.ts';
import { makeThumbnail } from '../../../src/images/prepare/makeThumbnail.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ImageSource } from '../../../src/images/preparedImage.ts';
import {
  blue,
  bytesOf,
  halves,
  jpeg,
  pixelAt,
  png,
  red,
  scene,
  solid,
  toSharp,
} from '../../support/pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-images-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Size and channels of a sent picture. */
async function sentAs(dataUrl: string): Promise<object> {
  expect(dataUrl).toMatch(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/);
  const { format, width, height, channels } = await sharp(bytesOf(dataUrl)).metadata();
  return { format, width, height, channels };
}

describe('sources', () => {
  test('web addresses and picture data URLs stay as they are', async () => {
    for (const url of [
      'http://a.example/b.png',
      'https://a.example/c',
      'data:image/png;base64,iVBORw0KGgo=',
      'data:image/x',
    ])
      expect(await imageToDataUrl(url)).toBe(url);
  });

  test('any other string is a path, to the letter', async () => {
    for (const path of [
      'HTTP://a.example/b.png',
      'data:text/plain,x',
      'ftp://a.example/b.png',
      ' https://a.example',
    ])
      await expect(imageToDataUrl(path)).rejects.toThrow(
        `Unable to read image source ${path}: there is no such file.`,
      );
  });

  test('paths, file URLs, bytes, raw pixels and sharp instances become the same kind of JPEG', async () => {
    const file = await png(halves(30, 20, red, blue));
    const path = join(folder, 'a b#1%41 é.png');
    await writeFile(path, file);
    const raw = halves(30, 20, red, blue);
    const sources: ImageSource[] = [
      path,
      pathToFileURL(path),
      pathToFileURL(path).href,
      file,
      new Uint8Array(file),
      new Uint8Array(file).buffer,
      raw,
      toSharp(raw),
      sharp(file),
      sharp(path),
    ];
    for (const source of sources)
      expect(await sentAs(await imageToDataUrl(source))).toEqual({
        format: 'jpeg',
        width: 30,
        height: 20,
        channels: 3,
      });
  });

  test('a view into a larger buffer is read within its bounds', async () => {
    const file = await png(solid(5, 7, red));
    const around = new Uint8Array(file.length + 64).fill(9);
    around.set(file, 32);
    const view = around.subarray(32, 32 + file.length);
    expect(await sentAs(await imageToDataUrl(view))).toMatchObject({ width: 5, height: 7 });
  });

  test('raw pixels of one to four channels', async () => {
    for (const channels of [1, 2, 3, 4] as const) {
      const data = new Uint8Array(6 * 4 * channels).fill(200);
      const prepared = await prepareImage({ data, width: 6, height: 4, channels });
      expect(await sentAs(prepared.dataUrl)).toEqual({ format: 'jpeg', width: 6, height: 4, channels: 3 });
      expect(prepared.original.transparentShare).toBeCloseTo(channels % 2 === 0 ? 55 / 255 : 0, 3);
    }
  });

  test('a sharp instance keeps its own steps and can be used again', async () => {
    const instance = sharp(await jpeg(scene(90, 60), { orientation: 6 })).resize({ width: 20 });
    expect(await sentAs(await imageToDataUrl(instance))).toMatchObject({ width: 20, height: 30 });
    expect((await sharp(await instance.png().toBuffer()).metadata()).format).toBe('png');
  });

  test('a sharp instance fed by a stream that has ended', async () => {
    const instance = sharp();
    instance.end(await png(solid(8, 8, red)));
    await new Promise(resolve => instance.once('finish', resolve));
    expect(await sentAs(await imageToDataUrl(instance))).toMatchObject({ width: 8, height: 8 });
  });

  test('maxSide and quality reach the picture', async () => {
    const file = await png(scene(200, 100));
    expect(await sentAs(await imageToDataUrl(file, { maxSide: 50 }))).toMatchObject({
      width: 50,
      height: 25,
    });
    const low = await imageToDataUrl(file, { quality: 20 });
    expect(low.length).toBeLessThan((await imageToDataUrl(file)).length);
  });
});

describe('errors', () => {
  for (const [source, message] of [
    ['/no/such/picture.png', '/no/such/picture.png: there is no such file'],
    [tmpdir(), `${tmpdir()}: it is a folder`],
    ['', '"": there is no such file'],
    [new URL('https://a.example/x.png'), 'https://a.example/x.png: an address with https: is not a file'],
    [new Uint8Array(0), 'of 0 bytes: it is empty'],
    [42, 'of type number: it is not a supported image source'],
    [{ width: 3 }, 'of type object: it is not a supported image source'],
    [
      { data: new Uint8Array(5), width: 2, height: 2, channels: 3 },
      '(raw pixels, 2 × 2 × 3): its data has 5 bytes where 12 are needed',
    ],
    [
      { data: new Uint8Array(5), width: 2.5, height: 2, channels: 1 },
      '(raw pixels, 2.5 × 2 × 1): width and height must be whole numbers above 0',
    ],
  ] as const)
    test(`says: ${message}`, async () => {
      await expect(imageToDataUrl(source as ImageSource)).rejects.toMatchObject({
        name: 'ValueError',
        code: 'unsupportedImage',
        message: `Unable to read image source ${message}.`,
      });
    });

  test('IMG-8: a file beyond the limit of bytes is refused before it is read', async () => {
    const path = join(folder, 'huge.png');
    const file = await open(path, 'w');
    await file.truncate(500_000_001);
    await file.close();
    await expect(imageToDataUrl(path)).rejects.toMatchObject({
      code: 'imageTooLarge',
      message: `Unable to read image source ${path}: its 500,000,001 bytes are more than the limit of 500,000,000.`,
    });
  });

  test('a web address is passed on, but never prepared', async () => {
    await expect(prepareImage('https://a.example/x.png')).rejects.toThrow(
      'it is a web address, and images are not downloaded',
    );
  });

  test('a sharp instance that fails is a value error too', async () => {
    await expect(imageToDataUrl(sharp(Buffer.from('no picture')))).rejects.toThrow(
      'Unable to read image source (a sharp instance): sharp says "Input buffer contains unsupported image format".',
    );
  });
});

describe('thumbnails', () => {
  test('are small JPEGs of bytes and of prepared pictures, upright and on white', async () => {
    const file = await jpeg(halves(400, 200, red, blue), { orientation: 6 });
    const prepared = await prepareImage(file);
    for (const picture of [file, prepared]) {
      const thumbnail = await makeThumbnail(picture, 64);
      expect(await sentAs(thumbnail)).toEqual({ format: 'jpeg', width: 32, height: 64, channels: 3 });
      const [r, , b] = await pixelAt(bytesOf(thumbnail), 16, 4);
      expect(r).toBeGreaterThan(b);
    }
    expect(await sentAs(await makeThumbnail(await png(solid(10, 10, red)), 64))).toMatchObject({
      width: 10,
      height: 10,
    });
  });
});
