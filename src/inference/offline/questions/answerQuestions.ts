import { statedFindings, type Stated } from '../../../recognition/stated.ts';
import { captionOptions, wholeCaption, type AnswerStyle } from '../captionOf.ts';
import { judgeKind } from '../judgeKind.ts';
import { colourSentences } from '../pictureReport.ts';
import type { MeasuredPicture } from '../pixels.ts';
import type { Recognised, Sight } from '../sight.ts';
import { answerTo } from './answers.ts';
import { isBeyond, isMeasured, type Question } from './readQuestions.ts';

/** Nobody has looked: measures alone answer. */
const nothingSeen: Stated = { width: 1, height: 1, groups: [], faces: [], lines: [], codes: [] };

/** The answers to questions about a picture, each once; the caption instead where none of them can be answered. */
export async function* answerQuestions(
  questions: readonly Question[],
  sight: Sight,
  { picture, style }: { picture: MeasuredPicture; style: AnswerStyle },
): AsyncGenerator<string, Recognised> {
  const outcome = await sight.whole;
  const measures = await sight.measures;
  const isSeen = 'findings' in outcome;
  const options = captionOptions(measures, isSeen ? judgeKind(measures, outcome.findings) : 'unclear', style);
  const stated = isSeen ? statedFindings(outcome.findings, options.kind) : nothingSeen;
  const caption = (): string =>
    isSeen ? wholeCaption(stated, measures, options) : colourSentences(measures).join(' ');
  const known = { ...options, stated, measures, picture, caption };
  const said = new Set(
    questions.map(question => (isSeen || isMeasured(question) ? answerTo(question, known) : outcome.fault)),
  );
  if (questions.every(isBeyond)) said.add(caption());
  yield [...said].join('\n\n');
  return outcome;
}
