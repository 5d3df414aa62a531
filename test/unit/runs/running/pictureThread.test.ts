import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { readsHere, type PictureReader } from '../../../../src/runs/running/pictureReader.ts';
import { readsApart } from '../../../../src/runs/running/pictureThread.ts';
import type { RunPicture } from '../../../../src/runs/runPicture.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { onePicture } from '../../../support/runs/exportedRun.ts';

const files = nodePictureFiles();
const apart = readsApart(files, location => location);
const { signal } = new AbortController();
const options = { maxSide: 20, quality: 85 };

async function pictureOf(name: string, bytes?: Uint8Array): Promise<RunPicture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const location = path.join(folder, name);
  if (bytes !== undefined) await writeFile(location, bytes);
  const size = bytes === undefined ? 1 : (await stat(location)).size;
  return { location, name, byteLength: size, modifiedAt: 0 };
}

/** What a reader makes of a picture: ready to be sent, or the error. */
async function readBy(reader: PictureReader, picture: RunPicture): Promise<unknown> {
  try {
    const { bytes, sha256 } = await reader.read(picture, signal);
    const length = bytes.byteLength;
    return { sha256, length, prepared: await reader.prepare(bytes, options, picture.name) };
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    const { name, message, code, hint, remedy } = error;
    return { name, message, code, hint, remedy };
  }
}

test.for<[string, Uint8Array]>([
  ['whole.png', onePicture],
  ['broken.png', Buffer.from('no picture')],
  ['empty.png', new Uint8Array()],
])('%s comes from the thread as from here, or fails with the same words', async ([name, bytes]) => {
  const picture = await pictureOf(name, bytes);
  const expected = await readBy(readsHere(files), picture);
  expect(await readBy(apart, picture)).toEqual(expected);
  expect(expected).toHaveProperty(name === 'whole.png' ? 'prepared' : 'code');
});

test('a picture that has gone fails by its name', async () => {
  expect(await readBy(apart, await pictureOf('gone.png'))).toMatchObject({
    code: 'unsupportedImage',
    message: 'Unable to read image source gone.png: it cannot be read from its folder.',
    hint: 'It may have been moved or deleted.',
  });
});

test('pictures are read and prepared at the same time, each its own', async () => {
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, at) => pictureOf(`p${at}.png`, onePicture)),
  );
  const read = await Promise.all(pictures.map(picture => readBy(apart, picture)));
  expect(new Set(read.map(one => JSON.stringify(one))).size).toBe(1);
});

test('what lies elsewhere is read by its files, whose bytes stay theirs', async () => {
  const elsewhere = readsApart({ read: () => Promise.resolve(onePicture) }, () => undefined);
  const picture = { location: 'memfs:/one.png', name: 'one.png', byteLength: 10, modifiedAt: 0 };
  const first = await readBy(elsewhere, picture);
  expect(first).toHaveProperty('prepared');
  expect(onePicture.byteLength).toBeGreaterThan(0);
  expect(await readBy(elsewhere, picture)).toEqual(first);
});

test('how a picture looks from far away comes from the thread as from here', async () => {
  const prepared = await apart.prepare(new Uint8Array(onePicture), options, 'one.png');
  const look = await apart.look(prepared);
  expect(look).toHaveLength(8 * 8 * 3);
  expect(look).toEqual(new Uint8Array((await readsHere(files).look(prepared)) ?? []));
});
