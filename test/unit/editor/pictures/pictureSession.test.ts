import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { PictureSession } from '../../../../src/editor/pictures/pictureSession.ts';
import { firstLook, type PictureHostMessage, type PictureLook } from '../../../../src/protocol/picture.ts';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { cellAt, colourAt, microscopeTiff, satelliteTiff } from '../../../support/samplePictures.ts';
import { frames, lime, png, red, solid, white } from '../../../support/pictures.ts';

type Message<Type extends PictureHostMessage['type']> = Extract<PictureHostMessage, { type: Type }>;

/** A session over bytes that may be exchanged, and what it says. */
function session(file: { bytes: Uint8Array; size?: number; fault?: Error }, first?: PictureLook) {
  const said: PictureHostMessage[] = [];
  const logged: string[] = [];
  const picture = new PictureSession({
    name: 'cells.tif',
    size: () => Promise.resolve(file.size ?? file.bytes.byteLength),
    read: () => (file.fault === undefined ? Promise.resolve(file.bytes) : Promise.reject(file.fault)),
    post: message => said.push(message),
    log: { error: message => logged.push(message) },
    mappingAsSent: page => page.mapping('auto'),
    ...(first === undefined ? {} : { look: first }),
  });
  const last = <Type extends PictureHostMessage['type']>(type: Type): Message<Type> => {
    const found = said.findLast(message => message.type === type);
    if (found === undefined) throw new Error(`Nothing of the type ${type} was said.`);
    return found as Message<Type>;
  };
  return { picture, said, logged, last };
}

const look = (rest: Partial<PictureLook>): PictureLook => ({ ...firstLook, ...rest });

async function pixel({ dataUrl }: { dataUrl: string }, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + info.channels)];
}

