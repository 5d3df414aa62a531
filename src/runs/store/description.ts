import { isJsonObject, parseJson } from '../../base/json.ts';
import { readFindings } from '../../recognition/readFindings.ts';
import type { Description } from '../runRow.ts';
import type { AnswerLine } from './answerLines.ts';

/** A description from the line of its answer and the line of the person's edit, where there is one. */
export function descriptionOf(answer: AnswerLine, edit: AnswerLine | undefined): Description | undefined {
  if (answer.type !== 'answer') return undefined;
  const { text, model, answeredAt, width, height, notes, usage, seconds, shared } = answer;
  const edited = edit?.type === 'edit' && edit.text !== undefined ? edit : undefined;
  const { columns } = edited ?? answer;
  const findings = readFindings(answer.findings);
  const description: Description = {
    text: edited?.text ?? text,
    answered: text,
    model,
    answeredAt,
    width,
    height,
    notes,
  };
  if (columns !== undefined) description.columns = columns;
  if (usage !== undefined) description.usage = usage;
  if (seconds !== undefined) description.seconds = seconds;
  if (shared !== undefined) description.shared = shared;
  if (findings !== undefined) description.findings = findings;
  return description;
}

/** The values of a text that is a JSON object; `undefined` where it is none. */
export function valuesOf(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
