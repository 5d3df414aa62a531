import { rotateMasterKey } from '../../../src/service/seal/rotateMasterKey.ts';

/** Rotates the master key of the folder given, and tells how many values that were. */
console.log(JSON.stringify(rotateMasterKey({ dataDir: process.argv[2] ?? '' })));
