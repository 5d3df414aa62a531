import type { Findings } from '../../recognition/findings.ts';
import { listed } from '../../recognition/words/labels.ts';
import type { Asked } from './asked.ts';
import { captionOf, type AnswerStyle } from './captionOf.ts';
import { colourSentences, pictureReport } from './pictureReport.ts';
import { answerQuestions } from './questions/answerQuestions.ts';
import { readQuestions } from './questions/readQuestions.ts';
import { lookAt, type AskedPicture, type Recognised, type Sight, type SightOptions } from './sight.ts';
import { textReport } from './textReport.ts';

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
  const { style } = options;
  const questions = readQuestions(asked.text);
  const isDescription = questions.every(({ ask }) => ask === 'describe');
  const isReport = isDescription && style === 'report' && !asked.isFollowUp;
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
    const parts = isReport
      ? report(sight)
      : isDescription
        ? caption(sight, style)
        : answerQuestions(questions, sight, { picture, style });
    const outcome = yield* parts;
    if ('findings' in outcome) options.onFindings(index, outcome.findings);
    remarks.add(
      'fault' in outcome ? outcome.fault : `Recognized on this device by ${listed(outcome.findings.madeBy)}.`,
    );
  }
  if (isReport)
    yield `\n\n${[...remarks, 'For descriptions in full sentences, choose a vision model.'].join(' ')}`;
}

/** The caption, what stands out first; or the main measures, with the reason why there is none. */
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

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'malformed';
}
