import { redactExact, SecretFilter } from '../../base/redact.ts';
import type { AnswerEvent } from './answer.ts';

type Part = Extract<AnswerEvent, { type: 'text' | 'reasoning' | 'refusal' }>;

/** An answer without the `secret`, wherever it is split into events. */
export async function* redactAnswer(
  events: AsyncIterable<AnswerEvent>,
  secret: string | undefined,
): AsyncGenerator<AnswerEvent> {
  const filter = new SecretFilter(secret);
  let type: Part['type'] = 'text';
  const rest = (): Part[] => {
    const text = filter.end();
    return text === '' ? [] : [{ type, text }];
  };
  try {
    for await (const event of events) {
      if (event.type === 'text' || event.type === 'reasoning' || event.type === 'refusal') {
        if (event.type !== type) yield* rest();
        type = event.type;
        const text = filter.push(event.text);
        if (text !== '') yield { type, text };
      } else if (event.type === 'end') {
        yield* rest();
        const { text, reasoning, refusal, model } = event.answer;
        const clean = (words: string): string => redactExact(words, secret);
        yield {
          ...event,
          answer: {
            ...event.answer,
            text: clean(text),
            reasoning: clean(reasoning),
            refusal: clean(refusal),
            ...(model === undefined ? {} : { model: clean(model) }),
          },
        };
      } else {
        if (event.type === 'textWasReasoning') yield* rest();
        yield event;
      }
    }
  } catch (error) {
    yield* rest();
    throw error;
  }
}
