import { redactExact, SecretFilter } from '../../base/redact.ts';
import type { Findings } from '../../recognition/findings.ts';
import type { AnswerEvent } from './answer.ts';
import type { ToolCall } from './question.ts';

type Part = Extract<AnswerEvent, { type: 'text' | 'reasoning' | 'refusal' }>;

/** An answer without the `secret`, wherever it is split into events. */
export async function* redactAnswer(
  events: AsyncIterable<AnswerEvent>,
  secret: string | undefined,
): AsyncGenerator<AnswerEvent> {
  const filter = new SecretFilter(secret);
  let type: Part['type'] = 'text';
  const clean = (words: string): string => redactExact(words, secret);
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
        const { text, reasoning, refusal, model, findings, toolCalls } = event.answer;
        yield {
          ...event,
          answer: {
            ...event.answer,
            text: clean(text),
            reasoning: clean(reasoning),
            refusal: clean(refusal),
            ...(model === undefined ? {} : { model: clean(model) }),
            ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map(call => cleanCall(call, clean)) }),
            ...(findings === undefined
              ? {}
              : { findings: findings.map(one => one && cleanFindings(one, clean)) }),
          },
        };
      } else if (event.type === 'toolCall') {
        yield* rest();
        yield { ...event, call: cleanCall(event.call, clean) };
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

function cleanCall(call: ToolCall, clean: (text: string) => string): ToolCall {
  return { id: clean(call.id), name: clean(call.name), arguments: clean(call.arguments) };
}

/** Findings whose texts have gone through `clean`: they come from a server, too. */
function cleanFindings(findings: Findings, clean: (text: string) => string): Findings {
  return {
    ...findings,
    things: findings.things.map(thing => ({ ...thing, label: clean(thing.label) })),
    lines: findings.lines.map(line => ({ ...line, text: clean(line.text) })),
    codes: findings.codes.map(code => ({ ...code, format: clean(code.format), text: clean(code.text) })),
    madeBy: findings.madeBy.map(clean),
  };
}
