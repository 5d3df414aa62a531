import type { PreparedImage } from '../images/preparedImage.ts';
import type { Usage } from '../inference/api/answer.ts';
import type { Findings } from '../recognition/findings.ts';
import type { RunQuestion } from './runQuestion.ts';

/** A whole answer to the question about one picture. */
export interface PictureAnswer {
  text: string;
  /** The answer's values, where the question has a schema: they fit it. */
  columns?: Record<string, unknown>;
  /** As the provider names it. */
  model: string;
  /** Of all requests that it took. */
  usage?: Usage;
  /** What was found in the picture, where who answers recognises; in pixels of the upright original. */
  findings?: Findings;
  /** What was changed to get it that the person should know. */
  notes: string[];
}

/** How a picture is asked about. */
export interface AskPictureOptions {
  signal: AbortSignal;
  /**
   * A second turn: the model's answer to the question so far, then these words of ours. The turns that go out are the
   * question with its picture, `answer` as the assistant's, `text` as the person's.
   */
  followUp?: { answer: string; text: string };
  /** Called with what a request cost, also where its answer is then of no use: it is paid for. */
  onUsage?: (usage: Usage) => void;
}

/**
 * Asks a run's question about one picture, once: the run itself waits and tries again, for all pictures together.
 * A question's `schema` goes out with it; what comes back is as the model wrote it, and `askStructured` checks it.
 * @throws {SightlineError} also for an answer that is refused, cut, filtered or empty; an AbortError once the signal fires.
 */
export type AskPicture = (
  question: RunQuestion,
  picture: PreparedImage,
  options: AskPictureOptions,
) => Promise<PictureAnswer>;
