import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { runQuestion } from './runFolder.ts';

/** What a large run is made of. */
export interface LargeRun {
  /** The store's folder, of an editor that has no run open. */
  state: string;
  /** Picture files that stand for all of them in turn. */
  files: readonly string[];
  rows: number;
  described: number;
  failed: number;
  /** Of the provider. */
  url: string;
}

/** Writes a run of many pictures into an editor's store; its title is `large`. */
export async function makeLargeRun({ state, files, rows, described, failed, url }: LargeRun): Promise<void> {
  const facts = await Promise.all(
    files.map(async file => ({ location: pathToFileURL(file).href, found: await stat(file) })),
  );
  const record = await openRunStore(state).create({
    title: 'large',
    question: runQuestion(url, { prompt: 'Describe the image.' }),
    pictures: Array.from({ length: rows }, (_, index) => {
      const { location = '', found } = facts[index % facts.length] ?? {};
      const name = `shelf-${String(Math.floor(index / 1000)).padStart(2, '0')}/photo-${String(index).padStart(5, '0')}.jpg`;
      // The fragment makes each location another, and is no part of the file's name.
      return {
        location: `${location}#${index}`,
        name,
        byteLength: found?.size ?? 0,
        // As the scan takes it.
        modifiedAt: found === undefined ? 0 : Math.max(found.mtimeMs, found.ctimeMs),
      };
    }),
    skipped: [],
  });
  await Promise.all(
    record.rows.slice(0, described).map(({ index }) =>
      record.describe(index, {
        text: `Picture ${index}: a lake at dusk, with hills behind it and boat ${index % 97} at the pier.`,
        model: 'test-model',
        usage: { inputTokens: 1100 + (index % 50), outputTokens: 20 + (index % 9) },
        notes: [],
        sha256: createHash('sha256').update(String(index)).digest('hex'),
        width: 1600,
        height: 1200,
        seconds: 1 + (index % 30) / 10,
      }),
    ),
  );
  await Promise.all(
    record.rows.slice(described, described + failed).map(({ index }) =>
      record.fail(index, {
        code: 'providerFailed',
        message: 'The provider failed: out of order.',
        hint: 'Try again later.',
      }),
    ),
  );
  await record.close();
}
