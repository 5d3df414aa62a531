import type { Findings } from '../../recognition/findings.ts';
import type { ImageKind } from '../../recognition/imageKind.ts';
import { isEmpty, statedFindings, statedFirst } from '../../recognition/stated.ts';
import {
  captionSentences,
  textSentences,
  thingsSentence,
  type CaptionOptions,
} from '../../recognition/words/caption.ts';
import { listed } from '../../recognition/words/labels.ts';
import type { Asked } from './asked.ts';
import { judgeKind, isPhotoAtFirstSight } from './judgeKind.ts';
import type { Measures } from './measure.ts';
import { colourSentences, isUniform, pictureReport } from './pictureReport.ts';
import { lookAt, type AskedPicture, type Recognised, type Sight, type SightOptions } from './sight.ts';
import { textReport } from './textReport.ts';

/**
 * How much is said: a `caption` of one to three sentences in plain text, or a `report` in Markdown, whose measurements
 * follow the caption.
 */
export type AnswerStyle = 'caption' | 'report';

/** How a request is answered. */
export interface DescribeOptions extends SightOptions {
  style: AnswerStyle;
  /** Told what was found in each picture, by its place among them. */
  onFindings: (index: number, findings: Findings) => void;
}

/** The answer, a part at a time as it is ready: things first, text after. */
export async function* describe(
  asked: Asked,
  pictures: readonly AskedPicture[],
  options: DescribeOptions,
): AsyncGenerator<string> {
  if (pictures.length === 0) {
    yield textReport(asked);
    return;
  }
  const isReport = options.style === 'report' && asked.earlierTurns === 0;
  const remarks = new Set<string>();
  for (const [index, asked] of pictures.entries()) {
    if (index > 0) yield '\n\n';
    if (pictures.length > 1) yield `### Image ${index + 1}\n\n`;
    const { picture } = asked;
    if (picture === undefined) {
      yield `It is at a web address (${hostOf(asked.url)}), and offline nothing is fetched.`;
      continue;
    }
    const sight = lookAt({ ...asked, picture }, options);
    const outcome = isReport ? yield* report(sight) : yield* caption(sight, options.style);
    if ('findings' in outcome) options.onFindings(index, outcome.findings);
    remarks.add(
      'fault' in outcome ? outcome.fault : `Recognized on this device by ${listed(outcome.findings.madeBy)}.`,
    );
  }
  if (isReport)
    yield `\n\n${[...remarks, 'For descriptions in full sentences, choose a vision model.'].join(' ')}`;
}

/** The caption, what stands out first, or the main measures with the reason why there is none. */
async function* caption(sight: Sight, style: AnswerStyle): AsyncGenerator<string, Recognised> {
  const outcome = yield* captionOf(sight, style);
  if ('fault' in outcome) yield `${colourSentences(await sight.measures).join(' ')} ${outcome.fault}`;
  return outcome;
}

/** The caption, where there is one, and all measures. */
async function* report(sight: Sight): AsyncGenerator<string, Recognised> {
  const outcome = yield* captionOf(sight, 'report');
  const kindIsTold = 'findings' in outcome;
  yield `${kindIsTold ? '\n\n' : ''}${pictureReport(await sight.measures, { kindIsTold })}`;
  return outcome;
}

/** What is recognised, in words; nothing where there is no recognition. */
async function* captionOf(sight: Sight, style: AnswerStyle): AsyncGenerator<string, Recognised> {
  const measures = await sight.measures;
  const options = (kind: ImageKind): CaptionOptions => ({
    kind,
    writtenFor: style === 'report' ? 'markdown' : 'plain',
    colours: colourNamesOf(measures),
  });
  const first = await sight.first;
  const isBegun = first !== undefined && isPhotoAtFirstSight(measures, first);
  if (isBegun) yield thingsSentence(statedFirst(first, 'photo'), options('photo'));
  const outcome = await sight.whole;
  if ('fault' in outcome) {
    if (isBegun) yield '\n\n';
    return outcome;
  }
  const kind = judgeKind(measures, outcome.findings);
  const stated = statedFindings(outcome.findings, kind);
  const plain = isBegun || !isEmpty(stated) ? undefined : plainSentence(measures);
  if (plain !== undefined) yield plain;
  else
    yield isBegun
      ? textSentences(stated, options(kind))
          .map(sentence => ` ${sentence}`)
          .join('')
      : captionSentences(stated, options(kind)).join(' ');
  return outcome;
}

/** What there is to say of one colour, or of nothing, all over. */
function plainSentence(measures: Measures): string | undefined {
  const [colour] = measures.colours;
  if (colour === undefined) return 'Nothing in the image is visible.';
  return isUniform(measures) ? `A plain ${colour.name} image.` : undefined;
}

/** The names of the two main colours; of the one, where it is all over. */
function colourNamesOf(measures: Measures): string[] {
  return measures.colours.slice(0, isUniform(measures) ? 1 : 2).map(({ name }) => name);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'malformed';
}
