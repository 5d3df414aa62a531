import { present } from '../../base/present.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import { SightlineError } from '../../base/errors.ts';
import { hintIn, type Remedy } from '../../base/remedies.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { Findings } from '../../recognition/findings.ts';
import { shownAddress } from '../../base/address.ts';
import { ask } from '../../inference/ask.ts';
import { unfinishedAnswer } from '../../inference/api/unfinishedAnswer.ts';
import type { ErrorObject } from '../output.ts';
import { remedyText } from '../remedyText.ts';
import type { Session } from '../session.ts';
import type { GivenPicture } from './givenPictures.ts';
import type { Target } from './target.ts';

/** A question with its pictures. */
export interface PictureQuestion {
  text: string;
  pictures: readonly GivenPicture[];
  temperature?: number;
  schema?: AnswerSchema;
}

/** An answer, or as much as came of it, as JSON output has it. */
export interface AnswerObject {
  text: string;
  provider: string;
  model: string;
  usage?: Usage;
  /** What was done to get it that the person should know. */
  notes: string[];
  /** Why there is no answer, or no whole one. */
  error?: ErrorObject;
}

/** How a question ended. */
export interface Outcome {
  object: AnswerObject;
  /** What was found in each picture, where who answers recognises. */
  findings?: readonly (Findings | null)[] | undefined;
  error?: SightlineError;
}

/**
 * Asks, and hands the text on as it comes, unless the output is JSON. What fails is part of the outcome, together with
 * the text that came before.
 * @throws an AbortError once the session's signal fires.
 */
export async function answer(
  session: Session,
  target: Target,
  { text, pictures, temperature, schema }: PictureQuestion,
): Promise<Outcome> {
  const { out, signal } = session;
  const { provider, model, timeoutMs } = target;
  const object: AnswerObject = { text: '', provider: provider.id, model, notes: [] };
  const note = (message: string, remedy?: Remedy): void => {
    if (out.json) object.notes.push(hintIn(remedyText, { hint: message, remedy }) ?? message);
    else out.note(message, remedy);
  };
  for (const picture of pictures) {
    if (typeof picture === 'string')
      note(`The image at ${shownAddress(picture)} is downloaded by ${provider.label}.`);
    else for (const message of picture.notes) note(message);
  }
  const lines = out.isRead ? new (await import('./markdownLines.ts')).MarkdownLines() : undefined;
  // What has come of the last line is shown whatever ends it.
  const endLine = (): void => {
    const line = lines?.end() ?? '';
    if (line !== '') out.text(line);
  };
  let error: SightlineError | undefined;
  let findings: Outcome['findings'];
  try {
    const turn = { role: 'user', text, images: pictures } as const;
    const question = { model, turns: [turn], parameters: present({ temperature }), ...present({ schema }) };
    const events = ask(question, target.destination(pictures), {
      signal,
      timeoutMs,
    });
    for await (const event of events) {
      if (event.type === 'text') {
        object.text += event.text;
        const shown = lines === undefined ? event.text : lines.add(event.text);
        if (!out.json && shown !== '') out.text(shown);
      } else if (event.type === 'textWasReasoning') {
        // What was written cannot be taken back.
        if (!out.json && object.text !== '') {
          endLine();
          out.text('\n');
          out.note('The text above is the reasoning of the model; its answer follows.');
        }
        object.text = '';
      } else if (event.type === 'usage') object.usage = event.usage;
      else if (event.type === 'notice') note(event.message, event.remedy);
      else if (event.type === 'waiting') out.note(event.message);
      else if (event.type === 'end') {
        error = unfinishedAnswer(event.answer);
        findings = event.answer.findings;
        object.text = event.answer.text;
        object.model = event.answer.model ?? model;
      }
    }
  } catch (reason) {
    signal.throwIfAborted();
    if (!(reason instanceof SightlineError)) throw reason;
    error = reason;
  } finally {
    endLine();
  }
  // A prompt of the shell, or the next heading, begins on a line of its own.
  if (!out.json && object.text !== '' && !object.text.endsWith('\n')) out.text('\n');
  if (error === undefined) return { object, findings };
  return { object: { ...object, error: out.errorObject(error) }, findings, error };
}
