import type { AskPicture } from '../runs/askPicture.ts';
import type { RunQuestion } from '../runs/runQuestion.ts';
import type { HashCache } from '../runs/store/hashCache.ts';
import type { KeptDescriptions } from '../runs/store/keptDescriptions.ts';
import type { Roots } from './roots.ts';

/** Who answers questions about images now, and how. */
export interface AnswerTarget {
  /** All of a question but what is asked. */
  question: Omit<RunQuestion, 'prompt' | 'schema'>;
  /** The provider's name. */
  label: string;
  /** Where the image goes; absent where it stays on this machine. */
  host?: string;
  /** A sentence that the person should know before they let the image go. */
  notice?: string;
  ask: AskPicture;
}

/** One call. */
export interface ToolCall {
  signal: AbortSignal;
  /** Says what is being done. */
  progress?: (message: string) => void;
  /** Whether an image may go to a host. Absent: the person has agreed to the target as it is. */
  mayReceive?: (host: string) => boolean;
}

/** What the tools share, loaded with the first call. */
export interface ToolWork {
  /** @throws {SightlineError} that says why nobody can answer. */
  target: (signal: AbortSignal) => Promise<AnswerTarget>;
  roots: Roots;
  kept: KeptDescriptions;
  hashes: HashCache;
}
