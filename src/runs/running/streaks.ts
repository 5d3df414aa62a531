import type { SightlineError } from '../../base/errors.ts';
import { manyInARow } from './stopFailures.ts';

/** So many failures, or answers that describe nothing, without a good answer between them have a common reason. */
const most = { failures: 10, useless: 30 };

/** Counts what goes wrong without an answer between, which tells whether it is the pictures' fault. */
export class Streaks {
  #failures = 0;
  #useless = 0;
  #forbidden = 0;

  /** A picture was described. */
  answered(): void {
    this.#failures = this.#useless = this.#forbidden = 0;
  }

  /** A model's answer is none. @returns what ends the run, where too many were. */
  useless(error: SightlineError): SightlineError | undefined {
    this.#failures = this.#forbidden = 0;
    this.#useless += 1;
    return this.#useless < most.useless ? undefined : manyInARow(error, most.useless);
  }

  /** A picture failed for good. @returns what ends the run, where too many did. */
  failed(error: SightlineError): SightlineError | undefined {
    this.#failures += 1;
    return this.#failures < most.failures ? undefined : manyInARow(error, most.failures);
  }

  /**
   * Whether what the provider does not permit may be this picture: a firewall before it forbids single ones, and a run
   * that stopped there would stop at the same one whenever it is resumed. Not where it forbids the next one, too.
   */
  mayBeThePicture({ code }: SightlineError): boolean {
    if (code !== 'permissionDenied') return false;
    this.#forbidden += 1;
    return this.#forbidden === 1;
  }
}
