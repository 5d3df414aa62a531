import { createHash } from 'node:crypto';
import type { RunRecord } from '../../src/runs/runRecord.ts';
import { openRunStore } from '../../src/runs/store/openRunStore.ts';

/** Makes a run of so many images in a store, of so many contents, described already. */
export async function writeDescribedRun(state: string, count: number, different = count): Promise<RunRecord> {
  const contents = Array.from({ length: count }, (_, index) =>
    createHash('sha256')
      .update(String(index % different))
      .digest('hex'),
  );
  const record = await openRunStore(state).create({
    title: 'bench',
    question: {
      prompt: 'Describe the image.',
      provider: 'bench',
      origin: 'http://127.0.0.1',
      model: 'bench',
      api: 'chat.completions',
      parameters: {},
      image: { maxSide: 2048, quality: 85 },
    },
    pictures: contents.map((_, index) => ({
      location: `/pictures/folder/image${index}.jpg`,
      name: `image${index}.jpg`,
      byteLength: 1000 + index,
      modifiedAt: 1_700_000_000_000 + index,
    })),
    skipped: [],
  });
  const text = 'A mountain lake in the evening, with a boat at the pier on the left and woods behind it.';
  await Promise.all(
    contents.slice(0, different).map((sha256, index) =>
      record.describe(index, {
        sha256,
        text,
        model: 'bench',
        notes: [],
        width: 640,
        height: 480,
        seconds: 1,
      }),
    ),
  );
  for (const [index, sha256] of contents.entries()) record.identify(index, sha256);
  return record;
}
