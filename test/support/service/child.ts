import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CleanUp } from './dataFolder.ts';

/** A script of this folder as a process of its own; it is killed with the test. */
export function startChild(script: string, ...args: string[]): ChildProcess {
  return startChildFor(onTestFinished, script, ...args);
}

/** The same for a file of tests, with `afterAll`. */
export function startChildFor(cleanUp: CleanUp, script: string, ...args: string[]): ChildProcess {
  const file = script.startsWith('/') ? script : fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanUp(() => void child.kill('SIGKILL'));
  return child;
}

/** The first line that a process prints, as JSON. */
export async function firstLine<Value>(child: ChildProcess): Promise<Value> {
  if (child.stdout === null) throw new Error('Its output is not read.');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Value;
  throw new Error('The process has ended without a word.');
}

/** Runs a script to its end and gives what it printed last, as JSON. */
export async function runChild<Value>(script: string, ...args: string[]): Promise<Value> {
  const child = startChild(script, ...args);
  const [value] = await Promise.all([firstLine<Value>(child), ended(child)]);
  return value;
}

/** Settles when a process has ended. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}
