import path from 'node:path';

/** The files of a local service in its folder; all are for this account only. */
export function localServiceFiles(folder: string) {
  return {
    /** The service's own data. */
    data: path.join(folder, 'data'),
    /** What runs, or ran last: a RunningRecord. */
    running: path.join(folder, 'running.json'),
    /** Held by the process that runs. */
    lock: path.join(folder, 'running.lock'),
    log: path.join(folder, 'service.log'),
  };
}
