import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../src/cli/exitCodes.ts';
import { commands, makeProgram } from '../../../src/cli/program.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { requireNode } from '../../../src/cli/commandLine.ts';
import { exitCodeOf } from '../../../src/cli/exitCodes.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
beforeAll(async () => void (cli = await freshCli()));
afterAll(() => cli[Symbol.asyncDispose]());

/** What the command line writes for help, without a process. */
async function help(...words: string[]): Promise<string> {
  let text = '';
  const program = makeProgram({
    write: part => void (text += part),
    version: '1.2.3',
    run: () => () => Promise.reject(new Error('Help runs no command.')),
  });
  await program.parseAsync([...words, '--help'], { from: 'user' }).catch((error: unknown) => {
    expect(error).toMatchObject({ exitCode: 0 });
  });
  return text;
}

test('help names every command and every exit code, on standard output', async () => {
  const { code, stdout, stderr } = await cli.run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name.replace(/ .*/, '')} `, 'm'));
  for (const { code: number, meaning } of Object.values(exitCodes))
    expect(stdout).toMatch(new RegExp(`^  ${number} +${meaning.replace(/[()]/g, '\\$&')}$`, 'm'));
});

test.each(commands.map(({ name }) => name))('help of %s fits a terminal of 100 columns', async name => {
  const text = await help(...name.split(' '));
  expect(text).toMatch(new RegExp(`^Usage: sightline ${name} \\[options\\]`));
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

test('help speaks the terms of the field, with the defaults', async () => {
  const text = (await help('describe')).replace(/\s+/g, ' ');
  for (const words of [
    'idle timeout in seconds (default: 600)',
    'maximum concurrent requests (default: 8)',
    'maximum retries per image after a transient error (default: 2)',
    'newline- or NUL-separated',
    '--rename-on-conflict',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('--other-name');
});

test('help of a command, of a group, and the version', async () => {
  const [command, same, nested, group, version, object] = await Promise.all([
    cli.run(['whoami', '--help']),
    cli.run(['help', 'whoami']),
    cli.run(['help', 'provider', 'set']),
    cli.run(['provider', '-h']),
    cli.run(['--version']),
    cli.objects(['-v', '--json']),
  ]);
  expect(command.stdout).toMatch(/^Usage: sightline whoami \[options\]/);
  expect(same.stdout).toBe(command.stdout);
  expect(nested.stdout).toMatch(/^Usage: sightline provider set \[options\] <name> \[key\]/);
  expect(group.stdout).toMatch(/^ {2}set .*^ {2}list .*^ {2}remove /ms);
  const manifest = await readFile(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8');
  const expected = (JSON.parse(manifest) as { version: string }).version;
  expect(version.stdout).toBe(`${expected}\n`);
  expect(object).toEqual([{ version: expected }]);
});

test('a wrong command line exits 2 and says where help is, without repeating what may be a key', async () => {
  const canary = 'canary-0123456789abcdef';
  const [none, unknown, option, many, group, value] = await Promise.all([
    cli.run([]),
    cli.run([canary]),
    cli.run(['whoami', '--frob']),
    cli.run(['login', canary, canary]),
    cli.run(['provider', '--json']),
    cli.run(['login', `--key=${canary}`]),
  ]);
  for (const { code, stdout } of [none, unknown, option, many, group, value])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(none.stderr).toBe('sightline: usage: No command given. See: sightline --help\n');
  expect(unknown.stderr).toBe('sightline: usage: Unknown command. See: sightline --help\n');
  expect(option.stderr).toBe("sightline: usage: Unknown option '--frob'. See: sightline whoami --help\n");
  expect(many.stderr).toBe('sightline: usage: Too many arguments. See: sightline login --help\n');
  expect(value.stderr).toMatch(/^sightline: usage: Unknown option '--key'\. /);
  expect(value.stderr).not.toContain(canary);
  expect(JSON.parse(group.stderr)).toMatchObject({ error: { code: 'usage' } });
});

test('what was nearly right is suggested; an option without its value does not take the next one for it', async () => {
  const cases: [string[], string][] = [
    [['describe', 'a', '--exprot', 'csv'], "Unknown option '--exprot'. Did you mean --export?"],
    [['describe', 'a', '--concurency=4'], "Unknown option '--concurency'. Did you mean --concurrency?"],
    [
      ['describe', '-dash.png'],
      "Unknown option '-dash.png'. Put -- before an argument that begins with a hyphen.",
    ],
    [['descibe', 'a'], 'Unknown command. Did you mean describe?'],
    [['provdier'], 'Unknown command. Did you mean provider?'],
    [['provider'], 'The command is incomplete: provider set, provider list, provider remove.'],
    [
      ['provider', 'lst'],
      'Unknown command. Commands: provider set, provider list, provider remove. Did you mean',
    ],
    [['describ', '--help'], 'Unknown command.'],
    // The old name of an option is still taken.
    [['describe', '--other-name'], 'No images given'],
    [['ask', '--prompt', '--image'], "Option '--image <file|url>' argument missing."],
    [['describe', 'a', '--prompt', '--max-side=300'], "Option '--prompt <text>' argument missing."],
    [['ask', 'a', '--model'], "Option '--model <name>' argument missing."],
    [['--timeout=3', 'ask', 'a'], "Unknown option '--timeout'. Options go after the command."],
  ];
  for (const [line, code, stderr] of await cli.runAll(cases.map(([words]) => words))) {
    const expected = cases.find(([words]) => words.join(' ') === line)?.[1];
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`sightline: usage: ${expected}`) as string,
    });
  }
});

test('CLI-2: an older Node.js is told what to install, not to ask for a help that would not run', () => {
  expect(() => requireNode('22.13.0')).not.toThrow();
  const refusal = catching(() => requireNode('20.20.2'));
  expect(refusal).toMatchObject({ hint: expect.stringContaining('Install Node.js 24') as string });
  expect(exitCodeOf(refusal)).toBe(2);
});

function catching(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
