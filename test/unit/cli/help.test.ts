import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commands } from '../../../src/cli/commandLine.ts';
import { exitCodes } from '../../../src/cli/exitCodes.ts';
import { commandHelp, generalHelp } from '../../../src/cli/help.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
beforeAll(async () => void (cli = await freshCli()));
afterAll(() => cli[Symbol.asyncDispose]());

test('help names every command and every exit code, on standard output', async () => {
  const { code, stdout, stderr } = await cli.run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { name, summary } of commands) {
    expect(stdout).toContain(`  ${name}`);
    expect(stdout).toContain(summary);
  }
  for (const { code: number, meaning } of Object.values(exitCodes))
    expect(stdout).toMatch(new RegExp(`^  ${number} +${meaning.replace(/[()]/g, '\\$&')}$`, 'm'));
});

test.each(commands)('help of $name names its options, and no line is longer than 120 characters', command => {
  const help = commandHelp(command);
  for (const [option, { help: words }] of Object.entries(command.options)) {
    expect(help).toContain(`  --${option}`);
    expect(help).toContain(words);
  }
  for (const line of `${help}\n${generalHelp(commands, '1.2.3')}`.split('\n'))
    expect(line.length).toBeLessThanOrEqual(120);
});

test('help of a command, of a group, and the version', async () => {
  const [help, same, group, version] = await Promise.all([
    cli.run(['whoami', '--help']),
    cli.run(['help', 'whoami']),
    cli.run(['provider', '-h']),
    cli.run(['--version']),
  ]);
  expect(help.stdout).toMatch(/^Usage: sightline whoami \[OPTIONS\]/);
  expect(same.stdout).toBe(help.stdout);
  expect(group.stdout.match(/^Usage: sightline provider \w+/gm)).toHaveLength(3);
  const manifest = await readFile(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8');
  expect(version.stdout).toBe(`${(JSON.parse(manifest) as { version: string }).version}\n`);
});

test('a wrong command line exits 2 and says where help is, without repeating what may be a key', async () => {
  const canary = 'canary-0123456789abcdef';
  const [none, unknown, option, many, group] = await Promise.all([
    cli.run([]),
    cli.run([canary]),
    cli.run(['whoami', '--frob']),
    cli.run(['login', canary, canary]),
    cli.run(['provider', '--json']),
  ]);
  for (const { code, stdout } of [none, unknown, option, many, group])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(none.stderr).toBe('sightline: usage: No command was given. See: sightline --help\n');
  expect(unknown.stderr).not.toContain(canary);
  expect(option.stderr).toBe("sightline: usage: Unknown option '--frob'. See: sightline whoami --help\n");
  expect(many.stderr).not.toContain(canary);
  expect(JSON.parse(group.stderr)).toMatchObject({ error: { code: 'usage' } });
});

test('an option or a command that is nearly one of ours is asked about; a name with a dash is told its place', async () => {
  const cases: [string[], string][] = [
    [['describe', 'a', '--exprot', 'csv'], "Unknown option '--exprot'. Is --export meant?"],
    [['describe', 'a', '--concurency=4'], "Unknown option '--concurency'. Is --concurrency meant?"],
    [['describe', '-dash.png'], "Unknown option '-d'. A name that begins with - comes after --."],
    [['descibe', 'a'], 'There is no such command. Is describe meant?'],
    [['provdier'], 'There is no such command. Is provider meant?'],
  ];
  for (const [line, code, stderr] of await cli.runAll(cases.map(([words]) => words))) {
    const expected = cases.find(([words]) => words.join(' ') === line)?.[1];
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`sightline: usage: ${expected}`) as string,
    });
  }
});
