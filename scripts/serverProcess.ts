import { once } from 'node:events';
import { endGroup, lastLines, startGroup } from './childProcess.ts';

/** A server that answers, and the way to end it. */
export interface RunningServer {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Of the process at its head. */
  pid: number;
  /** What it has written so far. */
  log: () => string;
  /** Resolves when the server has ended by itself or by {@link end}. */
  ended: Promise<void>;
  /** Ends it with all that it started. */
  end: () => Promise<void>;
}

/** How long a server may take until it says that it listens; generous for a busy machine. */
const startTimeoutMs = 120_000;

/**
 * Starts a Node.js server on 127.0.0.1 and waits until it says where it listens.
 * @param args the script and its arguments.
 * @param listening matches the line it then writes; its first group is the port.
 */
export async function startServer(
  args: readonly string[],
  listening: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const child = startGroup(process.execPath, args, { env });
  let log = '';
  const ended = once(child, 'exit').then(() => undefined);
  const port = new Promise<number>(resolve => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-200_000);
        const match = listening.exec(log);
        if (match?.[1] !== undefined) resolve(Number(match[1]));
      });
  });
  const end = () => endGroup(child);
  const deadline = AbortSignal.timeout(startTimeoutMs);
  const answer = await Promise.race([
    port,
    ended.then(() => 'It ended.'),
    once(deadline, 'abort').then(() => `It did not listen within ${startTimeoutMs / 1000} s.`),
  ]);
  if (typeof answer === 'string') {
    await end();
    throw new Error(`The editor's server did not start. ${answer}\n${lastLines(log, 15)}`);
  }
  return { url: `http://127.0.0.1:${answer}`, port: answer, pid: child.pid ?? 0, log: () => log, ended, end };
}
