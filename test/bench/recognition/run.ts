/**
 * Measures recognition on images that were looked at one by one: `npm run bench:recognition -- DIR [--details] [--out FILE]`.
 * DIR holds those images of truth.json that there are, by their names; what is wrong with each is told by `--details`, and
 * FILE gets all that was found, as JSON.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { callersThread } from './callersThread.ts';
import { costFigures, qualityFigures } from './figures.ts';
import { judgeImage, remarks } from './judgeImage.ts';
import { lookAtAll } from './lookAtAll.ts';
import { readTruth } from './truth.ts';

const { values, positionals } = parseArgs({
  options: { details: { type: 'boolean' }, out: { type: 'string' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run bench:recognition -- DIR [--details] [--out FILE]');
  process.exit(2);
}
const truths = await readTruth();
const look = await lookAtAll(folder, name => name in truths);
const { images } = look;
if (values.out !== undefined) await writeFile(values.out, JSON.stringify(images, undefined, 1));
const held = await callersThread(images.slice(0, 20).map(({ name }) => path.join(folder, name)));
const absent = Object.keys(truths).filter(name => !images.some(image => image.name === name));
if (absent.length > 0) console.error(`Not there: ${absent.join(', ')}`);

const judged = images.map(image => judgeImage(image, truths[image.name] ?? {}));
if (values.details === true)
  for (const [i, image] of images.entries()) {
    const words = remarks(judged[i] ?? {}, image);
    if (words !== '') console.log(`${image.name} (${image.kind}): ${words}`);
  }
const figures = { images: String(images.length), ...qualityFigures(judged), ...costFigures(look, held) };
for (const [title, figure] of Object.entries(figures)) console.log(`${title.padEnd(50)}${figure}`);
// The handlers that TensorFlow.js installs keep nothing open, but its backends do.
process.exit();
