import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** How a command ended, and what it printed. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command that goes on until it is ended. */
export interface Lasting {
  stdout: () => string;
  /** Ends it as Ctrl+C or `kill` do, and says how it ended. */
  end: () => Promise<Outcome>;
}

interface ShellOptions {
  folder: string;
  env: Record<string, string>;
}

/** One shell in which the commands of a page run one after the other, as in a terminal: variables stay. */
export class PageShell implements AsyncDisposable {
  readonly #options: ShellOptions;
  readonly #shell: ChildProcess;
  readonly #codes: AsyncIterator<string, undefined>;
  readonly #lasting = new Set<ChildProcess>();
  #count = 0;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd: options.folder,
      env: options.env,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const codes = this.#shell.stdio[3] as NodeJS.ReadableStream;
    this.#codes = createInterface({ input: codes })[Symbol.asyncIterator]();
  }

  /** Runs a command to its end. */
  async run(command: string, input = ''): Promise<Outcome> {
    const file = path.join(this.#options.folder, `.command-${++this.#count}`);
    await writeFile(`${file}.in`, input);
    this.#shell.stdin?.write(`{ ${command}\n} <${file}.in >${file}.out 2>${file}.err; echo "$?" >&3\n`);
    const next = await this.#codes.next();
    if (next.done === true) throw new Error(`The shell ended with: ${command}`);
    const [stdout, stderr] = await Promise.all([
      readFile(`${file}.out`, 'utf8'),
      readFile(`${file}.err`, 'utf8'),
    ]);
    return { code: Number(next.value), stdout, stderr };
  }

  /** Starts a command that goes on, and resolves once it has printed `ready`; `typed` is what a person types at its terminal. */
  async start(command: string, { ready, typed }: { ready: RegExp; typed?: string }): Promise<Lasting> {
    const words =
      typed === undefined ? ['bash', '-c', command] : ['script', '-qec', `bash -c '${command}'`, '/dev/null'];
    const child = spawn(words[0] ?? '', words.slice(1), {
      cwd: this.#options.folder,
      env: this.#options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#lasting.add(child);
    const outcome: Outcome = { code: -1, stdout: '', stderr: '' };
    const closed = once(child, 'close').then((values: unknown[]) => {
      this.#lasting.delete(child);
      outcome.code = typeof values[0] === 'number' ? values[0] : -1;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (outcome.stderr += text));
    const printed = new Promise<void>(resolve => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        outcome.stdout += text;
        if (ready.test(outcome.stdout)) resolve();
      });
    });
    if (typed === undefined) child.stdin.end();
    else child.stdin.write(`${typed}\n`);
    const tooEarly = closed.then(() => {
      throw new Error(`${command} ended with ${outcome.code}.\n${outcome.stdout}${outcome.stderr}`);
    });
    await Promise.race([printed, tooEarly]);
    tooEarly.catch(() => undefined);
    return {
      stdout: () => outcome.stdout,
      end: async () => {
        if (child.pid !== undefined && outcome.code === -1) process.kill(-child.pid, 'SIGTERM');
        await closed;
        return outcome;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of [...this.#lasting, this.#shell]) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const closed = once(child, 'close');
      process.kill(-child.pid, 'SIGKILL');
      await closed;
    }
  }
}
