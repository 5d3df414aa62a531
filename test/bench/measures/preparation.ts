import { type Measure, median } from '../figure.ts';
import { writePhoto } from '../photo.ts';
import { runChild } from '../runChild.ts';

const rounds = 3;

/** A 12-megapixel JPEG made ready to send, 2048 pixels long, against the sharp calls anyone would write. */
export const measure: Measure = async ({ scratch }) => {
  const photo = await writePhoto(scratch);
  const ours: Record<string, number>[] = [];
  const bare: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await runChild('prepare.ts', ['ours', photo]));
    bare.push(await runChild('prepare.ts', ['bare', photo]));
  }
  const middle = (runs: Record<string, number>[], name: string): number =>
    median(runs.map(run => run[name] ?? Number.NaN));
  const [time, bareTime] = [middle(ours, 'median'), middle(bare, 'median')];
  const [peak, barePeak] = [middle(ours, 'peakMb'), middle(bare, 'peakMb')];
  return [
    {
      name: 'preparationRatio',
      title: '12-megapixel JPEG to 2048 px, against the bare sharp calls',
      value: time / bareTime,
      unit: 'ratio',
      details: { ours: time, bare: bareTime },
    },
    {
      name: 'preparationPeakMb',
      title: 'peak memory of a process that prepares it',
      value: peak,
      unit: 'MB',
      details: { bare: barePeak, idle: middle(ours, 'idleMb') },
    },
  ];
};
