import type { SightlineError } from '../../base/errors.ts';
import { mostWithoutImage, saysNoImage } from '../../inference/api/unfinishedAnswer.ts';
import { manyInARow, noImages } from './stopFailures.ts';

/**
 * So many failures, answers that describe nothing, or answers that say that no image came, without a good answer between
 * them have a common reason.
 */
const most = { failures: 10, useless: 30, withoutImage: mostWithoutImage };

/** Counts what goes wrong without an answer between, which tells whether it is the pictures' fault. */
export class Streaks {
  #failures = 0;
  #useless = 0;
  #withoutImage = 0;
  #forbidden = 0;

  /** A picture was described. */
  answered(): void {
    this.#failures = this.#useless = this.#withoutImage = this.#forbidden = 0;
  }

  /** A model's answer is none. @returns what ends the run, where too many were. */
  useless(error: SightlineError): SightlineError | undefined {
    this.#failures = this.#forbidden = 0;
    this.#useless += 1;
    if (saysNoImage(error)) this.#withoutImage += 1;
    if (this.#withoutImage >= most.withoutImage) return noImages(error, this.#withoutImage);
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
