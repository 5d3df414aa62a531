import type { ToolCall } from './question.ts';
import type { Remedy } from '../../base/remedies.ts';
import type { Findings } from '../../recognition/findings.ts';

/** Tokens as the provider counted them. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * Why an answer ended. Only `complete` is a whole answer: `length` hit the token limit, `filtered` was withheld by
 * the provider's filter, `refused` is the model's own refusal, `noImage` says that the model got none of the images that
 * were sent, `empty` carried nothing, `cut` stopped without an ending of any kind.
 */
export type EndReason = 'complete' | 'length' | 'filtered' | 'refused' | 'noImage' | 'empty' | 'cut';

/** An answer as far as it came: its text without the thoughts and tokens that some servers leave in it. */
export interface Answer {
  text: string;
  reasoning: string;
  refusal: string;
  usage?: Usage;
  reason: EndReason;
  /** The tools that the model called, in order. */
  toolCalls?: readonly ToolCall[];
  /** The model that answered, as the provider names it. */
  model?: string;
  /** What was found in each image of the question, where the server recognises: in pixels of the upright original. */
  findings?: readonly (Findings | null)[];
}

/**
 * What a stream yields, the same for both API formats. `notice` is a note for the person on what was changed to get an
 * answer; `waiting`, which comes only from {@link ask}, a pause before the next try. The last event is `end`.
 */
export type AnswerEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** All text so far was thoughts, of which only the end is marked: it belongs before the reasoning's next part. */
  | { type: 'textWasReasoning' }
  | { type: 'refusal'; text: string }
  /** A tool is called; comes once the call is whole. */
  | { type: 'toolCall'; call: ToolCall }
  | { type: 'usage'; usage: Usage }
  | { type: 'notice'; message: string; remedy?: Remedy }
  /** `reason`: what failed; `message`: that, and in how long it is tried again. */
  | { type: 'waiting'; milliseconds: number; reason: string; message: string }
  | { type: 'end'; answer: Answer };
