import { ValueError } from '../base/errors.ts';
import { baseName } from '../base/baseName.ts';
import { present } from '../base/present.ts';
import { oneLine } from '../base/oneLine.ts';
import { readFrontMatter, type FrontMatter } from './frontMatter.ts';
import { t } from '../base/l10n.ts';

/** How the name of a prompt file ends. */
export const promptFileEnding = '.prompt.md';

/** Largest prompt file, bytes. */
export const maxPromptFileBytes = 65_536;

/** A prompt in a file of its own, with what stands above it. */
export interface PromptFile {
  /** As it is offered: what the file says, else its name without the ending. */
  name: string;
  prompt: string;
  /** Id of a provider; only together with a model. */
  provider?: string;
  model?: string;
  /** 0 to 2. */
  temperature?: number;
  /** A built-in schema, or a file beside this one. */
  schema?: string;
  /** The line of the schema, for errors about it. */
  schemaLine?: number;
}

/** What is wrong with a prompt file, and where. */
export class PromptFileError extends ValueError {
  /** From 1. */
  readonly line: number;

  constructor(file: string, line: number, reason: string, cause?: unknown) {
    super(t('{file}, line {line}: {reason}', { file, line: String(line), reason }), { cause });
    this.line = line;
  }
}

/**
 * Reads a prompt file: Markdown with front matter above it, or without. What the front matter says beside what is known here
 * is for others and left alone.
 * @param file for the messages.
 * @throws {PromptFileError} with the line of what cannot be used.
 */
export async function readPromptFile(bytes: Uint8Array, file: string): Promise<PromptFile> {
  const matter = await readFrontMatter(textOf(bytes, file), (line, reason, cause) => {
    throw new PromptFileError(file, line, reason, cause);
  });
  const [provider, model] = [words(matter, 'provider', 100), words(matter, 'model', 500)];
  if (provider !== undefined && model === undefined)
    matter.refuse(matter.lineOf('provider'), t('"provider" needs "model", too.'));
  const prompt = matter.body.trim();
  if (prompt === '') matter.refuse(matter.bodyLine, t('There is no prompt.'));
  const schema = words(matter, 'schema', 1000);
  return {
    name: oneLine(words(matter, 'name', 100) ?? stem(file)),
    prompt,
    ...present({ provider, model, temperature: temperature(matter), schema }),
    ...(schema === undefined ? {} : { schemaLine: matter.lineOf('schema') }),
  };
}

function textOf(bytes: Uint8Array, file: string): string {
  if (bytes.byteLength > maxPromptFileBytes)
    throw new PromptFileError(
      file,
      1,
      t('The file is too large: a prompt file has at most {maxPromptFileBytes} bytes.', {
        maxPromptFileBytes,
      }),
    );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PromptFileError(file, 1, t('The file is not UTF-8 text.'), cause);
  }
}

function words(matter: FrontMatter, key: string, most: number): string | undefined {
  const value = matter.value(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.trim() === '')
    return matter.refuse(matter.lineOf(key), t('"{key}" must be a text.', { key }));
  if (value.length > most)
    return matter.refuse(matter.lineOf(key), t('"{key}" has more than {most} characters.', { key, most }));
  return value.trim();
}

function temperature(matter: FrontMatter): number | undefined {
  const value = matter.value('temperature');
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= 2) return value;
  return matter.refuse(matter.lineOf('temperature'), t('"temperature" must be a number from 0 to 2.'));
}

function stem(file: string): string {
  const name = baseName(file.replaceAll('\\', '/'));
  const without = name.endsWith(promptFileEnding) ? name.slice(0, -promptFileEnding.length) : name;
  return without === '' ? name : without;
}
