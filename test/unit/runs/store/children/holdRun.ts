import { writeSync } from 'node:fs';
import { openRunStore } from '../../../../../src/runs/store/openRunStore.ts';

/** Opens a run and holds it until it is killed. */
const [folder = '', id = ''] = process.argv.slice(2);
await openRunStore(folder).open(id);
writeSync(1, 'open\n');
setInterval(() => undefined, 1000);
