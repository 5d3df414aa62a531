/**
 * `npm run endurance:recognition -- [--images 1000]`: looks at images of many sizes with words on them, one after the other
 * with one engine, and says how much memory it holds in between. Fails where that grows.
 */
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/recognition/engine/openEngine.ts';
import { recognisePixels } from '../../src/recognition/engine/recognisePixels.ts';
import { openForRecognition } from '../../src/recognition/openForRecognition.ts';
import { recognitionFiles } from '../../src/recognition/weights/recognitionFiles.ts';
import { createRandom } from '../fuzz/random.ts';
import { drawnWords } from '../support/drawnWords.ts';

const { values } = parseArgs({ options: { images: { type: 'string', default: '1000' } } });
const count = Number(values.images);

/** Megabytes by which the memory may vary after the first fifth. */
const most = 150;

const random = createRandom('endurance');
const engine = await openEngine(await recognitionFiles());
const held: number[] = [];
for (let i = 1; i <= count; i++) {
  const size = { width: 40 + random.below(1960), height: 40 + random.below(1460) };
  const words = 'LAKESIDE'.repeat(1 + (i % 3));
  const bytes = await drawnWords(size, [{ words, x: 5, y: 5, size: 8 + random.below(52) }]);
  const { image } = await openForRecognition(bytes);
  await recognisePixels(engine, image, { onFirst: () => undefined, pause: () => Promise.resolve() });
  if (i % Math.ceil(count / 20) > 0) continue;
  const megabytes = process.memoryUsage.rss() / 1e6;
  held.push(megabytes);
  console.log(`${String(i).padStart(5)} images: ${megabytes.toFixed(0)} MB`);
}
const settled = held.slice(Math.floor(held.length / 5));
const grown = (settled.at(-1) ?? 0) - (settled[0] ?? 0);
console.log(`${grown.toFixed(0)} MB more than after the first fifth`);
process.exit(grown > most ? 1 : 0);
