import { SightlineError } from '../../base/errors.ts';
import type { SealedRecord } from './sealedRecord.ts';

/** A sealed value that does not open; says which record, never anything of the value. */
export class SealError extends SightlineError {
  readonly record: SealedRecord;

  constructor(record: SealedRecord, reason: string) {
    super('store', `The ${record.kind} of record ${record.id} cannot be decrypted: ${reason}.`);
    this.name = 'SealError';
    this.record = record;
  }
}
