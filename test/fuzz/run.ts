/**
 * `npm run fuzz -- --minutes 10 [--seed 1] [--target images] [--from 0]`: tries what reads texts and files of others with
 * chance inputs, each target for its share of the time. Says the seed first; says and keeps each input that breaks a
 * promise, and fails where there is one. The same seed makes the same inputs.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzTarget, type Finding } from './fuzzTarget.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
const [minutes, seed, from] = [values.minutes, values.seed, values.from].map(Number) as [
  number,
  number,
  number,
];
if (!(minutes > 0) || !Number.isInteger(seed) || !Number.isInteger(from))
  throw new Error('--minutes is a number above 0, --seed and --from are whole numbers.');
const kept = path.join(import.meta.dirname, '../../test-results/fuzz');
const folder = path.join(import.meta.dirname, 'targets');
const files = readdirSync(folder).filter(
  name => values.target === undefined || name === `${values.target}.ts`,
);
if (files.length === 0) throw new Error(`There is no target ${values.target ?? ''} in test/fuzz/targets.`);

console.log(`Seed ${seed}, ${files.length} targets, ${minutes} minutes in all`);
for (const file of files) {
  const limits = { milliseconds: (minutes * 60_000) / files.length };
  const { iterations, findings } = await fuzzTarget(path.join(folder, file), { seed, from }, limits);
  console.log(`${file.replace('.ts', '')}: ${iterations} iterations, ${findings.length} findings`);
  for (const finding of findings) report(finding);
  if (findings.length > 0) process.exitCode = 1;
}
// Threads and processes of decoders end by themselves a little later.
process.exit();

function report({ name, iteration, reason, input }: Finding): void {
  const isText = typeof input === 'string';
  const ending = input instanceof Uint8Array ? 'bin' : isText ? 'txt' : 'json';
  const file = path.join(kept, `${name}-${seed}-${iteration}.${ending}`);
  mkdirSync(kept, { recursive: true });
  writeFileSync(file, input instanceof Uint8Array || isText ? input : JSON.stringify(input ?? null, null, 1));
  console.log(`  ${name}, seed ${seed}, iteration ${iteration}: ${reason}\n  ${file}`);
}
