import * as z from 'zod/mini';

/**
 * Rows are known by their place in the run (`RowView.index`), never by their place in what a filter lets through: rows come
 * and go there while the run works. A filter keeps the order of the rows, which is that of the run unless the page sorts them.
 *
 * A page begins with `ready` and `window`, in this order, also after it was hidden or its window reloaded; the host then
 * sends the whole `run` and those `rows`. It keeps nothing that the page must remember for it.
 */
const count = z.int().check(z.nonnegative());

/** How far a picture of a run is, as `RowState` of the runs says. */
export const rowStateSchema = z.enum(['open', 'waiting', 'asking', 'submitted', 'described', 'failed']);

/**
 * The rows that the table shows. `edited`, `accepted` and `unaccepted` are among the described; `open` are all that are neither
 * described nor failed; `compared` are those with an `other`.
 */
export const rowFilterSchema = z.enum([
  'all',
  'described',
  'failed',
  'open',
  'edited',
  'accepted',
  'unaccepted',
  'compared',
]);
export type RowFilter = z.infer<typeof rowFilterSchema>;

/** An order of the rows other than that of the run; rows that lack the value come last. */
export const rowSortSchema = z.object({
  by: z.enum(['name', 'state', 'tokens', 'time']),
  descending: z.boolean(),
});
export type RowSort = z.infer<typeof rowSortSchema>;

/** What a person can do with the rows that they selected, from the menu of the right button. */
export const rowActionSchema = z.enum([
  'accept',
  'undoAccept',
  'edit',
  'askAgain',
  'open',
  'reveal',
  'copy',
  'copyCsv',
  'copyMarkdown',
]);
export type RowAction = z.infer<typeof rowActionSchema>;

/** Pixels of columns whose width the person chose, by their ids. */
const columnWidthsSchema = z.record(z.string(), z.number().check(z.minimum(40), z.maximum(2000)));
export type ColumnWidths = z.infer<typeof columnWidthsSchema>;

/** A row of the table. */
export const rowViewSchema = z.object({
  index: count,
  name: z.string(),
  state: rowStateSchema,
  /** The description, whole. */
  text: z.optional(z.string()),
  /** Where answers have a form: its values in the order of the run's columns, as text. `text` is then the whole as JSON. */
  columns: z.optional(z.array(z.string())),
  edited: z.boolean(),
  accepted: z.boolean(),
  failure: z.optional(z.object({ message: z.string(), hint: z.optional(z.string()) })),
  /** What was done to the picture or the request that the person should know, in sentences. */
  notes: z.optional(z.array(z.string())),
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  seconds: z.optional(z.number()),
  byteLength: z.number(),
  /** The same picture in the run that this one is compared with. */
  other: z.optional(z.object({ state: rowStateSchema, text: z.optional(z.string()) })),
});
export type RowView = z.infer<typeof rowViewSchema>;

/** `setup`: nothing has been started; `stopped`: ended before its end, to be resumed. */
export const runPhaseSchema = z.enum(['setup', 'sampling', 'running', 'paused', 'stopped', 'done']);
export type RunPhase = z.infer<typeof runPhaseSchema>;

/** What the page keeps by `setState`, so that the editor revives it with its run. */
export const runPageStateSchema = z.object({ run: z.string() });

/** What a spending cap counts. */
const capUnitSchema = z.enum(['dollars', 'tokens', 'images']);
export type CapUnit = z.infer<typeof capUnitSchema>;

/** What a whole run will take, from answers that came. Bounds where only a guess can be given are left to the words. */
export const estimateSchema = z.object({
  /** How many answers it is drawn from. */
  answers: count,
  /** For what is left. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  seconds: z.optional(z.number()),
  /** US dollars, where the price is known. */
  money: z.optional(z.number()),
  /** The same in batches, where they cost less. */
  batchMoney: z.optional(z.number()),
});