describe('a picture that is looked at', () => {
  test('is read, opened and drawn, in this order', async () => {
    const { picture, said, last } = session({ bytes: microscopeTiff() });
    await picture.handle({ type: 'ready' });
    expect(said.map(({ type }) => type)).toEqual(['reading', 'opened', 'drawn']);
    expect(last('opened')).toMatchObject({
      ...{ name: 'cells.tif', width: 600, height: 400, pages: 2, pageWord: 'page', channels: ['colour'] },
      ...{ valueNames: ['Grey'], valueKind: '16 bits per channel' },
    });
    const { low, high } = last('drawn');
    expect(low).toBeGreaterThan(300);
    expect(high).toBeLessThan(5000);
  });

  test.each([
    [8, 'as sRGB'],
    [16, '16 bits per channel, as sRGB'],
  ])('says that the values of %i bits with a colour profile were converted', async (bits, words) => {
    const ramp = sharp(await png(solid(8, 4, red))).withIccProfile('p3');
    const bytes = await (bits === 16 ? ramp.toColourspace('rgb16') : ramp).png().toBuffer();
    const { picture, last } = session({ bytes });
    await picture.handle({ type: 'ready' });
    expect(last('opened').valueKind).toBe(words);
  });

  test('PIC-2: each band of a picture with more than are shown can be looked at, and is sent so', async () => {
    const { picture, last } = session({ bytes: satelliteTiff() });
    await picture.handle({ type: 'ready' });
    const channels = ['colour', 'red', 'green', 'blue', 'luminance', 'band4'];
    expect(last('opened')).toMatchObject({ channels, bands: 4, valueNames: ['R', 'G', 'B'] });
    expect(last('opened').notes.join()).toContain('Of its 4 bands the first three are shown');
    await picture.handle({ type: 'look', look: look({ channel: 'band4' }) });
    expect(last('opened')).toMatchObject({ channels, bands: 4, valueNames: ['Band 4'] });
    expect(last('opened').notes).toEqual(['Band 4 of its 4 bands is shown, as grey.']);
    await picture.handle({ type: 'values', left: 300, top: 150, width: 1, height: 1 });
    expect(last('values').values).toEqual([cellAt(300, 150)]);
    const { low, high } = last('drawn');
    const shown = Math.round(((cellAt(300, 150) - low) / (high - low)) * 255);
    expect((await pixel(last('drawn'), 300, 150))[0]).toBe(shown);
    expect(picture.sentLook()).toEqual({ channel: 'band4' });
    const sent = await prepareImage(satelliteTiff(), { channel: 'band4' });
    expect(sent).toMatchObject({ channel: 'band4' });
    expect(sent.notes).toContain('Only its band 4 is sent, as grey.');
    expect(Math.abs((await pixel(sent, 300, 150))[0] ?? NaN) - shown).toBeLessThan(6);
    await picture.handle({ type: 'look', look: look({ channel: 'red' }) });
    expect(last('opened').valueNames).toEqual(['R', 'G', 'B']);
    await expect(prepareImage(satelliteTiff(), { channel: 'band7' })).rejects.toThrow(
      'no band 7 among its 4',
    );
    await expect(prepareImage(microscopeTiff(), { channel: 'band2' })).rejects.toThrow(
      'no band 2 of its own',
    );
  });

  test('turns to another page, channel and mapping, and to those it remembers', async () => {
    const { picture, last } = session({ bytes: microscopeTiff() });
    await picture.handle({ type: 'ready', look: look({ page: 1, mapping: { mode: 'full' } }) });
    const [r, g, b] = colourAt(200, 100);
    const shown = (value: number): number => Math.round((value / 65_535) * 255);
    expect(await pixel(last('drawn'), 200, 100)).toEqual([r, g, b].map(shown));
    await picture.handle({
      type: 'look',
      look: look({ page: 1, channel: 'green', mapping: { mode: 'full' } }),
    });
    expect((await pixel(last('drawn'), 200, 100))[0]).toBe(shown(g));
    await picture.handle({ type: 'look', look: look({ mapping: { mode: 'own', low: 0, high: 4000 } }) });
    expect((await pixel(last('drawn'), 120, 90))[0]).toBe(Math.round((cellAt(120, 90) / 4000) * 255));
  });

  test('what it does not have is not asked of it: a page or channel beyond falls back', async () => {
    const { picture, last } = session({ bytes: microscopeTiff() });
    await picture.handle({ type: 'ready', look: look({ page: 9, channel: 'alpha' }) });
    expect(last('drawn').look).toMatchObject({ page: 1, channel: 'colour' });
  });

  test('says what is sent where a page, a channel or values were chosen, and nothing where all is as it is sent', async () => {
    const { picture, last } = session({ bytes: microscopeTiff() });
    expect(picture.sentLook()).toBeUndefined();
    await picture.handle({ type: 'ready' });
    expect(picture.sentLook()).toEqual({ page: 1 });
    const mapping = { mode: 'own', low: 120, high: 4000 } as const;
    await picture.handle({ type: 'look', look: { page: 1, channel: 'green', mapping } });
    expect(picture.sentLook()).toEqual({
      ...{ page: 2, channel: 'green', mapping: { kind: 'own', low: 120, high: 4000 } },
    });
    await picture.handle({ type: 'look', look: look({ mapping: { mode: 'window' } }) });
    const { low, high } = last('drawn');
    expect(picture.sentLook()).toEqual({ page: 1, mapping: { kind: 'window', low, high } });
    const plain = session({ bytes: await png(solid(7, 3, red)) });
    await plain.picture.handle({ type: 'ready' });
    expect(plain.picture.sentLook()).toBeUndefined();
  });

  test('opens as it was sent, and an animation at the frame that is sent by itself', async () => {
    const sent = session({ bytes: microscopeTiff() }, look({ page: 1, channel: 'blue' }));
    await sent.picture.handle({ type: 'ready' });
    expect(sent.last('drawn').look).toMatchObject({ page: 1, channel: 'blue' });
    const blankFirst = await frames('gif', [solid(8, 8, white), solid(8, 8, red), solid(8, 8, lime)]);
    const { picture, last } = session({ bytes: blankFirst });
    await picture.handle({ type: 'ready' });
    expect(last('drawn').look.page).toBe(1);
    await picture.handle({ type: 'look', look: look({ page: 2 }) });
    expect((await pixel(last('drawn'), 4, 4)).slice(0, 3)).toEqual(lime);
    expect(picture.sentLook()).toEqual({ page: 3 });
  });

  test('tells the values of a part, cut to the picture, and of no part that is too large', async () => {
    const { picture, last, said } = session({ bytes: microscopeTiff() });
    await picture.handle({ type: 'ready' });
    await picture.handle({ type: 'values', left: 590, top: 395, width: 32, height: 32 });
    expect(last('values')).toMatchObject({ left: 590, top: 395, width: 10, height: 5 });
    expect(last('values').values[2 * 10 + 3]).toBe(cellAt(593, 397));
    const before = said.length;
    await picture.handle({ type: 'values', left: 0, top: 0, width: 600, height: 400 });
    await picture.handle({ type: 'values', left: 900, top: 0, width: 1, height: 1 });
    expect(said).toHaveLength(before);
  });

  test('draws a part in full where the whole is reduced', async () => {
    const bytes = await sharp({ create: { width: 5000, height: 40, channels: 3, background: '#fff' } })
      .composite([
        { input: Buffer.from([255, 0, 0]), raw: { width: 1, height: 1, channels: 3 }, left: 4321, top: 20 },
      ])
      .png()
      .toBuffer();
    const { picture, last } = session({ bytes });
    await picture.handle({ type: 'ready' });
    const { drawing, width } = last('drawn');
    expect(width).toBe(2048);
    const part = { left: 4300, top: 0, width: 100, height: 40 };
    await picture.handle({ type: 'detail', drawing, ...part, within: 100 });
    expect((await pixel(last('detail'), 21, 20)).slice(0, 3)).toEqual([255, 0, 0]);
    await picture.handle({ type: 'detail', drawing: drawing - 1, ...part, left: 0, within: 100 });
    expect(last('detail').left).toBe(4300);
  });

  test('a change of the file is shown as it was looked at; a failure is told and can be tried again', async () => {
    const file: { bytes: Uint8Array; fault?: Error } = { bytes: microscopeTiff() };
    const { picture, last } = session(file);
    await picture.handle({ type: 'ready', look: look({ mapping: { mode: 'full' } }) });
    file.bytes = Buffer.from('no picture');
    await picture.reload();
    expect(last('failed')).toMatchObject({
      message: expect.stringMatching(/cells\.tif.*text/) as string,
      remedy: 'retry',
    });
    file.bytes = await png(solid(7, 3, red));
    await picture.handle({ type: 'retry' });
    expect(last('opened')).toMatchObject({ width: 7, height: 3 });
    expect(last('drawn').look.mapping).toEqual({ mode: 'full' });
  });

  test('after Cancel, and after it was closed, nothing more of it comes', async () => {
    const { picture, said } = session({ bytes: microscopeTiff() });
    const reading = picture.handle({ type: 'ready' });
    await picture.handle({ type: 'cancel' });
    await reading;
    expect(said.map(({ type }) => type)).toEqual(['failed']);
    const again = picture.handle({ type: 'retry' });
    await picture.handle({ type: 'close' });
    await again;
    await picture.handle({ type: 'values', left: 0, top: 0, width: 1, height: 1 });
    expect(said.map(({ type }) => type)).toEqual(['failed']);
  });

  test('a file beyond the limit is refused before it is read; a folder without trust says how to trust it', async () => {
    const large = session({ bytes: new Uint8Array(1), size: 600_000_000, fault: new Error('It was read.') });
    await large.picture.handle({ type: 'ready' });
    expect(large.last('failed').message).toMatch(/600,000,000 bytes are more than the limit/);
    const fault = new SightlineError('untrusted', 'Not read.', { hint: 'Trust the folder.' });
    const untrusted = session({ bytes: new Uint8Array(1), fault });
    await untrusted.picture.handle({ type: 'ready' });
    expect(untrusted.last('failed')).toEqual({
      ...{ type: 'failed', message: 'Not read.', hint: 'Trust the folder.', remedy: 'trust' },
    });
  });
});
