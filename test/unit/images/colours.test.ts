import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { makeThumbnail } from '../../../src/images/prepare/makeThumbnail.ts';
import { openPicture } from '../../../src/images/view/openPicture.ts';
import {
  chromaChunk,
  cicpChunk,
  cicpProfile,
  gammaChunk,
  pngChunk,
  withChunks,
  withNclx,
} from '../../support/colourFiles.ts';
import { encoded, type PrimariesCode, type Rgb, type TransferCode } from '../../support/encodedColours.ts';
import { bytesOf, pixelAt } from '../../support/pictures.ts';
import { tiffFile } from '../../support/tiffFile.ts';
import { heicOfColours } from '../../support/turnedHeic.ts';

const colours: readonly Rgb[] = [
  [1, 1, 1],
  [1, 0, 0],
  [0.5, 0.5, 0.5],
  [0.2, 0.4, 0.7],
];
const [width, height] = [32, 16];

/** Four bars of colours, as samples of a colour space. */
function bars(primaries: PrimariesCode, transfer: TransferCode, bits: 8 | 16 = 8): Sharp {
  const top = bits === 8 ? 255 : 65_535;
  const values = Array.from({ length: width * height }, (_, at) =>
    encoded(colours[Math.floor((at % width) / 8)] ?? [0, 0, 0], primaries, transfer).map(value =>
      Math.min(top, Math.round(value * top)),
    ),
  ).flat();
  const data = bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return bits === 8 ? image : image.toColourspace('rgb16');
}

async function expectBars(file: Buffer, tolerance = 6): Promise<string[]> {
  const { dataUrl, notes } = await prepareImage(file, { quality: 100 });
  await expectColours(dataUrl, tolerance);
  return notes;
}

async function expectColours(dataUrl: string, tolerance: number, scale = 1): Promise<void> {
  for (const [index, colour] of colours.entries()) {
    const seen = await pixelAt(bytesOf(dataUrl), (index * 8 + 4) * scale, 8 * scale);
    for (const [k, value] of colour.entries())
      expect(Math.abs((seen[k] ?? NaN) - value * 255), `${index}: ${seen.join()}`).toBeLessThan(tolerance);
  }
}

const cases: readonly (readonly [PrimariesCode, TransferCode])[] = [
  [9, 16],
  [9, 18],
  [12, 16],
  [1, 8],
  [9, 8],
  [1, 1],
  [1, 4],
  [1, 5],
  [12, 13],
  [9, 13],
];

