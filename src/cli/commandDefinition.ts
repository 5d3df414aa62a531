import type { Command } from '@commander-js/extra-typings';
import type { Session } from './session.ts';

/** Makes an action of a command out of its work, which returns the exit code. */
export type RunCommand = <Given extends unknown[]>(
  work: (session: Session, ...given: Given) => Promise<number>,
) => (...given: Given) => Promise<void>;

/**
 * Gives a command its arguments, options and action. Its file is imported when the command is used, which is after
 * commander has set its own defaults: an option `--no-x` needs the default `true`. `whole` resolves to
 * the command line with the definitions of all commands.
 */
export type DefineCommand = (command: Command, run: RunCommand, whole: () => Promise<Command>) => unknown;
