import { ValueError } from '../base/errors.ts';
import { trimEnd } from '../base/trimEnd.ts';
import { withinTime } from './withinTime.ts';

/** Longest file that is read, characters. */
const longest = 2_000_000;
/** Longest file in YAML, whose reader is slow, and its deepest nesting in brackets or on one line. */
const longestYaml = 200_000;
const deepestYaml = 24;
/** Milliseconds for reading it. */
const longestReading = 3000;
/** How often a file may repeat a part by its name; more is an attempt to swell. */
const mostAliases = 100;

/**
 * The value of a file in JSON or YAML.
 * @throws {ValueError} with the line and the column of what cannot be read.
 */
export async function readDataFile(text: string, fileName: string): Promise<unknown> {
  if (text.length > longest)
    throw new ValueError(`${fileName} is too large for a schema or a list of classes.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // YAML includes JSON, and its reader knows lines and columns.
  }
  if (text.length > longestYaml)
    throw new ValueError(`${fileName} is too large to be read as YAML.`, { hint: 'Save it as JSON.' });
  if (isDeep(text)) throw new ValueError(`${fileName} nests its parts too deeply.`);
  const { parseDocument } = await import('./parseYaml.ts');
  // The reader has inputs for which its time grows with the square of their length.
  const read = withinTime(longestReading, () => parseDocument(text.replace(/^\uFEFF/, '')));
  if (read === undefined) throw new ValueError(`${fileName} takes too long to parse as YAML.`);
  const document = read.value;
  const [error] = document.errors;
  if (error !== undefined) {
    const [start] = error.linePos ?? [];
    const place = start === undefined ? '' : `, line ${start.line}, column ${start.col}`;
    const reason = error.message.split(/ at line \d/)[0] ?? '';
    throw new ValueError(`${fileName}${place}: ${trimEnd(reason, '.: \t\r\n')}.`, {
      hint: 'The file must be JSON or YAML.',
    });
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown;
  } catch (error) {
    throw new ValueError(`${fileName} repeats its own parts too often.`, { cause: error });
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
    if (open > deepestYaml || begun > deepestYaml) return true;
  }
  return false;
}
