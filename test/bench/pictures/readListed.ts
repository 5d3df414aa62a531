/** Reads pictures one by one as the parent process asks, and reports each: a crash here is counted there. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ValueError } from '../../../src/base/errors.ts';
import { decodePixels } from '../../../src/images/open/decodePixels.ts';
import { fileFormatOf } from '../../../src/images/open/fileFormat.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ReadPicture } from './listedPicture.ts';

process.on('message', (file: string) => {
  void read(file).then(result => process.send?.(result));
});

async function read(file: string): Promise<ReadPicture> {
  await resetPeak();
  const begin = performance.now();
  let format = path.extname(file).slice(1) || 'other';
  const report = async (rest: Partial<ReadPicture>): Promise<ReadPicture> => ({
    format,
    ms: performance.now() - begin,
    peakMb: await peakMb(),
    ...rest,
  });
  try {
    format = fileFormatOf(await readFile(file))?.id ?? format;
    const { dataUrl, original, notes } = await prepareImage(file, { maxSide: 2048 });
    const done = await report({});
    const { height, width } = original;
    return { ...done, picture: { height, width, rgb4x4: await grid(dataUrl), notes } };
  } catch (error) {
    return report({ refusal: String(error), crash: !(error instanceof ValueError) });
  }
}

/** Mean colours of a 4 × 4 grid of the picture that is sent. */
async function grid(dataUrl: string): Promise<number[]> {
  const { data, width, height } = await decodePixels(dataUrl, { side: 2048, onWhite: true });
  const channels = data.length / (width * height);
  const sums = Array.from({ length: 16 }, () => [0, 0, 0, 0]);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sum = sums[Math.floor((y * 4) / height) * 4 + Math.floor((x * 4) / width)] ?? [];
      for (let channel = 0; channel < 3; channel++)
        sum[channel] =
          (sum[channel] ?? 0) + (data[(y * width + x) * channels + (channels < 3 ? 0 : channel)] ?? 0);
      sum[3] = (sum[3] ?? 0) + 1;
    }
  // A side of fewer than four pixels leaves cells empty: the nearest pixel stands for them.
  return sums.flatMap(([r = 0, g = 0, b = 0, n = 0], cell) => {
    if (n > 0) return [r, g, b].map(value => Math.round(value / n));
    const [x, y] = [Math.floor(((cell % 4) * width) / 4), Math.floor((Math.floor(cell / 4) * height) / 4)];
    return [0, 1, 2].map(channel => data[(y * width + x) * channels + (channels < 3 ? 0 : channel)] ?? 0);
  });
}

/** Linux can forget the peak so far; elsewhere the peak of the whole run is reported. */
async function resetPeak(): Promise<void> {
  await writeFile('/proc/self/clear_refs', '5').catch(() => undefined);
}

async function peakMb(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? process.resourceUsage().maxRSS / 1024 : Number(kilobytes) / 1024;
}
