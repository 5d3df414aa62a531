import { writeSync } from 'node:fs';
import { KeptDescriptions } from '../../../../../src/runs/store/keptDescriptions.ts';
import { answerTo, content, question } from '../exampleRun.ts';

/** Keeps a description, and holds its file until it is killed. */
const [folder = ''] = process.argv.slice(2);
const { sha256: _, ...answer } = answerTo(0, 'By another process.');
const kept = await new KeptDescriptions(folder, { idleMs: 1e9, patience: 0 }).keep(
  { sha256: content(0), question },
  answer,
);
writeSync(1, `${kept}\n`);
setInterval(() => undefined, 1000);
