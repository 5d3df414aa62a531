import type { ImageJudgement } from './judgeImage.ts';
import type { Look } from './lookAtAll.ts';

/** The figures of quality by their titles. */
export function qualityFigures(judged: readonly ImageJudgement[]): Record<string, string> {
  const labels = judged.flatMap(image => image.labels ?? []);
  const texts = judged.flatMap(image => image.text ?? []);
  const quoting = judged.flatMap(({ wrongWords }) => (wrongWords === undefined ? [] : [wrongWords]));
  const right = sum(labels, ({ stated }) => stated.right.length);
  const hedgedRight = sum(labels, ({ hedged }) => hedged.right.length);
  const first = (which: 'stated' | 'hedged' | 'missed'): number =>
    sum(labels, image => image.first[which].length);
  const named = first('stated') + first('hedged') + first('missed');
  return {
    'labels stated that are right': share(right, right + sum(labels, ({ stated }) => stated.wrong.length)),
    'labels hedged that are right': share(
      hedgedRight,
      hedgedRight + sum(labels, ({ hedged }) => hedged.wrong.length),
    ),
    'labels named first: stated': share(first('stated'), named),
    'labels named first: stated or hedged': share(first('stated') + first('hedged'), named),
    'lines of text right': share(
      sum(texts, ({ right }) => right),
      sum(texts, ({ lines }) => lines),
    ),
    'characters wrong': share(
      sum(texts, ({ wrong }) => wrong),
      sum(texts, ({ characters }) => characters),
    ),
    'images not about text with a wrong quote': share(
      quoting.filter(words => words.length > 0).length,
      quoting.length,
    ),
  };
}

/** The figures of cost by their titles. */
export function costFigures(
  { images, openMs, memoryMb, coldMs }: Look,
  heldMs: number,
): Record<string, string> {
  const whole = images.map(({ wholeMs }) => wholeMs);
  const first = images.map(({ firstMs }) => firstMs);
  return {
    'processor time: median, 95 %, most': ranks(whole),
    'processor time until things: median, 95 %, most': ranks(first),
    'processor time for the first image of a process': seconds(coldMs),
    'processor time to open things and faces': seconds(openMs.sight),
    'processor time to open text and codes': seconds(openMs.text),
    'memory halfway, at the end': `${memoryMb.halfway.toFixed(0)} MB, ${memoryMb.end.toFixed(0)} MB`,
    "caller's thread held, at most": `${heldMs.toFixed(0)} ms`,
  };
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((all, item) => all + count(item), 0);
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
}

function ranks(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.95, 1]
    .map(part => seconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0))
    .join(', ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
