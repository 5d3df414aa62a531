/** What works at a run, and can be killed. */
export interface Host extends AsyncDisposable {
  /** Starts the run, or goes on with it and with what failed. */
  start: () => Promise<Going>;
  /** Where the run's state lies. */
  state: () => Promise<string>;
  /** Exports as JSON Lines, CSV and COCO, and says where the files are. */
  exports: () => Promise<string[]>;
}

/** A run that works. */
export interface Going {
  /** Kills the process with SIGKILL. */
  kill: () => Promise<void>;
  /** Settles when it has ended by itself. */
  ended: Promise<'done' | 'failures' | 'killed'>;
}

/** The names of the files that {@link Host.exports} writes. */
export const exportedNames = ['descriptions.jsonl', 'descriptions.csv', 'captions.json'];
