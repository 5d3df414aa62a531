import { readFileSync } from 'node:fs';
import { redact } from '../../base/redact.ts';
import { localServiceFiles } from './localServiceFiles.ts';

/** The last lines of the service's log, redacted; empty where there is none. */
export function lastLogLines(folder: string, count: number): string {
  try {
    const lines = readFileSync(localServiceFiles(folder).log, 'utf8').trimEnd().split('\n');
    return redact(lines.slice(-count).join('\n'));
  } catch {
    return ''; // It has not come so far as to write one.
  }
}
