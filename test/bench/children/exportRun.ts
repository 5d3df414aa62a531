/** Exports of a run whose images are all described: `exportRun.ts <scratch folder> <images>`. */
import path from 'node:path';
import { exportRun } from '../../../src/runs/exports/exportRun.ts';
import { nodeExportFiles } from '../../../src/runs/exports/nodeExportFiles.ts';
import { writeDescribedRun } from '../writeDescribedRun.ts';

const [scratch = '', images = ''] = process.argv.slice(2);
const count = Number(images);
const record = await writeDescribedRun(path.join(scratch, 'state'), count);
const times: Record<string, number> = {};
for (const format of ['jsonl', 'csv'] as const) {
  const before = process.cpuUsage();
  const target = path.join(scratch, `export.${format}`);
  const { described } = await exportRun(format, record, target, {
    files: nodeExportFiles(),
    toolVersion: '0',
  });
  const { user, system } = process.cpuUsage(before);
  if (described !== count) throw new Error(`${described} of ${count} came out.`);
  times[format] = (user + system) / 1000;
}
console.log(JSON.stringify(times));
process.exit();
