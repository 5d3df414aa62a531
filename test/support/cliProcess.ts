import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';

/** A command line that has ended. */
export interface CliResult {
  /** Undefined where a signal that nobody caught ended it. */
  code: number | undefined;
  stdout: string;
  stderr: string;
}

/** How a command line is started. */
export interface CliOptions {
  env?: Record<string, string>;
  /** Standard input; without it, it is empty. */
  input?: string | Uint8Array;
  /** Whether its output is a terminal, by `script` of util-linux; both streams then arrive as standard output. */
  terminal?: boolean;
}

/** A command line that runs. */
export interface RunningCli {
  process: ChildProcess;
  /** Resolves once standard output has matched `pattern`. */
  printed(pattern: RegExp): Promise<string>;
  ended: Promise<CliResult>;
}

/** Sightline's command line as a process of its own, with an empty folder of its own; what still runs at the end is ended. */
export interface Cli extends AsyncDisposable {
  /** SIGHTLINE_CONFIG_DIR. */
  folder: string;
  start(words: readonly string[], options?: CliOptions): RunningCli;
  run(words: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** The objects of its standard output, one a line. */
  objects(words: readonly string[], options?: CliOptions): Promise<Record<string, unknown>[]>;
  /** Runs each, three at a time, and returns `[words, code, stderr]` in their order. */
  runAll(lines: readonly (readonly string[])[]): Promise<[string, number | undefined, string][]>;
  /** All that it has printed so far, on both streams. */
  printedSoFar(): string;
  /** Everything in the folder, file by file. */
  files(): Promise<Record<string, string>>;
}

/** `npm test` has built the command line, which starts in half the time of its sources. */
const main = path.resolve(
  import.meta.dirname,
  process.env['SIGHTLINE_TEST_BUILT'] === undefined ? '../../src/cli/main.ts' : '../../dist/cli.mjs',
);

/** Makes a command line with a fresh folder and without a keychain; nothing of this process's environment goes in. */
export async function freshCli(env: Record<string, string> = {}): Promise<Cli> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-cli-'));
  let everything = '';
  const children = new Set<ChildProcess>();
  const start = (words: readonly string[], options: CliOptions = {}): RunningCli => {
    const line = [process.execPath, main, ...words];
    const [command = '', ...given] =
      options.terminal === true ? ['script', '-qec', line.map(quoted).join(' '), '/dev/null'] : line;
    const child = spawn(command, given, {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        SIGHTLINE_CONFIG_DIR: folder,
        SIGHTLINE_KEYCHAIN: 'off',
        SIGHTLINE_RECOGNITION: 'off',
        // Spares most of the start, which is the stripping of types.
        NODE_COMPILE_CACHE: path.join(tmpdir(), 'sightline-compile-cache'),
        ...env,
        ...options.env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      everything += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      everything += text;
    });
    return {
      process: child,
      printed: pattern =>
        new Promise((resolve, reject) => {
          const look = (): void => {
            if (pattern.test(stdout)) resolve(stdout);
          };
          look();
          child.stdout.on('data', look);
          child.once('close', () => reject(new Error(`It ended without printing ${pattern}: ${stderr}`)));
        }),
      ended: new Promise(resolve => {
        child.once('close', code => resolve({ code: code ?? undefined, stdout, stderr }));
      }),
    };
  };
  const run = (words: readonly string[], options?: CliOptions): Promise<CliResult> =>
    start(words, options).ended;
  return {
    folder,
    start,
    run,
    objects: async (words, options) => {
      const { stdout } = await run(words, options);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Record<string, unknown>);
    },
    runAll: lines => {
      const limit = pLimit(3);
      return Promise.all(
        lines.map(words =>
          limit(async (): Promise<[string, number | undefined, string]> => {
            const { code, stderr } = await run(words);
            return [words.join(' '), code, stderr];
          }),
        ),
      );
    },
    printedSoFar: () => everything,
    files: async () => {
      const names = await readdir(folder);
      const texts = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8')));
      return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
    },
    [Symbol.asyncDispose]: async () => {
      const left = [...children];
      await Promise.all(
        left.map(child => {
          const closed = once(child, 'close');
          child.kill('SIGKILL');
          return closed;
        }),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
