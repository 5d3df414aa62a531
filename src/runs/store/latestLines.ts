import type { Description } from '../runRow.ts';
import { answerLineOf, type AnswerLine } from './answerLines.ts';
import { descriptionOf } from './description.ts';

/** The content that a line is about, without reading all of it; an empty text where it is about none. */
export function contentIn(line: string): string {
  return /^\{"type":"[a-z]+","sha256":"([\da-f]{64})"/.exec(line)?.[1] ?? '';
}

/** The lines that count of each content. */
export class LatestLines {
  readonly #lines = new Map<string, { answer: AnswerLine; edit?: AnswerLine }>();

  take(value: unknown): void {
    const line = answerLineOf(value);
    if (line === undefined) return;
    const before = this.#lines.get(line.sha256);
    if (line.type === 'answer') this.#lines.set(line.sha256, { answer: line });
    else if (line.type === 'withdraw') this.#lines.delete(line.sha256);
    else if (line.type === 'edit' && before !== undefined) before.edit = line;
  }

  descriptions(): Map<string, Description> {
    const found = new Map<string, Description>();
    for (const [sha256, { answer, edit }] of this.#lines) {
      const description = descriptionOf(answer, edit);
      if (description !== undefined) found.set(sha256, description);
    }
    return found;
  }
}