/** A run as the page shows it, but for its rows. */
export const runViewSchema = z.object({
  id: z.string(),
  /** The folder's name, or how many pictures were chosen. */
  title: z.string(),
  phase: runPhaseSchema,
  prompt: z.string(),
  provider: z.string(),
  model: z.string(),
  offline: z.boolean(),
  /** Host that receives the pictures. */
  host: z.string(),
  /** "caption, tags": the form that answers must have, where they have one. */
  schema: z.optional(z.string()),
  /** Names of the form's columns. */
  columns: z.array(z.string()),
  counts: z.object({
    all: count,
    open: count,
    waiting: count,
    asking: count,
    submitted: count,
    described: count,
    failed: count,
    edited: count,
    accepted: count,
    /** Failed for a reason that another request may do away with; the images of the others cannot be read. */
    retryable: count,
    /** Described already when the run began: not asked again. */
    reused: count,
    /** Described with the answer of another in the team, at no cost. */
    shared: count,
    /** Files in the folder that are no pictures, and links that lead nowhere. */
    skipped: count,
    /** Pictures of the comparison's sample, where there is one. */
    compared: z.optional(count),
  }),
  /** Pictures by kind, the most frequent first: `["JPEG", 120]`. */
  kinds: z.array(z.tuple([z.string(), count])),
  /** Bytes of the files that are still to be described. */
  openBytes: z.number(),
  estimate: z.optional(estimateSchema),
  /** Tokens and US dollars so far. */
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number(), money: z.optional(z.number()) }),
  /** US dollars per million tokens, where the person or the provider said so. */
  price: z.optional(z.object({ input: z.number(), output: z.number(), listedOn: z.optional(z.string()) })),
  /** The run stops before it spends more. */
  cap: z.optional(z.object({ amount: z.number(), unit: capUnitSchema })),
  /** Of the cap, or of one that is set now: US dollars where the price is known, images where nobody counts tokens, else tokens. */
  capUnit: capUnitSchema,
  /** Pictures in a minute, and seconds left, while it runs. */
  rate: z.optional(z.number()),
  secondsLeft: z.optional(z.number()),
  /** How many pictures were looked at so far, while those that changed since they were described are looked for. */
  looked: z.optional(count),
  /** What it waits for, or why it stopped: a sentence. */
  message: z.optional(z.string()),
  hint: z.optional(z.string()),
  /** Seconds until it goes on by itself, where all questions wait as the provider wants it. */
  waitSeconds: z.optional(z.number()),
  /** Where answers are kept until they are exported: "in the editor's storage for this folder". Completes "Kept …". */
  keptIn: z.optional(z.string()),
  /** Whether the provider has a Batch API. */
  batchPossible: z.boolean(),
  /** It is asked in batches now, or was when it was asked last. */
  asBatch: z.boolean(),
  columnWidths: z.optional(columnWidthsSchema),
  /** Where the person wants answers to be shared with a team, and the model is not on this machine. */
  sharing: z.optional(
    z.object({
      /** This run is left out. */
      isPrivate: z.boolean(),
      isLoggedIn: z.boolean(),
      /** Of the service, and the username of its workspace, where they are known. */
      host: z.optional(z.string()),
      workspace: z.optional(z.string()),
      /** Why it does not go now: sentences. */
      trouble: z.optional(z.string()),
    }),
  ),
  /** The newest run of the same images that was there when this one was made. */
  earlier: z.optional(
    z.object({
      id: z.string(),
      model: z.string(),
      /** Milliseconds since the epoch. */
      createdAt: z.number(),
      counts: z.object({ all: count, described: count, failed: count }),
    }),
  ),
  /** The comparison's other side. */
  comparedWith: z.optional(z.object({ prompt: z.string(), model: z.string() })),
});
export type RunView = z.infer<typeof runViewSchema>;

/** Absent where the picture cannot be read. */
const picture = z.optional(z.string().check(z.startsWith('data:image/jpeg;base64,')));

/** From the host to a run's page. */
export const runHostMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: runViewSchema }),
  /** The rows of the window that was asked for last: sent at once, and again when they change. */
  z.object({
    type: z.literal('rows'),
    filter: rowFilterSchema,
    search: z.string(),
    sort: z.optional(rowSortSchema),
    /** Rows that pass the filter and the search. */
    total: count,
    from: count,
    rows: z.array(rowViewSchema),
    /** The row that the window named as selected; `position` is its place in what passes, absent where it does not pass. */
    selected: z.optional(z.object({ row: rowViewSchema, position: z.optional(count) })),
  }),
  /** About 96 pixels on the long side: some thousand bytes. */
  z.object({ type: z.literal('thumbnail'), index: count, dataUrl: picture }),
  /** The same picture at up to 800 pixels, for the details of one row. */
  z.object({ type: z.literal('preview'), index: count, dataUrl: picture }),
  /** Said by the live region and shown briefly. */
  z.object({ type: z.literal('announcement'), text: z.string() }),
  /** The page is to show these rows now: the failures that a report speaks of. */
  z.object({ type: z.literal('showRows'), filter: rowFilterSchema }),
  /** The person chose this in the menu of the selected rows. */
  z.object({ type: z.literal('act'), action: rowActionSchema }),
]);
export type RunHostMessage = z.infer<typeof runHostMessageSchema>;

