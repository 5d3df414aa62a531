import { ValueError } from '../base/errors.ts';
import { trimEnd } from '../base/trimEnd.ts';
import { withinTime } from './withinTime.ts';
import { t } from '../base/l10n.ts';

/** Longest file that is read, characters. */
const longest = 2_000_000;
/** Longest file in YAML, or in JSON with comments, whose readers are slow. */
const longestToParse = 200_000;
/** Deepest nesting of such a file in brackets or on one line. */
const deepest = 24;
/** Milliseconds for reading it. */
const longestReading = 3000;
/** How often a file may repeat a part by its name; more is an attempt to swell. */
const mostAliases = 100;

/**
 * The value of a file in JSON, also with comments, trailing commas and the other liberties of JSON5, or in YAML.
 * @throws {ValueError} with the line and the column of what cannot be read.
 */
export async function readDataFile(fileText: string, fileName: string): Promise<unknown> {
  const text = fileText.replace(/^\uFEFF/, '');
  if (text.length > longest)
    throw new ValueError(t('{fileName} is too large for a schema or a list of classes.', { fileName }));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Of the others, whose readers know lines and columns.
  }
  if (text.length > longestToParse)
    throw new ValueError(t('{fileName} is too large to be read as anything but plain JSON.', { fileName }), {
      hint: t('Save it as JSON without comments.'),
    });
  if (isDeep(text)) throw new ValueError(t('{fileName} is nested too deeply.', { fileName }));
  const comments = commentsIn(text);
  if (!/^\s*[[{]/.test(comments.without)) return readYaml(text, fileName);
  const json = await readJson5(text, fileName);
  if ('value' in json) return json.value;
  // `{a: some words}` is YAML; comments of this kind, and the ending, say JSON.
  if (comments.found || /\.json\w?$/i.test(fileName)) throw json.error;
  return readYaml(text, fileName).catch(() => {
    throw json.error;
  });
}

async function readJson5(
  text: string,
  fileName: string,
): Promise<{ value: unknown } | { error: ValueError }> {
  const { json5 } = await import('./parseJson5.ts');
  try {
    const read = withinTime(longestReading, () => json5.parse<unknown>(text));
    return read ?? { error: new ValueError(t('{fileName} takes too long to parse as JSON.', { fileName })) };
  } catch (cause) {
    const { lineNumber, columnNumber, message } = cause as Partial<
      Record<'lineNumber' | 'columnNumber' | 'message', unknown>
    >;
    const place =
      typeof lineNumber === 'number' && typeof columnNumber === 'number'
        ? t(', line {lineNumber}, column {columnNumber}', {
            lineNumber: String(lineNumber),
            columnNumber: String(columnNumber),
          })
        : '';
    const reason = String(message)
      .replace(/^JSON5: /, '')
      .replace(/ at \d+:\d+$/, '');
    return {
      error: new ValueError(t('{fileName}{place}: {reason}.', { fileName, place, reason }), {
        cause,
        hint: t('The file must be JSON or YAML.'),
      }),
    };
  }
}

/** Whether a text has comments as JavaScript has them, and what begins after those at its beginning. */
function commentsIn(text: string): { found: boolean; without: string } {
  let without = text.trimStart();
  while (without.startsWith('//') || without.startsWith('/*')) {
    const close = without.startsWith('//') ? '\n' : '*/';
    const end = without.indexOf(close);
    without = end === -1 ? '' : without.slice(end + close.length).trimStart();
  }
  const found = without.length < text.trimStart().length || /(?:^|[\s[\]{},"'])\/[/*]/m.test(text);
  return { found, without };
}

async function readYaml(text: string, fileName: string): Promise<unknown> {
  const { parseDocument } = await import('./parseYaml.ts');
  // The reader has inputs for which its time grows with the square of their length.
  const read = withinTime(longestReading, () => parseDocument(text));
  if (read === undefined)
    throw new ValueError(t('{fileName} takes too long to parse as YAML.', { fileName }));
  const document = read.value;
  const [error] = document.errors;
  if (error !== undefined) {
    const [start] = error.linePos ?? [];
    const place =
      start === undefined
        ? ''
        : t(', line {line}, column {col}', { line: String(start.line), col: String(start.col) });
    const reason = error.message.split(/ at line \d/)[0] ?? '';
    throw new ValueError(
      t('{fileName}{place}: {reason}.', { fileName, place, reason: trimEnd(reason, '.: \t\r\n') }),
      {
        hint: t('The file must be JSON or YAML.'),
      },
    );
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown;
  } catch (error) {
    throw new ValueError(t('{fileName} uses too many aliases.', { fileName }), { cause: error });
  }
}

/** Whether more brackets are open at once, or more parts begin on one line, than any file of ours needs. */
function isDeep(text: string): boolean {
  let open = 0;
  let begun = 0;
  for (const character of text) {
    if ('[{'.includes(character)) open++;
    else if (']}'.includes(character)) open = Math.max(0, open - 1);
    else if (character === '\n') begun = 0;
    else if ('-?'.includes(character)) begun++;
    else if (character !== ' ') begun = -Infinity;
    if (open > deepest || begun > deepest) return true;
  }
  return false;
}
