import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWholeSync } from '../../base/node/writeWhole.ts';

/** The files of a local service in its folder; all are for this account only. */
export function localServiceFiles(folder: string) {
  return {
    /** The service's own data. */
    data: path.join(folder, 'data'),
    /** What runs, or ran last: a {@link RunningRecord}. */
    running: path.join(folder, 'running.json'),
    /** Held by the process that runs. */
    lock: path.join(folder, 'running.lock'),
    log: path.join(folder, 'service.log'),
  };
}

const runningRecordShape = z.object({
  pid: z.number(),
  /** Address of the service, without a slash at its end. */
  url: z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)),
  /** Where windows connect to the process, on 127.0.0.1. */
  controlPort: z.number(),
  /** By which process and windows know each other; new at each start. */
  secret: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Addresses of earlier runs: keys may have been saved for them. */
  formerUrls: z.array(z.string()),
});

/** How windows find the process; stays behind when it ends, so that the next one takes the same port. */
export type RunningRecord = z.infer<typeof runningRecordShape>;

/** The record, or undefined where there is none or it is damaged. */
export function readRunningRecord(folder: string): RunningRecord | undefined {
  try {
    const text = readFileSync(localServiceFiles(folder).running, 'utf8');
    return runningRecordShape.safeParse(JSON.parse(text)).data;
  } catch {
    // Nothing has run here, or its record cannot be read: the next start writes a new one.
    return undefined;
  }
}

/** Writes the record, whole or not at all. Only the holder of the lock does. */
export function writeRunningRecord(folder: string, record: RunningRecord): void {
  const { running } = localServiceFiles(folder);
  writeWholeSync(running, JSON.stringify(record), { mode: 0o600, temporary: `${running}.new` });
}
