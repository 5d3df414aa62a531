/**
 * `npm run bench -- [--json] [--against <file>] [measure ...]`: measures what the design sets limits to, or only those of
 * `measures/` that are named. A table for people, one JSON object for scripts; with what `--json` printed earlier, each figure
 * beside its earlier value. Exit code 1 where a measure fails, or a figure grew by more than its noise.
 */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage } from '../../scripts/buildPackage.ts';
import { endAllOnSignals, run } from '../../scripts/childProcess.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { compare, comparisonText, readReport, type Report } from './against.ts';
import type { BenchSetting, Figure, Measure } from './figure.ts';
import { unpackExtension } from './unpackExtension.ts';

endAllOnSignals();
const {
  values: { json = false, against },
  positionals: named,
} = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, against: { type: 'string' } },
});
const earlier = against === undefined ? undefined : await readReport(against);
const measures = globSync('measures/*.ts', { cwd: import.meta.dirname }).sort();
for (const name of named)
  if (!measures.includes(measureFile(name)))
    throw new Error(`No measure is called ${name}: there are ${measures.map(measureName).join(', ')}.`);
const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'));
try {
  if (!json) console.error('Building and packaging…');
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')]);
  const { file: vsix } = await buildPackage();
  const setting: BenchSetting = { vsix, scratch, extension: await unpackExtension(vsix, scratch) };
  const figures: Figure[] = [];
  for (const file of named.length === 0 ? measures : named.map(measureFile)) {
    const { measure } = (await import(path.join(import.meta.dirname, file))) as { measure: Measure };
    if (!json) console.error(`Measuring ${measureName(file)}…`);
    try {
      figures.push(...(await measure(setting)));
    } catch (error) {
      // The others are measured all the same.
      console.error(`${measureName(file)} failed.`, error);
      process.exitCode = 1;
    }
  }
  if (json) console.log(JSON.stringify(report(figures), undefined, 2));
  else for (const figure of figures) console.log(row(figure));
  if (earlier !== undefined) tellChanges(figures, earlier);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

function measureFile(name: string): string {
  return path.join('measures', `${name}.ts`);
}

function measureName(file: string): string {
  return path.basename(file, '.ts');
}

function report(figures: readonly Figure[]): Report {
  return {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpus: cpus().length,
    figures: Object.fromEntries(figures.map(({ name, ...figure }) => [name, figure])),
  };
}

/** Says on standard error what changed, and fails where something is worse. */
function tellChanges(figures: readonly Figure[], before: Report): void {
  if (before.platform !== report([]).platform || before.cpus !== cpus().length)
    console.error('The earlier figures are of another kind of machine: only ratios can be compared.');
  for (const figure of figures) {
    const comparison = compare(figure, before);
    if (comparison === undefined) continue;
    console.error(`${figure.title.padEnd(68)}${comparisonText(comparison)}`);
    if (comparison.isWorse) process.exitCode = 1;
  }
}

function row({ title, value, unit, limit, details }: Figure): string {
  const more = Object.entries(details).map(([name, number]) => `${name} ${number.toFixed(2)}`);
  const most = limit === undefined ? '' : Number(limit.toFixed(3));
  const bound = limit === undefined ? '' : value <= limit ? `≤ ${most} ok` : `> ${most} TOO MUCH`;
  return `${title.padEnd(68)}${value.toFixed(3).padStart(8)} ${unit.padEnd(6)}${bound.padEnd(16)}${more.join(', ')}`;
}
