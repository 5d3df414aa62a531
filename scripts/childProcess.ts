import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How a program is run. */
export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Show its output as it comes; otherwise it is shown only as part of the error. */
  show?: boolean;
}

/** A program that ended with a failure; `output` is what it wrote. */
export class ProgramFailed extends Error {
  readonly output: string;

  constructor(command: string, code: number | NodeJS.Signals | null, output: string) {
    super(`${command} ended with ${code ?? 'a failure'}.`);
    this.name = 'ProgramFailed';
    this.output = output;
  }
}

/** What we started and what has not ended yet; none of it outlives us. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const { pid } of running) if (pid !== undefined) signalGroup(pid, 'SIGKILL');
});

/** Starts a program as the head of a process group of its own, so that {@link endGroup} ends its children too. */
export function startGroup(command: string, args: readonly string[], options: RunOptions = {}): ChildProcess {
  const windows = process.platform === 'win32';
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !windows,
    shell: windows && command.endsWith('.cmd'),
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/**
 * Runs a program to its end and resolves to what it wrote.
 * @throws {ProgramFailed} when it ends with anything but 0; the system's own error when it cannot be started.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const child = startGroup(command, args, options);
  let output = '';
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (options.show === true) target.write(text);
    });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new ProgramFailed([command, ...args].join(' '), code ?? signal, output);
  return output;
}

/** npm, run by this very Node.js: the npm that started us where there is one. */
export function runNpm(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js') === true) return run(process.execPath, [npm, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** The last `count` lines of a program's output that are not empty. */
export function lastLines(output: string, count: number): string {
  return output
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-count)
    .join('\n');
}

/** Ends a program of {@link startGroup} with all that it started; what has not gone after 3 s is killed. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(signalGroup, 3000, child.pid, 'SIGKILL');
  await gone;
  clearTimeout(timer);
  signalGroup(child.pid, 'SIGKILL');
}

/** Makes Ctrl-C and the wish to end (SIGTERM) end all that we started, then ourselves; the result fires when it begins. */
export function endAllOnSignals(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (ending.signal.aborted) return;
      ending.abort();
      void Promise.all([...running].map(endGroup)).finally(() => process.exit(130));
    });
  return ending.signal;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, signal);
  } catch {
    // The whole group has gone already.
  }
}
