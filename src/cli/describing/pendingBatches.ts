import { plural, pluralWord } from '../../base/format.ts';
import path from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { BatchJournal } from '../../runs/batch/batchJournal.ts';
import { markPending } from '../../runs/batch/markPending.ts';
import { questionId } from '../../runs/runQuestion.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import type { RunPlan } from './runPlan.ts';

/** The folder that the runs' own files are in. */
export function runsFolder({ state }: Pick<RunPlan, 'state'>): string {
  return path.join(state, 'runs');
}

/** The runs, by their ids, of which the provider has batches with the plan's question that are not fetched yet. */
export async function* pendingRuns(store: RunStore, plan: RunPlan): AsyncGenerator<string> {
  const { question } = plan;
  const wanted = questionId(question);
  for (const { id, prompt, model } of await store.list()) {
    if (prompt !== question.prompt || model !== question.model) continue;
    const parts = await BatchJournal.pending(runsFolder(plan), id);
    if (parts.some(part => part.question === wanted)) yield id;
  }
}

/** @throws {SightlineError} where the provider has pictures in a batch that are now to be asked about one by one. */
export async function mustNotBePending(store: RunStore, plan: RunPlan, { rows }: RunRecord): Promise<void> {
  const open = new Set(rows.filter(({ state }) => state === 'open').map(({ picture }) => picture.location));
  let count = 0;
  for await (const id of pendingRuns(store, plan)) {
    const batch = await openUnlessTaken(store, id);
    if (batch === undefined) continue;
    await markPending(runsFolder(plan), batch);
    count += batch.rows.filter(row => row.state === 'submitted' && open.has(row.picture.location)).length;
    await batch.close();
  }
  if (count > 0)
    throw new SightlineError(
      'badRequest',
      `${plural(count, 'image')} ${pluralWord(count, 'is', 'are')} with the provider in a batch already.`,
      {
        hint: 'Fetch its answers with --batch run, or give it up with --batch cancel; asked now as well, they would be paid for twice.',
      },
    );
}

/** A run that another process watches may be of any pictures; it is no reason to refuse these. */
async function openUnlessTaken(store: RunStore, id: string): Promise<RunRecord | undefined> {
  try {
    return await store.open(id);
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'store') return undefined;
    throw error;
  }
}
