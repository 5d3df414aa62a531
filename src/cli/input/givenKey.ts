import { readFile } from 'node:fs/promises';
import { SightlineError } from '../../base/errors.ts';
import type { CleanedKey } from '../../platform/pastedText.ts';
import { keyInVariable } from '../../platform/keyInVariable.ts';
import { UsageError } from '../usageError.ts';
import type { Session } from '../session.ts';
import { askSecret } from './secretPrompt.ts';
import { readInput } from './standardInput.ts';

/** How a key may have been given with a command that saves one. */
export interface KeyGiven {
  /** As an argument. */
  argument?: string | undefined;
  keyFile?: string | undefined;
}

/**
 * The key to save: the argument, else the file, else what is typed at the masked `question`, else standard input.
 * @throws {SightlineError} `missingKey`, or `keyRejected` for what cannot be a key; the text is not repeated.
 */
export async function keyToSave(
  session: Session,
  { argument, keyFile }: KeyGiven,
  { question, clean }: { question: string; clean: (text: string) => CleanedKey },
): Promise<string> {
  const { stdin, out, signal } = session;
  if (argument !== undefined) {
    if (keyFile !== undefined) throw new UsageError('Give the key once: as an argument or by --key-file.');
    out.note('A key given as an argument is kept in the shell history. Standard input is safer.');
    return checked(session, argument, clean);
  }
  if (keyFile !== undefined) return keyFromFile(session, keyFile, clean);
  if (!stdin.isTTY) return keyFromFile(session, '-', clean);
  const typed = await askSecret(question, { input: stdin, output: process.stderr }, { signal });
  return checked(session, typed ?? '', clean);
}

/** The key in a file, or in standard input where the file is `-`; the same errors. */
export async function keyFromFile(
  session: Session,
  file: string,
  clean: (text: string) => CleanedKey,
): Promise<string> {
  const { stdin, signal } = session;
  if (file === '-')
    return checked(session, (await readInput(stdin, signal)).toString('utf8'), clean, 'on standard input');
  const text = await readFile(file, { encoding: 'utf8', signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new SightlineError('missingKey', `The key file ${file} cannot be read.`, { cause: error });
  });
  return checked(session, text, clean, `in ${file}`);
}

/** The key in an environment variable, whose name the error says where it holds none. */
export function keyFromVariable(
  { out }: Session,
  { variable, value }: { variable: string; value: string },
  clean: (text: string) => CleanedKey,
): string {
  out.hide(value.trim());
  const key = keyInVariable({ variable, value }, clean);
  out.hide(key);
  return key;
}

/** The key in `text`, which standard error will not show from now on. */
function checked(
  { out }: Session,
  text: string,
  clean: (text: string) => CleanedKey,
  place?: string,
): string {
  if (text.trim() === '' && place !== undefined)
    throw new SightlineError('missingKey', `There is no key ${place}.`);
  out.hide(text.trim());
  const { key, refusal, remedy } = clean(text);
  if (key === undefined)
    throw new SightlineError(text.trim() === '' ? 'missingKey' : 'keyRejected', refusal, { remedy });
  out.hide(key);
  return key;
}
