/**
 * Measures recognition on images that were looked at one by one: `npm run bench:recognition -- DIR [--details] [--json]`. DIR holds the
 * images of truth.json that there are, by their names; others are not looked at.
 */
import path from 'node:path';
import { isQuotable, statedFindings } from '../../../src/recognition/stated.ts';
import { callersThread } from './callersThread.ts';
import { judgeLabels } from './judgeLabels.ts';
import { judgeText, wordsOf } from './judgeText.ts';
import { lookAtAll, type LookedAt } from './lookAtAll.ts';
import { readTruth } from './truth.ts';

const args = process.argv.slice(2);
const [folder] = args.filter(arg => !arg.startsWith('--'));
if (folder === undefined) {
  console.error('Usage: npm run bench:recognition -- DIR [--details] [--json]');
  process.exit(2);
}
const details = args.includes('--details');
const truths = await readTruth();
const { images, openMs, memoryMb } = await lookAtAll(folder, name => name in truths);
const held = await callersThread(images.slice(0, 20).map(({ name }) => path.join(folder, name)));
const absent = Object.keys(truths).filter(name => !images.some(image => image.name === name));
if (absent.length > 0) console.error(`Not there: ${absent.join(', ')}`);

const judged = images.map(image => judge(image));
const labelled = judged.flatMap(({ labels }) => labels ?? []);
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
const right = sum(labelled.map(({ stated }) => stated.right.length));
const first = {
  stated: sum(labelled.map(labels => labels.first.stated.length)),
  hedged: sum(labelled.map(labels => labels.first.hedged.length)),
  missed: sum(labelled.map(labels => labels.first.missed.length)),
};
const named = first.stated + first.hedged + first.missed;
const texts = judged.flatMap(({ text }) => text ?? []);
const quoting = judged.flatMap(({ quotes }) => quotes ?? []);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const rank = (times: readonly number[], part: number): string =>
  seconds(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0);
const times = images.map(({ wholeMs }) => wholeMs);
const rows: Record<string, string> = {
  images: String(images.length),
  'labels stated that are right': share(
    right,
    right + sum(labelled.map(({ stated }) => stated.wrong.length)),
  ),
  'labels hedged that are right': share(
    sum(labelled.map(({ hedged }) => hedged.right.length)),
    sum(labelled.map(({ hedged }) => hedged.right.length + hedged.wrong.length)),
  ),
  'labels named first: stated': share(first.stated, named),
  'labels named first: stated or hedged': share(first.stated + first.hedged, named),
  'lines of text right': share(sum(texts.map(text => text.right)), sum(texts.map(text => text.lines))),
  'characters wrong': share(sum(texts.map(text => text.wrong)), sum(texts.map(text => text.characters))),
  'images not about text with a wrong quote': share(
    quoting.filter(({ wrong }) => wrong.length > 0).length,
    quoting.length,
  ),
  'codes found': String(sum(images.map(({ findings }) => findings.codes.length))),
  'processor time, median': rank(times, 0.5),
  'processor time, 95 %': rank(times, 0.95),
  'processor time, most': rank(times, 0.9999),
  'processor time until things, median': rank(
    images.map(({ firstMs }) => firstMs),
    0.5,
  ),
  'processor time until things, 95 %': rank(
    images.map(({ firstMs }) => firstMs),
    0.95,
  ),
  'processor time to open': seconds(openMs),
  'memory halfway, at the end': `${memoryMb.halfway.toFixed(0)} MB, ${memoryMb.end.toFixed(0)} MB`,
  "caller's thread held, most": `${held.toFixed(0)} ms`,
};
if (details)
  for (const { name, kind, note } of judged) if (note !== '') console.log(`${name} (${kind}): ${note}`);
if (args.includes('--json')) console.log(JSON.stringify(rows, undefined, 2));
else for (const [title, figure] of Object.entries(rows)) console.log(`${title.padEnd(42)}${figure}`);
process.exit();

function judge({ name, findings, kind, wholeMs }: LookedAt) {
  const truth = truths[name] ?? {};
  const { groups, lines } = statedFindings(findings, kind);
  const labels = truth.first === undefined ? undefined : judgeLabels(truth, groups);
  const text =
    truth.lines === undefined
      ? undefined
      : judgeText(
          truth.lines,
          lines.map(line => line.text),
        );
  const quotes =
    truth.lines === undefined
      ? {
          wrong: lines
            .filter(isQuotable)
            .flatMap(line => wordsOf(line.text))
            .filter(word => !(truth.words ?? []).includes(word)),
        }
      : undefined;
  const said = (title: string, words: readonly string[] = []): string[] =>
    words.length === 0 ? [] : [`${title} ${words.join(', ')}`];
  const note = [
    ...said('wrong', labels?.stated.wrong),
    ...said('hedged wrong', labels?.hedged.wrong),
    ...said('hedged', labels?.first.hedged),
    ...said('missed', labels?.first.missed),
    ...(text !== undefined && text.right < text.lines ? [`${text.right} of ${text.lines} lines`] : []),
    ...said('quotes', quotes?.wrong),
    ...(wholeMs > 3000 ? [seconds(wholeMs)] : []),
  ].join('; ');
  return { name, kind, labels, text, quotes, note };
}
