import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { someFindings } from '../../../support/someFindings.ts';
import { answerTo, content, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();
const answered = (number: number) => ({ ...answerTo(number), findings: someFindings() });

test('what was found is kept with the row: an edit, another opening and another run of the question have it', async () => {
  const run = await disk.store.create(specOf(2));
  await run.describe(0, answered(0));
  await run.edit(0, 'By hand.');
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(await again.description(0)).toMatchObject({ text: 'By hand.', findings: someFindings() });
  await again.close();
  // The answer to the same content is known already: nothing is asked, and the boxes are there.
  const other = await disk.freshStore().create(specOf(2));
  expect(other.identify(0, content(0))).toBe(true);
  expect(await other.description(0)).toMatchObject({ findings: someFindings() });
  await other.close();
  expect(disk.told).toEqual([]);
});

test('findings that cannot be read cost the row its boxes, not its description', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answered(0));
  await run.close();
  const text = await readFile(disk.answersFile(), 'utf8');
  await writeFile(disk.answersFile(), text.replace('"things":[', '"things":["a new kind",'));
  const again = await disk.freshStore().open(run.id);
  const description = await again.description(0);
  expect(description).toMatchObject({ text: 'A picture of 0.' });
  expect(description).not.toHaveProperty('findings');
  expect(disk.told).toEqual([]);
  await again.close();
});

test('version 0.2.0 reads an answer with findings as any other', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answered(0));
  await run.close();
  // The guard of that version, word for word.
  const answerOf020 = z.object({
    type: z.literal('answer'),
    sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
    text: z.string(),
    columns: z.optional(z.record(z.string(), z.unknown())),
    model: z.string(),
    usage: z.optional(z.object({ inputTokens: z.number(), outputTokens: z.number() })),
    notes: z.array(z.string()),
    width: z.number(),
    height: z.number(),
    seconds: z.optional(z.number()),
    answeredAt: z.number(),
  });
  const [, line = ''] = (await readFile(disk.answersFile(), 'utf8')).split('\n');
  expect(answerOf020.parse(JSON.parse(line))).toMatchObject({ text: 'A picture of 0.', width: 640 });
});
