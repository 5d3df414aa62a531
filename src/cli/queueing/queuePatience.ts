import { onAbort } from '../../base/onAbort.ts';
import type { Patiently } from '../../queue/patiently.ts';
import type { Session } from '../session.ts';
import { Patience } from '../working/patience.ts';

/** Milliseconds for which a database that is gone is waited for once the command was ended. */
const afterEndMs = 10_000;

/** Waits for the database of a queue while it is gone, and says so; not much longer once the command was ended. */
export function queuePatience({ out, signal }: Session): { patiently: Patiently; dispose: () => void } {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onAbort(signal, () => {
    timer = setTimeout(() => end.abort(), afterEndMs);
  });
  const patience = new Patience(message => out.note(message), 'The database');
  return {
    patiently: work => patience.call(work, end.signal),
    dispose: () => {
      clearTimeout(timer);
      stopListening();
    },
  };
}
