import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { magickWrites } from '../../support/pictureFiles.ts';
import { median, type Figure, type Measure } from '../figure.ts';
import { writePhoto } from '../photo.ts';
import { runChild } from '../runChild.ts';

const rounds = 3;
/** Processor time of the bare sharp calls for the JPEG beside which the goals of the others were set. */
const jpegMs = 240;

/** Formats that cost more than a JPEG: 12 megapixels against the bare sharp calls for the same image as a JPEG, or its own. */
export const measure: Measure = async ({ scratch }) => {
  const photo = await writePhoto(scratch);
  const of = (name: string): string => path.join(scratch, `photo.${name}`);
  await sharp(photo).rotate().toColourspace('rgb16').png({ compressionLevel: 3 }).toFile(of('16.png'));
  await sharp(photo).rotate().toColourspace('b-w').png({ compressionLevel: 3 }).toFile(of('grey.png'));
  await sharp(photo).rotate().png({ compressionLevel: 1 }).toFile(of('png'));
  await writeFile(of('jxl'), await magickWrites('JXL', of('png')));
  const bareJpeg = await processorMs('bare', photo);
  const figures: Figure[] = [
    {
      name: 'jxlRatio',
      title: '12-megapixel JPEG XL made ready, against the bare sharp calls for a JPEG',
      value: (await processorMs('ours', of('jxl'))) / bareJpeg,
      unit: 'ratio',
      limit: 2100 / jpegMs,
      details: { 'djxl alone': ownDecoder('djxl', of('jxl'), of('jxl.png')) / bareJpeg },
    },
  ];
  // Nothing that is installed here writes HEIC.
  if (canRun('heif-enc')) {
    execFileSync('heif-enc', ['-q', '80', '-o', of('heic'), of('png')], { stdio: 'ignore' });
    figures.push({
      name: 'heicRatio',
      title: '12-megapixel HEIC made ready, against the bare sharp calls for a JPEG',
      value: (await processorMs('ours', of('heic'))) / bareJpeg,
      unit: 'ratio',
      limit: 1400 / jpegMs,
      details: { 'heif-convert alone': ownDecoder('heif-convert', of('heic'), of('heic.png')) / bareJpeg },
    });
  }
  for (const [name, title] of [
    ['16.png', '12-megapixel PNG of 16 bits made ready, against the bare sharp calls'],
    ['grey.png', 'the same for a grey PNG of 8 bits'],
  ] as const)
    figures.push({
      name: name === '16.png' ? 'deepPngRatio' : 'greyPngRatio',
      title,
      value: (await processorMs('ours', of(name))) / (await processorMs('bare', of(name))),
      unit: 'ratio',
      limit: 1.05,
      details: {},
    });
  return figures;
};

async function processorMs(way: 'ours' | 'bare', file: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++)
    taken.push((await runChild('prepare.ts', [way, file])).cpu ?? Number.NaN);
  return median(taken);
}

/** Milliseconds that a program of the format's makers takes; nothing where it is not installed. */
function ownDecoder(program: string, from: string, to: string): number {
  if (!canRun(program)) return Number.NaN;
  const begin = performance.now();
  execFileSync(program, [from, to], { stdio: 'ignore' });
  return performance.now() - begin;
}

function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
