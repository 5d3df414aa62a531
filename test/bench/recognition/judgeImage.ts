import { isQuotable, statedFindings } from '../../../src/recognition/stated.ts';
import { judgeLabels, type LabelJudgement } from './judgeLabels.ts';
import { judgeText, wordsOf, type TextJudgement } from './judgeText.ts';
import type { LookedAt } from './lookAtAll.ts';
import type { Truth } from './truth.ts';

/** What is right and wrong of what is said about an image. Each part only where there is a truth about it. */
export interface ImageJudgement {
  labels?: LabelJudgement;
  text?: TextJudgement;
  /** Words that would be quoted and are not there; only of images that are not about text. */
  wrongWords?: string[];
}

/** Holds what is said about an image against the truth. */
export function judgeImage({ findings, kind }: LookedAt, truth: Truth): ImageJudgement {
  const { groups, lines } = statedFindings(findings, kind);
  const labels = truth.first === undefined ? {} : { labels: judgeLabels(truth, groups) };
  if (truth.lines !== undefined)
    return {
      ...labels,
      text: judgeText(
        truth.lines,
        lines.map(line => line.text),
      ),
    };
  const quoted = lines.filter(isQuotable).flatMap(line => wordsOf(line.text));
  return { ...labels, wrongWords: quoted.filter(word => truth.words?.includes(word) !== true) };
}

/** What is not right of an image, in one line; empty where all is. */
export function remarks({ labels, text, wrongWords }: ImageJudgement, { wholeMs }: LookedAt): string {
  const said = (title: string, words: readonly string[] = []): string[] =>
    words.length === 0 ? [] : [`${title} ${words.join(', ')}`];
  return [
    ...said('wrong', labels?.stated.wrong),
    ...said('hedged wrong', labels?.hedged.wrong),
    ...said('hedged', labels?.first.hedged),
    ...said('missed', labels?.first.missed),
    ...(text !== undefined && text.right < text.lines ? [`${text.right} of ${text.lines} lines`] : []),
    ...said('wrong words', wrongWords),
    ...(wholeMs > 3000 ? [`${(wholeMs / 1000).toFixed(1)} s`] : []),
  ].join('; ');
}
