import type { LoginPlaces } from '../platform/saved/savedLogin.ts';
import type { Output } from './output.ts';

/** What a command works with. */
export interface Session extends LoginPlaces {
  stdin: NodeJS.ReadStream;
  out: Output;
  /** Fires when the person or the system wants an end, or nobody reads on. */
  signal: AbortSignal;
  /** Of Sightline. */
  version: string;
}
