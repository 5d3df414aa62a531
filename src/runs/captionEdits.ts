import { captionOf, withCaption } from './exports/caption.ts';
import type { RunRecord } from './runRecord.ts';
import type { Description } from './runRow.ts';

/** What is done with the captions of several rows. The text that is searched for is meant letter by letter. */
export type CaptionChange =
  | { kind: 'append' | 'prepend'; text: string }
  | { kind: 'replace'; search: string; replacement: string; matchCase: boolean };

/** A caption that a change makes another one. */
export interface CaptionEdit {
  index: number;
  name: string;
  /** The captions, for a preview. */
  from: string;
  to: string;
  /** The row's text from now on. */
  text: string;
  /** The person's text before; `undefined` where it was the model's own. */
  before: string | undefined;
}

/** What a change comes to. */
export interface CaptionPlan {
  edits: CaptionEdit[];
  /** Described images that were looked at; those of the same content once. */
  looked: number;
  /** Of these, answers in a schema without a caption, which stay. */
  withoutCaption: number;
}

/** Descriptions that are read together. */
const together = 500;

/** Longest caption that is made, characters. */
export const longestCaption = 100_000;

/** A caption after a change. */
export function changedCaption(caption: string, change: CaptionChange): string {
  switch (change.kind) {
    case 'append':
      return caption + change.text;
    case 'prepend':
      return change.text + caption;
    case 'replace':
      return replaced(caption, change);
  }
}

function replaced(
  caption: string,
  { search, replacement, matchCase }: Extract<CaptionChange, { kind: 'replace' }>,
): string {
  if (search === '') return caption;
  // Where lower case has another length, as of İ, places would not fit.
  const lower = caption.toLowerCase();
  const folded = !matchCase && lower.length === caption.length;
  const [within, wanted] = folded ? [lower, search.toLowerCase()] : [caption, search];
  const parts: string[] = [];
  let from = 0;
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, from)) {
    parts.push(caption.slice(from, at), replacement);
    from = at + wanted.length;
  }
  return parts.join('') + caption.slice(from);
}

/** Says what a change would do with the descriptions of some rows; nothing is changed. */
export async function planCaptionEdits(
  record: RunRecord,
  indices: readonly number[],
  change: CaptionChange,
  signal?: AbortSignal,
): Promise<CaptionPlan> {
  const rows = onceEach(record, indices);
  const plan: CaptionPlan = { edits: [], looked: rows.length, withoutCaption: 0 };
  for (let from = 0; from < rows.length; from += together) {
    signal?.throwIfAborted();
    const some = rows.slice(from, from + together);
    const found = await record.descriptions(some);
    for (const [place, index] of some.entries()) take(plan, record, index, found[place], change);
  }
  return plan;
}

/** Described rows; of those with the same answer the first, since an edit is one of the answer. */
function onceEach({ rows }: RunRecord, indices: readonly number[]): number[] {
  const seen = new Set<string>();
  return indices.filter(index => {
    const row = rows[index];
    if (row?.state !== 'described' || row.asked === undefined || seen.has(row.asked)) return false;
    seen.add(row.asked);
    return true;
  });
}

function take(
  plan: CaptionPlan,
  { rows }: RunRecord,
  index: number,
  description: Description | undefined,
  change: CaptionChange,
): void {
  const row = rows[index];
  if (row === undefined || description === undefined) return;
  const from = captionOf(description);
  if (description.columns !== undefined && withCaption(description, '') === '') {
    plan.withoutCaption += 1;
    return;
  }
  const to = changedCaption(from, change);
  if (to === from || to.trim() === '' || to.length > longestCaption) return;
  plan.edits.push({
    ...{ index, name: row.picture.name, from, to },
    text: withCaption(description, to),
    before: row.edited ? description.text : undefined,
  });
}

/** Makes the changes of a plan; those that were accepted stay accepted. */
export async function applyCaptionEdits(record: RunRecord, edits: readonly CaptionEdit[]): Promise<void> {
  await record.editAll(edits.map(({ index, text }) => ({ index, text })));
}

/** Takes changes back where the text is still what they made of it; says of how many. */
export async function undoCaptionEdits(record: RunRecord, edits: readonly CaptionEdit[]): Promise<number> {
  const back: { index: number; text: string | undefined }[] = [];
  for (let from = 0; from < edits.length; from += together) {
    const some = edits.slice(from, from + together);
    const now = await record.descriptions(some.map(({ index }) => index));
    for (const [place, { index, text, before }] of some.entries())
      if (now[place]?.text === text) back.push({ index, text: before });
  }
  await record.editAll(back);
  return back.length;
}
