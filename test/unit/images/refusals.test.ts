import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import { fileFormatOf } from '../../../src/images/open/fileFormat.ts';
import { loadFailure } from '../../../src/images/open/loadSharp.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { bytesOf, jpeg, png, red, scene, solid, toSharp } from '../../support/pictures.ts';

/** The refusal of a file. */
async function refusal(bytes: Uint8Array, name: string): Promise<ValueError> {
  const error: unknown = await prepareImage(bytes, { name }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ValueError)) throw new Error(`${name} was not refused: ${String(error)}`);
  return error;
}

describe('formats', () => {
  test('IMG-5: AVIF is read', async () => {
    const file = await toSharp(solid(64, 32, red))
      .avif({ quality: 80, effort: 0 })
      .toBuffer();
    const prepared = await prepareImage(file, { name: 'x.avif' });
    expect(prepared.original).toMatchObject({
      format: 'avif',
      width: 64,
      height: 32,
      byteLength: file.byteLength,
    });
    expect(bytesOf(prepared.dataUrl).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test('IMG-5: what nobody reads is refused in one plain line with a hint', async () => {
    const error = await refusal(Buffer.from('%PDF-1.7\n…'), 'x.pdf');
    expect(error.code).toBe('unsupportedImage');
    expect(error.message).toBe(
      'Unable to read image source x.pdf: it is a PDF document, a format that is not supported.',
    );
    expect(error.hint).toMatch(/PNG or JPEG/);
  });

  for (const [name, file, format] of [
    ['x.bmp', 'BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\0\0\0\0', 'a BMP image'],
    ['x.ico', '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\xff\0\0\0\x16\0\0\0', 'an icon file (ICO or CUR)'],
    ['x.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a HEIC image'],
    ['x.jxl', '\xff\x0a\x01\x02\x03', 'a JPEG XL image'],
  ] as const)
    test(`IMG-5: a damaged ${name} is refused in one plain line with a hint`, async () => {
      const error = await refusal(Buffer.from(file, 'latin1'), name);
      expect(error.code).toBe('unsupportedImage');
      expect(error.message).toMatch(
        new RegExp(
          `^Unable to read image source ${name}: it is ${format.replace(/[()]/g, '\\$&')}, but it .*\\.$`,
        ),
      );
      expect(error.hint).toMatch(/PNG or JPEG/);
    });

  test('the format is told by the bytes, not by the name', async () => {
    const prepared = await prepareImage(await png(solid(4, 4, red)), { name: 'really-a-png.jpg' });
    expect(prepared.original.format).toBe('png');
    expect(prepared.notes).toEqual(['Its name ends in .jpg, but it is a PNG image.']);
    expect(fileFormatOf(await jpeg(solid(4, 4, red)))?.name).toBe('a JPEG image');
  });
});

describe('damage', () => {
  test('IMG-7: a JPEG that lacks its last 2 bytes is whole', async () => {
    const file = await jpeg(scene(120, 80));
    const whole = await prepareImage(file);
    for (const missing of [1, 2]) {
      const prepared = await prepareImage(file.subarray(0, -missing));
      expect(prepared.dataUrl).toBe(whole.dataUrl);
      expect(prepared.notes).toEqual([]);
    }
  });

  test('IMG-7: a file cut at 60 % is refused as truncated, by name', async () => {
    const picture = scene(120, 80);
    const files = {
      'cut.png': await png(picture),
      'cut.webp': await toSharp(picture).webp().toBuffer(),
      'cut.gif': await toSharp(picture).gif().toBuffer(),
      'cut.avif': await toSharp(picture).avif({ effort: 0 }).toBuffer(),
      'cut.tiff': await toSharp(picture).tiff().toBuffer(),
    };
    for (const [name, file] of Object.entries(files)) {
      const error = await refusal(file.subarray(0, Math.floor(file.length * 0.6)), name);
      expect(error.message).toMatch(
        new RegExp(`^Unable to read image source ${name}: it is an? .* that is truncated`),
      );
      expect(error.code).toBe('unsupportedImage');
    }
  });

  test('IMG-7: of a JPEG cut at 60 % the part that is there is sent, and the person is told', async () => {
    for (const progressive of [false, true]) {
      const file = await toSharp(scene(120, 80)).removeAlpha().jpeg({ progressive }).toBuffer();
      const prepared = await prepareImage(file.subarray(0, Math.floor(file.length * 0.6)));
      expect(prepared).toMatchObject({ width: 120, height: 80 });
      expect(prepared.notes).toEqual([expect.stringContaining('truncated')]);
    }
  });

  test('a few bytes before a JPEG are left out, and the person is told', async () => {
    const file = Buffer.concat([Buffer.from('--boundary\r\n\r\n'), await jpeg(scene(60, 40))]);
    const prepared = await prepareImage(file);
    expect(prepared).toMatchObject({ width: 60, height: 40 });
    expect(prepared.notes).toEqual([expect.stringContaining('14 bytes before')]);
  });

  test('IMG-7: damage inside a JPEG is tolerated visibly', async () => {
    const file = await jpeg(scene(160, 120));
    // A marker in the middle of the data: decoders resume behind it, and the rows between are lost.
    const middle = Math.floor(file.length / 2);
    const damaged = Buffer.concat([
      file.subarray(0, middle),
      Buffer.from([0xff, 0xd3]),
      file.subarray(middle + 40),
    ]);
    const prepared = await prepareImage(damaged);
    expect(prepared).toMatchObject({ width: 160, height: 120 });
    expect(prepared.notes).toEqual([expect.stringContaining('damaged')]);
  });

  test('IMG-7: an empty file, a text file and a pointer to a file are named as such', async () => {
    expect((await refusal(new Uint8Array(0), 'empty.png')).message).toBe(
      'Unable to read image source empty.png: it is empty.',
    );
    expect((await refusal(Buffer.from('Grüße aus der Küche\n'), 'notes.png')).message).toBe(
      'Unable to read image source notes.png: it is text, not an image.',
    );
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
    const lfs = await refusal(Buffer.from(pointer), 'big.png');
    expect(lfs.message).toContain('Git LFS pointer');
    expect(lfs.hint).toContain('git lfs pull');
    expect((await refusal(Buffer.from([1, 2, 3, 0, 200]), 'noise.png')).message).toBe(
      'Unable to read image source noise.png: it is not in a known image format.',
    );
  });
});

test('a processor that does not load is told with the platform and what to do', () => {
  const error = loadFailure(new Error('Could not load the "sharp" module'));
  expect(error.code).toBe('unsupportedImage');
  expect(error.message).toContain(`${process.platform}-${process.arch}`);
  expect(error.remedy).toEqual({
    kind: 'installImageProcessor',
    os: process.platform,
    cpu: process.arch,
  });
  expect(error.cause).toBeInstanceOf(Error);
});

test('no bytes of the picture appear in an error', async () => {
  const error = await refusal(Buffer.from('secret contents of a file'), 'x.png');
  expect(`${error.message} ${error.hint ?? ''}`).not.toContain('secret');
  expect(typeof sharp).toBe('function');
});
