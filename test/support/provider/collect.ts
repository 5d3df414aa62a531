import type { Answer, AnswerEvent } from '../../../src/inference/api/answer.ts';

/** All that a stream of answer events gave, and how it failed where it did. */
export interface Collected {
  events: AnswerEvent[];
  /** The text events joined: what the person saw. */
  text: string;
  answer: Answer | undefined;
  error: unknown;
}

/** Reads a stream to its end or its failure. */
export async function collect(stream: AsyncIterable<AnswerEvent>): Promise<Collected> {
  const events: AnswerEvent[] = [];
  let error: unknown;
  try {
    for await (const event of stream) events.push(event);
  } catch (reason) {
    error = reason;
  }
  const text = events.map(event => (event.type === 'text' ? event.text : '')).join('');
  const end = events.find(event => event.type === 'end');
  return { events, text, answer: end?.answer, error };
}

/** The messages of the notices. */
export function notices({ events }: Collected): string[] {
  return events.flatMap(event => (event.type === 'notice' ? [event.message] : []));
}
