import { command as ask } from './commands/ask.ts';
import { command as describe } from './commands/describe.ts';
import { command as login } from './commands/login.ts';
import { command as logout } from './commands/logout.ts';
import { command as models } from './commands/models.ts';
import { command as providerList } from './commands/providerList.ts';
import { command as providerRemove } from './commands/providerRemove.ts';
import { command as providerSet } from './commands/providerSet.ts';
import { command as serve } from './commands/serve.ts';
import { command as whoami } from './commands/whoami.ts';
import { SightlineError } from '../base/errors.ts';
import { type Command } from './command.ts';
import { UsageError } from './usageError.ts';
import { ConfigFolder, configFolderPath } from './config/configFolder.ts';
import { openKeychain } from './config/keychain.ts';
import { KeyStore } from './config/keyStore.ts';
import { watchForEnd } from './ending.ts';
import { exitCodeOf, exitCodes } from './exitCodes.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import { nearest } from './nearest.ts';
import { Output } from './output.ts';
import type { Session } from './session.ts';
import { sightlineVersion } from './version.ts';

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  describe,
  ask,
  models,
  providerSet,
  providerList,
  providerRemove,
  login,
  logout,
  whoami,
  serve,
];

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
    const folder = new ConfigFolder(configFolderPath(env));
    const keys = new KeyStore(folder, openKeychain(env));
    const session = { env, stdin, out, signal: ending.signal, folder, keys, version: sightlineVersion() };
    code = await run(words, beforeDashes, session);
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

async function run(
  words: readonly string[],
  beforeDashes: readonly string[],
  session: Session,
): Promise<number> {
  const { out, version } = session;
  const wantsHelp = beforeDashes.some(word => word === '--help' || word === '-h') || words[0] === 'help';
  const name = (words[0] === 'help' ? words.slice(1) : beforeDashes).filter(word => !word.startsWith('-'));
  const command = commands.find(({ name: own }) => own === name.slice(0, own.split(' ').length).join(' '));
  if (wantsHelp) {
    out.text(helpFor(name[0], command, version));
    return exitCodes.good.code;
  }
  if (words[0] === '--version' || words[0] === '-v') {
    out.result({ version }, version);
    return exitCodes.good.code;
  }
  const length = command?.name.split(' ').length ?? 0;
  if (command === undefined || words.slice(0, length).join(' ') !== command.name) throw unknown(words);
  return command.run(session, words.slice(length));
}

function helpFor(word: string | undefined, command: Command | undefined, version: string): string {
  if (command !== undefined) return commandHelp(command);
  const group = commands.filter(({ name }) => word !== undefined && name.startsWith(`${word} `));
  if (group.length > 0) return groupHelp(group);
  if (word === undefined) return generalHelp(commands, version);
  throw new UsageError('There is no such command.');
}

function unknown([word]: readonly string[]): UsageError {
  if (word === undefined) return new UsageError('No command was given.');
  if (word.startsWith('-')) return new UsageError('The command comes first, its options after it.');
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length === 0) {
    const meant = nearest(word, [...new Set(commands.map(({ name }) => name.replace(/ .*/, '')))]);
    return new UsageError(`There is no such command.${meant === undefined ? '' : ` Is ${meant} meant?`}`);
  }
  return new UsageError(`One of these is meant: ${group.map(({ name }) => name).join(', ')}.`, word);
}

function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor, lowestMinor] = lowestNode;
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor))
    throw new UsageError(`Sightline needs Node.js ${lowestNode.join('.')} or newer; this is ${version}.`);
}
