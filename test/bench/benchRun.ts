import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import { askPictureBy } from '../../src/runs/running/askPictureBy.ts';
import type { PictureReader } from '../../src/runs/running/pictureReader.ts';
import { PictureRun } from '../../src/runs/running/pictureRun.ts';
import type { RunPicture } from '../../src/runs/runPicture.ts';
import { nodePictureFiles } from '../../src/runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../src/runs/store/openRunStore.ts';

/** Writes so many files into a new folder, the same JPEG with another comment each. */
export async function writeCopies(folder: string, jpeg: Buffer, count: number): Promise<RunPicture[]> {
  await mkdir(folder, { recursive: true });
  const pictures: RunPicture[] = [];
  for (let index = 0; index < count; index++) {
    const name = `${index}.jpg`;
    const location = path.join(folder, name);
    const file = withComment(jpeg, `Number ${index}`);
    await writeFile(location, file);
    pictures.push({ location, name, byteLength: file.byteLength, modifiedAt: 0 });
  }
  return pictures;
}

function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

/** Seconds that a run takes for these pictures, all of it: store, files and requests. */
export async function timeRun(
  state: string,
  pictures: readonly RunPicture[],
  { url, most, reader }: { url: string; most: number; reader?: PictureReader },
): Promise<number> {
  const record = await openRunStore(state).create({
    title: 'bench',
    question: {
      prompt: 'Describe the image.',
      provider: 'bench',
      origin: new URL(url).origin,
      model: 'bench',
      api: 'chat.completions',
      parameters: {},
      image: { maxSide: 2048, quality: 85 },
    },
    pictures,
    skipped: [],
  });
  const run = new PictureRun({
    record,
    files: nodePictureFiles(),
    ...present({ reader }),
    ask: askPictureBy(() => ({ label: 'Bench', baseURL: url, api: 'chat.completions' })),
    most: () => most,
  });
  const begin = performance.now();
  await run.start();
  const seconds = (performance.now() - begin) / 1000;
  const left = record.rows.filter(row => row.state !== 'described').length;
  if (left > 0) throw new Error(`${left} pictures were not described: ${run.progress.message ?? ''}`);
  await record.close();
  return seconds;
}
