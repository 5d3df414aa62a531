import type { RunPhase, RunView } from '../../protocol/run.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import { countStates } from '../../runs/countStates.ts';
import type { Estimate, Price, RunProgress } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { editorHint } from '../remedyButtons.ts';
import { kindsOfRows } from './pictureKinds.ts';
import type { RunNote } from './runMemento.ts';

/** What a run's page shows beside its record. */
export interface RunFacts {
  phase: RunPhase;
  /** The provider's name; its id where it is no longer there. */
  provider: string;
  columns: readonly string[];
  note: RunNote;
  spent: { inputTokens: number; outputTokens: number; money?: number };
  progress?: RunProgress | undefined;
  /** How many pictures were looked at, while those that changed are looked for. */
  looked?: number | undefined;
  /** Why the run ended before its end. */
  trouble?: (Pick<RunProgress, 'remedy'> & { message: string; hint?: string | undefined }) | undefined;
  estimate?: Estimate | undefined;
  price?: Price | undefined;
  keptIn: string;
  batchPossible: boolean;
  /** The other side of a comparison, and how many pictures both are asked about. */
  comparison?: { prompt: string; model: string; count: number } | undefined;
}

/** A run as its page shows it. */
export function runView(record: RunRecord, facts: RunFacts): RunView {
  const { question } = record;
  const { phase, note, price, estimate, progress, comparison, trouble, looked } = facts;
  const offline = question.provider === offlineProvider.id;
  const counts = countRows(record, note);
  const left = counts.open + counts.waiting + counts.asking;
  const { rate, waitingUntil } = progress ?? {};
  const said = progress?.message === undefined ? trouble : progress;
  const hint = said === undefined ? undefined : editorHint(said);
  return {
    id: record.id,
    title: record.title,
    phase,
    prompt: question.prompt,
    provider: facts.provider,
    model: question.model,
    offline,
    host: offline ? 'this machine' : new URL(question.origin).host,
    ...(question.schema === undefined ? {} : { schema: facts.columns.join(', ') || question.schema.name }),
    columns: [...facts.columns],
    counts: { ...counts, ...(comparison === undefined ? {} : { compared: comparison.count }) },
    kinds: kindsOfRows(record.rows),
    openBytes: openBytes(record),
    ...(estimate === undefined ? {} : { estimate: estimateView(estimate) }),
    spent: facts.spent,
    ...(price === undefined ? {} : { price }),
    ...(note.cap === undefined ? {} : { cap: note.cap }),
    ...(rate === undefined || phase !== 'running' ? {} : { rate, secondsLeft: (left / rate) * 60 }),
    ...(looked === undefined ? {} : { looked }),
    ...(said?.message === undefined ? {} : { message: said.message }),
    ...(hint === undefined ? {} : { hint }),
    ...(waitingUntil === undefined || phase !== 'running'
      ? {}
      : { waitSeconds: Math.max(0, (waitingUntil - Date.now()) / 1000) }),
    keptIn: facts.keptIn,
    batchPossible: facts.batchPossible,
    asBatch: note.isBatch === true,
    ...(comparison === undefined
      ? {}
      : { comparedWith: { prompt: comparison.prompt, model: comparison.model } }),
  };
}

/** How many rows are in which state. */
export function countRows(
  { rows, skipped }: Pick<RunRecord, 'rows' | 'skipped'>,
  note: Pick<RunNote, 'reused'> = {},
): Omit<RunView['counts'], 'compared'> {
  let edited = 0;
  let accepted = 0;
  for (const row of rows) {
    if (row.edited) edited += 1;
    if (row.accepted) accepted += 1;
  }
  return {
    all: rows.length,
    ...countStates(rows),
    edited,
    accepted,
    reused: note.reused ?? 0,
    skipped: skipped.length,
  };
}

function openBytes({ rows }: RunRecord): number {
  let bytes = 0;
  for (const { state, picture } of rows)
    if (state !== 'described' && state !== 'failed') bytes += picture.byteLength;
  return bytes;
}

function estimateView({ guessed: _, ...estimate }: Estimate): RunView['estimate'] {
  return estimate;
}
