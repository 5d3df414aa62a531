import { ValueError } from '../base/errors.ts';

/** Longest file that is read, characters. */
const longest = 2_000_000;
/** How often a file may repeat a part by its name; more is an attempt to swell. */
const mostAliases = 100;

/**
 * The value of a file in JSON or YAML.
 * @throws {ValueError} with the line and the column of what cannot be read.
 */
export async function readDataFile(text: string, fileName: string): Promise<unknown> {
  if (text.length > longest)
    throw new ValueError(`${fileName} is too large to be read as a form or a list of classes.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // YAML includes JSON, and its reader knows lines and columns.
  }
  const { parseDocument } = await import('./parseYaml.ts');
  const document = parseDocument(text.replace(/^\uFEFF/, ''));
  const [error] = document.errors;
  if (error !== undefined) {
    const [start] = error.linePos ?? [];
    const place = start === undefined ? '' : `, line ${start.line}, column ${start.col}`;
    const reason = error.message.split(/ at line \d/)[0] ?? '';
    throw new ValueError(`${fileName}${place}: ${reason.replace(/[.:\s]*$/, '')}.`, {
      hint: 'The file must be JSON or YAML.',
    });
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown;
  } catch (error) {
    throw new ValueError(`${fileName} repeats its own parts too often.`, { cause: error });
  }
}
