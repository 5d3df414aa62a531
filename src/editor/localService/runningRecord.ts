import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { writeWholeSync } from '../../base/node/writeWhole.ts';
import { localServiceFiles } from './localServiceFiles.ts';

/** How windows find the process; stays behind when it ends, so that the next one takes the same port. */
export interface RunningRecord {
  pid: number;
  /** Address of the service, without a slash at its end. */
  url: string;
  /** Where windows connect to the process, on 127.0.0.1. */
  controlPort: number;
  /** By which process and windows know each other; new at each start. */
  secret: string;
  /** Addresses of earlier runs: keys may have been saved for them. */
  formerUrls: string[];
}

/** The record, or undefined where there is none or it is damaged. */
export function readRunningRecord(folder: string): RunningRecord | undefined {
  try {
    const text = readFileSync(localServiceFiles(folder).running, 'utf8');
    return runningRecordIn(parseJson(text));
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

/** Checked by hand: it is read at activation, before any library for shapes is loaded. */
function runningRecordIn(value: unknown): RunningRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { pid, url, controlPort, secret, formerUrls } = value;
  if (typeof pid !== 'number' || typeof controlPort !== 'number') return undefined;
  if (typeof url !== 'string' || !/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(url)) return undefined;
  if (typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret)) return undefined;
  if (!Array.isArray(formerUrls) || !formerUrls.every(former => typeof former === 'string')) return undefined;
  return { pid, url, controlPort, secret, formerUrls };
}
