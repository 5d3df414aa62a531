import type { Remedy } from '../../base/remedies.ts';

/** Tokens as the provider counted them. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * Why an answer ended. Only `complete` is a whole answer: `length` hit the token limit, `filtered` was withheld by
 * the provider's filter, `refused` is the model's own refusal, `empty` carried no text, `cut` stopped without an
 * ending of any kind.
 */
export type EndReason = 'complete' | 'length' | 'filtered' | 'refused' | 'empty' | 'cut';

/** An answer as far as it came. */
export interface Answer {
  text: string;
  reasoning: string;
  refusal: string;
  usage?: Usage;
  reason: EndReason;
  /** The model that answered, as the provider names it. */
  model?: string;
}

/**
 * What a stream yields, the same for both API formats. `notice` and `waiting` come only from {@link ask}: a note
 * for the person on what was changed to get an answer, and a pause before the next try. The last event is `end`.
 */
export type AnswerEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'notice'; message: string; remedy?: Remedy }
  | { type: 'waiting'; milliseconds: number; message: string }
  | { type: 'end'; answer: Answer };
