import { present } from '../../base/present.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { readFindings } from '../../recognition/readFindings.ts';
import type { Description } from '../runRow.ts';
import type { AnswerLine } from './answerLines.ts';

/** A description from the line of its answer and the line of the person's edit, where there is one. */
export function descriptionOf(answer: AnswerLine, edit: AnswerLine | undefined): Description | undefined {
  if (answer.type !== 'answer') return undefined;
  const {
    type: _,
    sha256: _sha256,
    text: answered,
    columns: ownColumns,
    usage,
    seconds,
    findings,
    ...rest
  } = answer;
  const edited = edit?.type === 'edit' && edit.text !== undefined ? edit : undefined;
  const columns = edited === undefined ? ownColumns : edited.columns;
  return {
    ...rest,
    text: edited?.text ?? answered,
    answered,
    ...present({ columns, usage, seconds, findings: readFindings(findings) }),
  };
}

/** The values of a text that is a JSON object; `undefined` where it is none. */
export function valuesOf(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
