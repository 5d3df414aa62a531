import { spawnSync } from 'node:child_process';

/** Whether the machine has a command: for tests of what goes on in programs that not every machine has. */
export const works = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { stdio: 'ignore' }).status === 0;
