import type { ImageKind } from '../../recognition/imageKind.ts';
import { isEmpty, statedFindings, statedFirst, type Stated } from '../../recognition/stated.ts';
import {
  captionSentences,
  textSentences,
  thingsSentence,
  type CaptionOptions,
} from '../../recognition/words/caption.ts';
import { judgeKind, isPhotoAtFirstSight } from './judgeKind.ts';
import type { Measures } from './measure.ts';
import { isUniform } from './pictureReport.ts';
import type { Recognised, Sight } from './sight.ts';

/**
 * How much is said: a `caption` of one to three sentences in plain text, or a `report` in Markdown, whose measurements
 * follow the caption.
 */
export type AnswerStyle = 'caption' | 'report';

/** What is recognised, in words, things first; nothing where there is no recognition. */
export async function* captionOf(sight: Sight, style: AnswerStyle): AsyncGenerator<string, Recognised> {
  const measures = await sight.measures;
  const first = await sight.first;
  const isBegun = first !== undefined && isPhotoAtFirstSight(measures, first);
  if (isBegun) yield thingsSentence(statedFirst(first, 'photo'), captionOptions(measures, 'photo', style));
  const outcome = await sight.whole;
  if ('fault' in outcome) {
    if (isBegun) yield '\n\n';
    return outcome;
  }
  const options = captionOptions(measures, judgeKind(measures, outcome.findings), style);
  const stated = statedFindings(outcome.findings, options.kind);
  yield isBegun
    ? textSentences(stated, options)
        .map(sentence => ` ${sentence}`)
        .join('')
    : wholeCaption(stated, measures, options);
  return outcome;
}

/** How the caption of an image is written. */
export function captionOptions(measures: Measures, kind: ImageKind, style: AnswerStyle): CaptionOptions {
  return {
    kind,
    writtenFor: style === 'report' ? 'markdown' : 'plain',
    colours: measures.colours.slice(0, isUniform(measures) ? 1 : 2).map(({ name }) => name),
  };
}

/** The caption in one piece. */
export function wholeCaption(stated: Stated, measures: Measures, options: CaptionOptions): string {
  return (
    (isEmpty(stated) ? plainSentence(measures) : undefined) ?? captionSentences(stated, options).join(' ')
  );
}

/** What there is to say of one colour, or of nothing, all over. */
export function plainSentence(measures: Measures): string | undefined {
  const [colour] = measures.colours;
  if (colour === undefined) return 'Nothing in the image is visible.';
  return isUniform(measures) ? `A plain ${colour.name} image.` : undefined;
}
