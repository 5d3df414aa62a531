import { redact } from '../base/redact.ts';

/** One line of the service's log. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  message: string;
  [detail: string]: string | number | undefined;
}

/** Where the service's log goes. */
export type ServiceLog = (entry: LogEntry) => void;

/** `log` with every text redacted: the last door a secret would have to pass. */
export function redactedLog(log: ServiceLog): ServiceLog {
  return entry =>
    log(
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          typeof value === 'string' ? redact(value) : value,
        ]),
      ) as LogEntry,
    );
}
