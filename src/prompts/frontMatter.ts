import { trimEnd } from '../base/trimEnd.ts';
import { t } from '../base/l10n.ts';

/** Longest front matter, characters: its reader has inputs for which its time grows with the square of their length. */
const longest = 8000;

/** What stands above the text of a Markdown file between lines of three dashes, and the text. */
export interface FrontMatter {
  /** The value of a key; `undefined` where it is not there. */
  value: (key: string) => unknown;
  /** The line of a key in the file, from 1. */
  lineOf: (key: string) => number;
  body: string;
  /** The line on which the body begins. */
  bodyLine: number;
  /** Says that something of it cannot be used. */
  refuse: Refuse;
}

/** Throws what says that a line, from 1, cannot be used. */
export type Refuse = (line: number, reason: string, cause?: unknown) => never;

/** Parts a file into its front matter, YAML, and its body. What is wrong is told to `refuse`. */
export async function readFrontMatter(text: string, refuse: Refuse): Promise<FrontMatter> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0] === undefined || trimEnd(lines[0], ' \t') !== '---')
    return { value: () => undefined, lineOf: () => 1, body: lines.join('\n'), bodyLine: 1, refuse };
  const end = lines.findIndex((line, at) => at > 0 && trimEnd(line, ' \t') === '---');
  if (end === -1) return refuse(1, t('The front matter has no end: a line of three dashes is missing.'));
  const source = lines.slice(1, end).join('\n');
  if (source.length > longest) return refuse(1, t('The front matter is too long.'));
  const values = await readValues(source, refuse);
  return {
    value: key => values.get(key)?.value,
    lineOf: key => values.get(key)?.line ?? 1,
    body: lines.slice(end + 1).join('\n'),
    bodyLine: Math.min(end + 2, lines.length),
    refuse,
  };
}

/** The keys of the front matter with their values and their lines in the file. */
async function readValues(
  source: string,
  refuse: Refuse,
): Promise<ReadonlyMap<string, { value: unknown; line: number }>> {
  const { isMap, isScalar, parseDocument } = await import('../schema/parseYaml.ts');
  const found = new Map<string, { value: unknown; line: number }>();
  const document = guarded(() => parseDocument(source), refuse);
  const [error] = document.errors;
  if (error !== undefined) {
    const reason = error.message.split(/ at line \d/)[0] ?? '';
    return refuse((error.linePos?.[0].line ?? 1) + 1, `${trimEnd(reason, '.: \t\r\n')}.`);
  }
  const { contents } = document;
  if (contents === null) return found;
  if (!isMap(contents)) return refuse(2, t('The front matter must be lines of "key: value".'));
  const values = guarded(() => document.toJS({ maxAliasCount: 10 }) as Record<string, unknown>, refuse);
  for (const { key } of contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    const before = source.slice(0, key.range[0]).split('\n').length;
    found.set(key.value, { value: values[key.value], line: before + 1 });
  }
  return found;
}

/** Deep nesting and aliases that swell make the reader throw. */
function guarded<T>(read: () => T, refuse: Refuse): T {
  try {
    return read();
  } catch (cause) {
    return refuse(2, t('The front matter cannot be read.'), cause);
  }
}
