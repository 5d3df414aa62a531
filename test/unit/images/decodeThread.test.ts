import { describe, expect, test } from 'vitest';
import { decodeInWorker, type DecodeTask } from '../../../src/images/decoders/decodeInWorker.ts';
import { bmpFile, magickFile, quartered } from '../../support/pictureFiles.ts';

const bmp: DecodeTask = { decoder: 'bmp', bytes: bmpFile({ bits: 24 }) };

describe('the thread that decodes', () => {
  test('a file that takes too long is given up, and the next is read', async () => {
    // A thread does not even start in this time.
    const late = await decodeInWorker(bmp, 0.001);
    expect(late).toMatchObject({
      fault: expect.stringContaining('takes longer than') as string,
      tooLarge: true,
    });
    expect(await decodeInWorker(bmp)).toMatchObject({ decoded: quartered });
  });

  test('a decoder in disorder ends with its thread, and the next file is read', async () => {
    const broken = await decodeInWorker({ ...bmp, decoder: 'nobody' as DecodeTask['decoder'] });
    expect(broken).toMatchObject({ fault: 'it is damaged', broken: true });
    expect(await decodeInWorker(bmp)).toMatchObject({ decoded: quartered });
  });

  test('files asked for at the same time are read one after the other', async () => {
    const tasks: DecodeTask[] = [bmp, { decoder: 'magick:QOI', bytes: await magickFile('QOI') }, bmp];
    for (const answer of await Promise.all(tasks.map(task => decodeInWorker(task))))
      expect(answer).toMatchObject({ decoded: quartered });
  });
});
