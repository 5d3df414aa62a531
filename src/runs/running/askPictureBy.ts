import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Answer, Usage } from '../../inference/api/answer.ts';
import { ask } from '../../inference/ask.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { Destination, Question, Turn } from '../../inference/api/question.ts';
import { withoutTiles } from '../../inference/tileText.ts';
import { unfinishedAnswer } from '../../inference/api/unfinishedAnswer.ts';
import type { AskPicture, AskPictureOptions } from '../askPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { t } from '../../base/l10n.ts';

/** How a run's questions are asked, the same for the editor and the command line. */
export interface AskPictureByOptions {
  /** Milliseconds without a byte until a request counts as lost. */
  timeoutMs?: number;
  /** Milliseconds until an answer that drips on and on counts as lost. An hour. */
  longestMs?: number;
  /** How often a rate limit or a fault of the server is waited out. Never: a run does that for all pictures together. */
  maxRetries?: number;
}

/**
 * Asks about pictures by the flow of every other question, but once only: the run waits and tries again.
 * @param destinationFor Where the question about a picture goes, its key at hand. What it throws, every further
 * question may meet: `missingKey`, `untrusted`.
 */
export function askPictureBy(
  destinationFor: (picture: PreparedImage, signal: AbortSignal) => Destination | Promise<Destination>,
  { timeoutMs, longestMs = 3_600_000, maxRetries = 0 }: AskPictureByOptions = {},
): AskPicture {
  return async (question, picture, options) => {
    const { onUsage } = options;
    const destination = await destinationFor(picture, options.signal);
    // Cleared as soon as it is not needed: thousands of questions are asked.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestMs).unref();
    const signal = AbortSignal.any([options.signal, late.signal]);
    const notes: string[] = [];
    let usage: Usage | undefined;
    let answer: Answer | undefined;
    const events = ask(questionAbout(question, picture, options), destination, {
      signal,
      maxRetries,
      ...(maxRetries === 0 ? { loadingMs: 0 } : {}),
      ...present({ timeoutMs }),
    });
    try {
      for await (const event of events) {
        if (event.type === 'notice') notes.push(event.message);
        else if (event.type === 'usage') usage = event.usage;
        else if (event.type === 'end') answer = event.answer;
      }
    } catch (error) {
      if (!late.signal.aborted || options.signal.aborted) throw error;
      throw new SightlineError(
        'timeout',
        t('{label} did not complete its answer in time.', { label: destination.label }),
        {
          hint: t('Ask again, or choose another model.'),
        },
      );
    } finally {
      clearTimeout(timer);
      if (usage !== undefined) onUsage?.(usage);
    }
    if (answer === undefined)
      throw new SightlineError(
        'noAnswer',
        t('{label} ended without an answer.', { label: destination.label }),
      );
    const unfinished = unfinishedAnswer(answer);
    if (unfinished !== undefined) throw unfinished;
    return {
      text: answer.text,
      model: answer.model ?? question.model,
      ...present({ usage, findings: answer.findings?.[0] ?? undefined }),
      notes,
    };
  };
}

/** A run's question about a picture, as it goes to a model; the same live and in a batch. */
export function questionAbout(
  { provider, prompt, model, parameters, schema }: RunQuestion,
  picture: PreparedImage,
  { followUp }: Pick<AskPictureOptions, 'followUp'> = {},
): Question {
  const sent = isBuiltIn(provider) ? withoutTiles(picture) : picture;
  const turns: Turn[] = [{ role: 'user', text: prompt, images: [sent] }];
  if (followUp !== undefined)
    turns.push({ role: 'assistant', text: followUp.answer }, { role: 'user', text: followUp.text });
  return { model, turns, parameters, ...present({ schema }) };
}
