import { CommanderError } from '@commander-js/extra-typings';
import { SightlineError, ValueError } from '../base/errors.ts';
import { watchForEnd } from './ending.ts';
import { exitCodeOf, exitCodes } from './exitCodes.ts';
import { Output } from './output.ts';
import { makeProgram } from './program.ts';
import type { Session } from './session.ts';
import { sightlineVersion } from '../base/node/sightlineVersion.ts';

/** The lowest Node.js that has all that is used (`node:sqlite`, `URL.parse`). */
const lowestNode = [22, 13] as const;

/** Runs the command line `words` in this process, and returns its exit code once all output has left. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const { env, stdin, stdout, stderr } = process;
  const ending = watchForEnd(process);
  const beforeDashes = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const out = new Output({ stdout, stderr }, { json: beforeDashes.includes('--json'), terminal: env.TERM });
  let code: number;
  try {
    requireNode(process.versions.node);
    code = await run(words, { env, stdin, out, signal: ending.signal, version: sightlineVersion() });
  } catch (error) {
    // Whatever fails after the end was wanted fails because of it.
    code = ending.exitCode() ?? exitCodeOf(error);
    if (ending.exitCode() === undefined) {
      out.error(error);
      if (env.SIGHTLINE_DEBUG !== undefined && error instanceof Error) out.logLine(error.stack ?? '');
    }
  }
  await out.flush();
  const lost = ending.lost();
  if (lost === undefined) return code;
  out.error(new SightlineError('store', `Standard output cannot be written: ${lost.message}.`));
  await out.flush();
  return exitCodes.store.code;
}

/** Parses the words, runs their command, and returns the exit code. */
async function run(words: readonly string[], start: Omit<Session, 'folder' | 'keys'>): Promise<number> {
  const { out, version } = start;
  let code: number = exitCodes.good.code;
  const program = makeProgram({
    write: text => out.text(text),
    version: out.json ? JSON.stringify({ version }) : version,
    run:
      work =>
      async (...given) => {
        code = await work(await openSession(start), ...given);
      },
  });
  try {
    await program.parseAsync(asOptions(words), { from: 'user' });
  } catch (error) {
    // Help or the version was written.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return code;
}

/** Words that many programs know, as the options that they stand for. */
function asOptions([first, ...others]: readonly string[]): string[] {
  if (first === 'help') return [...others, '--help'];
  if (first === '-V' || (first === 'version' && others.length === 0)) return ['--version', ...others];
  return first === undefined ? [] : [first, ...others];
}

/** Neither help nor the version needs what is saved. */
async function openSession(start: Omit<Session, 'folder' | 'keys'>): Promise<Session> {
  const { openLoginPlaces } = await import('../platform/saved/savedLogin.ts');
  return { ...start, ...openLoginPlaces(start.env) };
}

/** Refuses an older Node.js. @throws {ValueError} with what helps: the command's own help would not run either. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor, lowestMinor] = lowestNode;
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor))
    throw new ValueError(`Sightline needs Node.js ${lowestNode.join('.')} or newer; this is ${version}.`, {
      hint: 'Install Node.js 24 from https://nodejs.org/en/download and run the same command again.',
    });
}
