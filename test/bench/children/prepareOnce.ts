/** Milliseconds and peak memory of preparing a picture once, from its path: `prepareOnce.ts <file>`. */
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';

const [file = ''] = process.argv.slice(2);
const begin = performance.now();
await prepareImage(file, { maxSide: 2048, quality: 85 });
const ms = performance.now() - begin;
console.log(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));
