/**
 * What a person can do about a failure, where each surface does it in its own way: a setting and a button of the editor, an
 * option of the command line, an argument of the library. The names of each one's arguments, all of them texts.
 */
const remedyArguments = {
  /** Send a smaller image. */
  lowerMaxSide: [],
  raiseTimeout: [],
  setProviderKey: [],
  logIn: [],
  chooseModel: [],
  /** Choose between the Responses API and Chat Completions. */
  chooseApiFormat: [],
  /** Correct what was saved of a provider of one's own. */
  correctProvider: [],
  correctServiceAddress: [],
  trustCertificate: [],
  checkProxy: [],
  /** Install the image processor's build for this system. */
  installImageProcessor: ['os', 'cpu'],
  updateSightline: [],
  resumeRun: [],
  /** Close a run and open it again. */
  reopenRun: [],
  raiseSpendingCap: [],
  /** Write an export over a file that Sightline did not write, or that was changed since. */
  replaceExport: [],
  /** Write over the files of an earlier export. */
  overwriteExports: [],
  exportForSpreadsheet: [],
  /** Write uncertain detections, too. */
  exportUncertain: [],
  /** Write each description on one line. */
  exportOnOneLine: [],
  /** Write under another name where somebody else's file has the usual one. */
  renameOnConflict: [],
  /** Allow images to be downloaded from a host of a private network. */
  allowImageHost: ['host'],
  /** Choose a schema, then this file for its classes. */
  chooseSchemaFirst: [],
} as const satisfies Record<string, readonly string[]>;

export type RemedyKind = keyof typeof remedyArguments;

/** One remedy with its arguments. */
export type Remedy<K extends RemedyKind = RemedyKind> = {
  [P in K]: { kind: P } & Record<(typeof remedyArguments)[P][number], string>;
}[K];

/** What a surface makes of each remedy: one that is missing does not compile. */
export type RemedyTable<T> = { [K in RemedyKind]: (remedy: Remedy<K>) => T };

export const remedyKinds = Object.keys(remedyArguments) as RemedyKind[];

/** What the surface of `table` makes of a remedy. */
export function remedyIn<T, K extends RemedyKind>(table: RemedyTable<T>, remedy: Remedy<K>): T {
  return table[remedy.kind](remedy);
}

/** Whether a value, as it was stored, is a remedy that this version knows. */
export function isRemedy(value: unknown): value is Remedy {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, ...given }: { kind: unknown; [argument: string]: unknown } = value;
  const known = remedyKinds.find(one => one === kind);
  return known !== undefined && remedyArguments[known].every(name => typeof given[name] === 'string');
}

/** A hint with the surface's own sentence after it. */
export function hintIn(
  table: RemedyTable<string | undefined>,
  { hint, remedy }: { hint?: string | undefined; remedy?: Remedy | undefined },
): string | undefined {
  const sentences = [hint, remedy === undefined ? undefined : remedyIn(table, remedy)];
  return sentences.filter(Boolean).join(' ') || undefined;
}