const queryShape = {
  filter: rowFilterSchema,
  search: z.string().check(z.maxLength(1000)),
  sort: z.optional(rowSortSchema),
};

/** The rows that pass from one to another, both included, named by their indices. */
const rangeShape = { ...queryShape, first: count, last: count };

const longText = z.string().check(z.maxLength(200_000));

/** From a run's page to the host. */
export const runPageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('window'),
    ...queryShape,
    from: count,
    count: z.int().check(z.nonnegative(), z.maximum(500)),
    /** Index of the row whose details are shown: it comes with the rows, wherever it is. */
    selected: z.optional(count),
  }),
  /** What is seen now and not here yet. It takes the place of the wish before: what is no longer seen need not come. */
  z.object({ type: z.literal('thumbnails'), indices: z.array(count).check(z.maxLength(500)) }),
  z.object({ type: z.literal('preview'), index: count }),
  /**
   * Prompt, model and form are changed in the phases `setup`, `stopped` and `done`; another question brings the phase `setup`
   * back. Cap and price may also be set while it is paused.
   */
  z.object({ type: z.literal('setPrompt'), prompt: longText }),
  /** In the unit of the view. Absent: no cap. */
  z.object({ type: z.literal('setCap'), amount: z.optional(z.number().check(z.positive())) }),
  /** Leaves the run out of the answers that are shared with a team, or not; while it asks nothing. */
  z.object({ type: z.literal('setPrivate'), isPrivate: z.boolean() }),
  /** Shows the setting for that, or logs in to the service. */
  z.object({ type: z.literal('openSharingSetting') }),
  z.object({ type: z.literal('logIn') }),
  /** The host asks for the rest by the editor's own boxes. */
  z.object({ type: z.literal('chooseModel') }),
  z.object({ type: z.literal('choosePrompt') }),
  z.object({ type: z.literal('chooseSchema') }),
  z.object({ type: z.literal('setPrice') }),
  /** Asks about up to five open pictures and estimates from the answers, which are kept. */
  z.object({ type: z.literal('estimate') }),
  z.object({ type: z.literal('start'), asBatch: z.boolean() }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('retryFailed') }),
  /** Without a text the model's own comes back. */
  z.object({ type: z.literal('edit'), index: count, text: z.optional(longText) }),
  z.object({
    type: z.literal('accept'),
    indices: z.array(count).check(z.maxLength(100_000)),
    accepted: z.boolean(),
  }),
  /** Accepts what is described of the rows from `first` to `last` (their indices, both included) that pass. */
  z.object({
    type: z.literal('acceptRange'),
    ...rangeShape,
    accepted: z.boolean(),
  }),
  /** Asks about pictures anew; the host asks back where that replaces what the person wrote. */
  z.object({ type: z.literal('askAgain'), indices: z.array(count).check(z.maxLength(1000)) }),
  /** The same for what is described or failed of the rows from `first` to `last` (their indices, both included) that pass. */
  z.object({
    type: z.literal('askAgainRange'),
    ...rangeShape,
  }),
  /** Puts the descriptions among these rows on the clipboard. */
  z.object({ type: z.literal('copyRange'), ...rangeShape, form: z.enum(['csv', 'markdown']) }),
  /** Changes the captions of all described rows together; the host asks how. */
  z.object({ type: z.literal('editCaptions') }),
  /** The same for those among these rows. */
  z.object({ type: z.literal('editCaptionsRange'), ...rangeShape }),
  z.object({ type: z.literal('setColumnWidths'), widths: columnWidthsSchema }),
  /** Compares with another prompt or model on a sample; the host asks which. */
  z.object({ type: z.literal('compare') }),
  /** Ends a comparison: the winner's question is the run's from now on. */
  z.object({ type: z.literal('choose'), side: z.enum(['this', 'other']) }),
  z.object({ type: z.literal('export') }),
  /** Shows the page of another run of this folder. */
  z.object({ type: z.literal('openRun'), id: z.string().check(z.maxLength(100)) }),
  z.object({ type: z.literal('openPicture'), index: count }),
  z.object({ type: z.literal('revealPicture'), index: count }),
  z.object({ type: z.literal('copyText'), text: longText }),
]);
export type RunPageMessage = z.infer<typeof runPageMessageSchema>;

/** Accepts a message that the page sent, or says `undefined`. */
export function parseRunPageMessage(data: unknown): RunPageMessage | undefined {
  return runPageMessageSchema.safeParse(data).data;
}

/** Accepts a message that the host sent, or says `undefined`. */
export function parseRunHostMessage(data: unknown): RunHostMessage | undefined {
  return runHostMessageSchema.safeParse(data).data;
}
