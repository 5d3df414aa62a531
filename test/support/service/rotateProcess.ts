import { rotateMasterKey } from '../../../src/service/store/rotateMasterKey.ts';

/** Rotates the master key of the folder given and tells how many values that were; with `--announce` says so before. */
const [, , dataDir = '', announce] = process.argv;
if (announce === '--announce') console.log('"now"');
console.log(JSON.stringify(rotateMasterKey({ dataDir })));