describe('PIC-4: what samples mean is heeded', () => {
  for (const [primaries, transfer] of cases) {
    const said = { primaries, transfer };
    const isHdr = transfer === 16 || transfer === 18;
    const expectNote = (notes: string[]): void =>
      expect(notes.join(' ')).toMatch(isHdr ? /HDR.*tone-mapped.*203 cd\/m²/ : /are converted to sRGB/);

    test(`PNG of 8 and 16 bits by cICP: ${primaries}/${transfer}`, async () => {
      for (const bits of [8, 16] as const) {
        const png = await bars(primaries, transfer, bits).png().toBuffer();
        // Linear light has few steps in 8 bits.
        expectNote(await expectBars(withChunks(png, cicpChunk(said)), 8));
      }
    });

    test(`AVIF of 8 and 10 bits by nclx: ${primaries}/${transfer}`, async () => {
      for (const bitdepth of [8, 10] as const) {
        const avif = bars(primaries, transfer).avif({
          lossless: true,
          chromaSubsampling: '4:4:4',
          effort: 0,
          bitdepth,
        });
        expectNote(await expectBars(withNclx(await avif.toBuffer(), said), 8));
      }
    });
  }

  test('a profile is read for its CICP tag, in JPEG, WebP, TIFF, PNG and AVIF', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-profile-'));
    try {
      for (const [primaries, transfer] of [
        [9, 16],
        [9, 18],
      ] as const) {
        const profile = path.join(folder, `${transfer}.icc`);
        await writeFile(profile, await cicpProfile({ primaries, transfer }));
        const image = bars(primaries, transfer).withIccProfile(profile);
        for (const file of [
          image.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
          image.clone().webp({ lossless: true }),
          image.clone().tiff({ compression: 'none' }),
          image.clone().png(),
          image.clone().avif({ lossless: true, chromaSubsampling: '4:4:4', effort: 0 }),
        ])
          expect((await expectBars(await file.toBuffer(), 9)).join()).toContain('HDR');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a profile is read for its CICP tag on each page of a TIFF', async () => {
    const profile = await cicpProfile({ primaries: 9, transfer: 16 });
    const page = { width, height, bits: 8, samples: 3 } as const;
    const data = await bars(9, 16).raw().toBuffer();
    const grey = { ...page, data: Buffer.alloc(data.length, 90) };
    const file = tiffFile(grey, { ...page, data, profile }, { ...page, data, profile });
    for (const number of [2, 3]) {
      const { dataUrl, notes, original } = await prepareImage(file, { quality: 100, page: number });
      await expectColours(dataUrl, 8);
      expect(notes.join(' ')).toMatch(/HDR/);
      expect(original).toMatchObject({ pages: 3, page: number });
    }
    expect((await prepareImage(file)).notes).toEqual(['Only the first of 3 pages is sent.']);
    const first = tiffFile({ ...page, data, profile }, grey);
    const notes = await expectBars(first, 8);
    expect(notes.join(' ')).toContain('HDR');
    expect(notes).toContain('Only the first of 2 pages is sent.');
  });

  test('colours of a TIFF in floating point are seen, with a profile too', async () => {
    const values = Array.from({ length: height }, () =>
      Array.from({ length: width }, (_, x) => colours[Math.floor(x / 8)] ?? []),
    ).flat(2);
    const data = Buffer.from(Float32Array.from(values).buffer);
    const page = { width, height, bits: 32, samples: 3, sampleFormat: 3, data } as const;
    const profile = await cicpProfile({ primaries: 1, transfer: 13 });
    for (const file of [tiffFile(page), tiffFile({ ...page, profile })]) await expectBars(file);
  });

  test('HEIC by nclx', async () => {
    const { dataUrl, notes } = await prepareImage(heicOfColours(9, 16));
    expect(notes).toEqual([expect.stringContaining('PQ, BT.2020')]);
    expect((await pixelAt(bytesOf(dataUrl), 48, 24)).every(value => value > 250)).toBe(true);
    expect((await prepareImage(heicOfColours(1, 13))).notes).toEqual([]);
  });

  test('what is brighter than the reference white stays brighter, and white stays nearly white', async () => {
    const data = Uint16Array.from({ length: 64 * 16 * 3 }, (_, at) =>
      Math.round((Math.floor((at / 3) % 64) / 63) * 49_000),
    );
    const png = await sharp(data, { raw: { width: 64, height: 16, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const { dataUrl } = await prepareImage(withChunks(png, cicpChunk({ primaries: 9, transfer: 16 })), {
      quality: 100,
    });
    const greys = [];
    for (let x = 20; x < 64; x += 6) greys.push((await pixelAt(bytesOf(dataUrl), x, 8))[1]);
    expect(greys).toEqual([...greys].sort((a, b) => a - b));
    expect(new Set(greys).size).toBe(greys.length);
    // 203 cd/m² is 38,057 of 65,535 in PQ.
    expect((await pixelAt(bytesOf(dataUrl), 49, 8))[1]).toBeGreaterThan(238);
  });

  test('PNG: cICP goes before iCCP, that before sRGB, that before gAMA and cHRM', async () => {
    const plain = await bars(1, 13).png().toBuffer();
    const srgb = pngChunk('sRGB', Buffer.from([0]));
    const linear = gammaChunk(1);
    expect(await expectBars(withChunks(plain, srgb, linear))).toEqual([]);
    expect(await expectBars(withChunks(plain, gammaChunk(1 / 2.2)))).toEqual([]);
    expect(await expectBars(withChunks(plain, cicpChunk({ primaries: 1, transfer: 13 }), linear))).toEqual(
      [],
    );
    const p3 = await bars(1, 13).withIccProfile('p3').png().toBuffer();
    const profiled = await prepareImage(p3);
    const same = await prepareImage(withChunks(p3, linear));
    expect(same.dataUrl).toBe(profiled.dataUrl);
    const pq = await bars(9, 16).withIccProfile('p3').png().toBuffer();
    // Its values were brought into that profile; as they lie there they are samples of PQ all the same.
    expect(
      (await prepareImage(withChunks(pq, cicpChunk({ primaries: 9, transfer: 16 }), srgb))).notes.join(),
    ).toContain('HDR');
  });

  test('PNG: gAMA and cHRM are heeded', async () => {
    const d65 = [0.3127, 0.329] as const;
    const p3 = chromaChunk([...d65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]);
    for (const file of [
      withChunks(await bars(1, 8, 16).png().toBuffer(), gammaChunk(1)),
      withChunks(await bars(1, 5, 16).png().toBuffer(), gammaChunk(1 / 2.8)),
      withChunks(await bars(12, 8, 16).png().toBuffer(), gammaChunk(1), p3),
      withChunks(await bars(12, 13).png().toBuffer(), p3),
    ])
      expect((await expectBars(file)).join()).toContain('are converted to sRGB');
    const grey = await sharp(
      Uint8Array.from({ length: 512 }, () => 55),
      { raw: { width, height, channels: 1 } },
    )
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect(
      Math.abs(
        (await pixelAt(bytesOf((await prepareImage(withChunks(grey, gammaChunk(1)))).dataUrl), 9, 9))[1] -
          128,
      ),
    ).toBeLessThan(3);
  });

  test('black and white at 16 and 235 are black and white', async () => {
    const narrow = await bars(1, 13)
      .linear(219 / 255, 16)
      .png()
      .toBuffer();
    await expectBars(withChunks(narrow, cicpChunk({ primaries: 1, transfer: 13, fullRange: 0 })));
  });

  test('the picture editor and thumbnails show the same', async () => {
    const file = withChunks(
      await bars(9, 16, 16).png().toBuffer(),
      cicpChunk({ primaries: 9, transfer: 16 }),
    );
    const { page } = await openPicture(file, 'a.png');
    for (const [index, colour] of colours.entries())
      for (const [k, value] of colour.entries())
        expect(
          Math.abs((page.samples.data[(8 * width + index * 8 + 4) * 3 + k] ?? NaN) - value * 255),
        ).toBeLessThan(6);
    expect(page.facts).toMatchObject({ bits: 16, colours: 'PQ, BT.2020', format: 'PNG image' });
    expect(page.notes.join()).toContain('HDR');
    await expectColours(await makeThumbnail(file, 64), 16);
  });

  test('transparency stays', async () => {
    const data = Uint16Array.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? (Math.floor(at / 4) % width < 16 ? 0 : 65_535) : 20_000,
    );
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    for (const transfer of [8, 16]) {
      const prepared = await prepareImage(withChunks(png, cicpChunk({ primaries: 1, transfer })));
      expect(prepared.original.transparentShare).toBeCloseTo(0.5);
      expect((await pixelAt(bytesOf(prepared.dataUrl), 4, 8))[0]).toBeGreaterThan(250);
    }
  });
});
