/** Exports of a run whose images are all described: `exportRun.ts <scratch folder> <images>`. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { exportRun } from '../../../src/runs/exports/exportRun.ts';
import { nodeExportFiles } from '../../../src/runs/exports/nodeExportFiles.ts';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';

const [scratch = '', images = ''] = process.argv.slice(2);
const count = Number(images);
const contents = Array.from({ length: count }, (_, index) =>
  createHash('sha256').update(String(index)).digest('hex'),
);
const record = await openRunStore(path.join(scratch, 'state')).create({
  title: 'bench',
  question: {
    prompt: 'Describe the image.',
    provider: 'bench',
    origin: 'http://127.0.0.1',
    model: 'bench',
    api: 'chat.completions',
    parameters: {},
    image: { maxSide: 2048, quality: 85 },
  },
  pictures: contents.map((_, index) => ({
    location: `/pictures/folder/image${index}.jpg`,
    name: `image${index}.jpg`,
    byteLength: 1000 + index,
    modifiedAt: 1_700_000_000_000 + index,
  })),
  skipped: [],
});
const text = 'A mountain lake in the evening, with a boat at the pier on the left and woods behind it.';
await Promise.all(
  contents.map((sha256, index) =>
    record.describe(index, { sha256, text, model: 'bench', notes: [], width: 640, height: 480, seconds: 1 }),
  ),
);
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
