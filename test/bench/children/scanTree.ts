/** A search through many files, and through many links: `scanTree.ts <scratch folder> <files> <links>`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scanHere } from '../../../src/runs/scan/scanHere.ts';
import { median } from '../figure.ts';
import { heldThread } from '../heldThread.ts';

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
const [find, scan, held] = [[], [], []] as [number[], number[], number[]];
const list = ['-type', 'f', '-printf', '%s %T@ %C@ %p\n'];
for (let turn = 0; turn < 3; turn++) {
  find.push(await secondsOf(() => execFileSync('find', [tree, ...list], { maxBuffer: 1e9 })));
  scan.push(await secondsOf(async () => held.push(await heldThread(() => scanHere([tree])))));
}
let linkBlockMs = 0;
const linkSeconds = await secondsOf(async () => {
  linkBlockMs = await heldThread(() => scanHere([linked]));
});
console.log(
  JSON.stringify({
    find: median(find),
    scan: median(scan),
    blockMs: Math.max(...held),
    linkSeconds,
    linkBlockMs,
  }),
);
process.exit();

async function secondsOf(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
