/** Work that is asked for more often than it is done. */
export interface Throttled {
  /** Has it done: at once where it rested long enough, else when its pause is over. */
  (): void;
  /** Has it done no more. */
  stop: () => void;
}

/** Does `work` at most once in `pauseMs` milliseconds, and once more after the last call. */
export function throttle(pauseMs: number, work: () => void): Throttled {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  let stopped = false;
  const run = (): void => {
    if (stopped) return;
    if (pause !== undefined) {
      due = true;
      return;
    }
    due = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (due) run();
    }, pauseMs);
    work();
  };
  return Object.assign(run, {
    stop: () => {
      stopped = true;
      clearTimeout(pause);
    },
  });
}
