import type { ConfigFolder } from './config/configFolder.ts';
import type { KeyStore } from './config/keyStore.ts';
import type { CliEnvironment } from './environment.ts';
import type { Output } from './output.ts';

/** What a command works with. */
export interface Session {
  env: CliEnvironment;
  stdin: NodeJS.ReadStream;
  out: Output;
  /** Fires when the person or the system wants an end, or nobody reads on. */
  signal: AbortSignal;
  folder: ConfigFolder;
  keys: KeyStore;
  /** Of Sightline. */
  version: string;
}
