import { createContext, Script } from 'node:vm';

/** Milliseconds for making a check of a schema, and for one check. */
export const checkTimes = { compile: 3000, check: 1000 } as const;

const script = new Script('run()');
/** One for all: making one costs more than most checks. */
let context: { run?: () => void } | undefined;

/**
 * Runs `work` and stops it after so many milliseconds, whatever it is busy with: also a regular expression that
 * backtracks without end, which nothing else can stop in its own thread. `work` must leave nothing behind that half of
 * it could spoil.
 * @returns `undefined` where it was stopped.
 */
export function withinTime<T>(milliseconds: number, work: () => T): { value: T } | undefined {
  let done: { value: T } | undefined;
  context ??= createContext({});
  context.run = () => {
    done = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  } finally {
    delete context.run;
  }
  return done;
}

/** The error is made in the other context, whose classes are not ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
