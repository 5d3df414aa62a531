import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Input } from './target.ts';
import type { Task, Told } from './tryTarget.ts';

/** A promise that an input broke. */
export interface Finding {
  name: string;
  seed: number;
  iteration: number;
  reason: string;
  input?: Input;
}

/** When it is enough; the first that is reached. */
export interface FuzzLimits {
  milliseconds?: number;
  iterations?: number;
  findings?: number;
  /** Replaces each target's own limit of an iteration. */
  seconds?: number;
}

/** What came of it. */
export interface FuzzResult {
  iterations: number;
  findings: Finding[];
}

/** Longest that a thread takes to make its first or next input, in seconds. */
const makingSeconds = 120;
/** The thread's heap, MB: what an input makes of it may not be more. */
const heap = 1024;

/** Tries a target again and again, in a thread that is ended where an input takes too long, and started again after it. */
export async function fuzzTarget(
  file: string,
  { seed, from = 0 }: { seed: number; from?: number },
  limits: FuzzLimits,
): Promise<FuzzResult> {
  const { milliseconds = Infinity, iterations = Infinity, findings: most = 5 } = limits;
  const name = path.basename(file, '.ts');
  const end = Date.now() + milliseconds;
  const findings: Finding[] = [];
  let next = from;
  const isEnough = (): boolean => next - from >= iterations || findings.length >= most || Date.now() >= end;
  while (!isEnough()) await tryUntilBroken();
  return { iterations: next - from, findings };

  /** One thread: until it is enough, or an input has ended it or was too slow for it. */
  function tryUntilBroken(): Promise<void> {
    const task: Task = { name, file, seed, from: next };
    const thread = new Worker(new URL('./tryTarget.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heap },
      execArgv: [],
    });
    return new Promise(resolve => {
      let input: Input | undefined;
      let timer: NodeJS.Timeout | undefined;
      const found = (reason: string): void => {
        findings.push({ name, seed, iteration: next, reason, ...(input === undefined ? {} : { input }) });
        input = undefined;
        next++;
      };
      const over = (): void => {
        clearTimeout(timer);
        thread.removeAllListeners();
        thread.on('error', () => undefined);
        void thread.terminate().then(() => resolve());
      };
      const wait = (seconds: number, what: string): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          found(`${what} takes more than ${seconds} seconds.`);
          over();
        }, seconds * 1000);
      };
      wait(makingSeconds, 'Making an input');
      thread.on('message', (told: Told) => {
        if (told.kind === 'trying') {
          input = told.input;
          return wait(limits.seconds ?? told.seconds, 'It');
        }
        if (told.kind === 'broken') found(told.reason);
        else next++;
        input = undefined;
        wait(makingSeconds, 'Making an input');
        if (isEnough()) over();
      });
      thread.on('error', error => {
        found(`It ended the thread: ${error.stack ?? error.message}`);
        over();
      });
      thread.on('exit', code => {
        found(`It ended the thread with code ${code}.`);
        over();
      });
    });
  }
}
