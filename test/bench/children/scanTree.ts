/** A search through many files, and through many links: `scanTree.ts <scratch folder> <files> <links>`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { scanHere } from '../../../src/runs/scan/scanHere.ts';
import { median } from '../figure.ts';

const [scratch = '', ...numbers] = process.argv.slice(2);
const [files = 0, links = 0] = numbers.map(Number);
const inFolder = 1000;
const tree = path.join(scratch, 'tree');
const linked = path.join(scratch, 'links');
for (let from = 0; from < files; from += inFolder) {
  const folder = path.join(tree, `folder${from / inFolder}`);
  mkdirSync(folder, { recursive: true });
  for (let at = from; at < Math.min(files, from + inFolder); at++)
    writeFileSync(path.join(folder, `image${at}.jpg`), '');
}
mkdirSync(linked);
for (let at = 0; at < links; at++)
  symlinkSync(
    path.join(tree, `folder${Math.floor(at / inFolder)}`, `image${at}.jpg`),
    path.join(linked, `link${at}.jpg`),
  );

// The thread starts once.
await scanHere([path.join(tree, 'folder0')]);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const [find, scan] = [[], []] as [number[], number[]];
for (let turn = 0; turn < 3; turn++) {
  find.push(
    await secondsOf(() =>
      execFileSync('find', [tree, '-type', 'f', '-printf', '%s %T@ %C@ %p\n'], { maxBuffer: 1e9 }),
    ),
  );
  delay.reset();
  scan.push(await secondsOf(() => scanHere([tree])));
}
const block = delay.max;
delay.reset();
const linkSeconds = await secondsOf(() => scanHere([linked]));
console.log(
  JSON.stringify({
    find: median(find),
    scan: median(scan),
    blockMs: block / 1e6,
    linkSeconds,
    linkBlockMs: delay.max / 1e6,
  }),
);
process.exit();

async function secondsOf(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
