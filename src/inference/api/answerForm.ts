import type { ApiFormat } from './apiFormat.ts';
import { defaultPrompt } from './input.ts';
import type { AnswerForm } from './question.ts';
import type { Adaptation } from './recoveries.ts';
import type { PlainTurn } from './turnImages.ts';
import type { RequestBody } from './request.ts';
import { isNode, type SchemaNode } from '../../schema/schemaNode.ts';
import { fitsAsEnum } from '../../schema/strictLimits.ts';
import { strictSchema } from '../../schema/strictSchema.ts';

/** The fields of a request that ask for a form: the whole of it, only that the answer be JSON, or nothing. */
export function formFields(
  api: ApiFormat,
  form: AnswerForm,
  adaptations: ReadonlySet<Adaptation>,
): RequestBody {
  if (isAskedInWords(adaptations)) return {};
  if (adaptations.has('jsonObject')) return inFormat(api, { type: 'json_object' });
  const strict = adaptations.has('notStrict') ? undefined : strictSchema(form.schema);
  const asked = { name: form.name, schema: strict ?? form.schema, strict: strict !== undefined };
  return inFormat(
    api,
    api === 'responses' ? { type: 'json_schema', ...asked } : { type: 'json_schema', json_schema: asked },
  );
}

/** Whether the form is asked for in words alone. */
function isAskedInWords(adaptations: ReadonlySet<Adaptation>): boolean {
  return adaptations.has('noStructuredOutput') || adaptations.has('inWordsOnce');
}

function inFormat(api: ApiFormat, format: RequestBody): RequestBody {
  return api === 'responses' ? { text: { format } } : { response_format: format };
}

/** The turns with the form told in words at the end of the last, where the server does not take it as such. */
export function turnsWithForm(
  turns: readonly PlainTurn[],
  form: AnswerForm,
  adaptations: ReadonlySet<Adaptation>,
): readonly PlainTurn[] {
  const last = turns.at(-1);
  const inWords = adaptations.has('jsonObject') || isAskedInWords(adaptations);
  if (!inWords || last === undefined) return turns;
  const words = schemaInstructions(form);
  if (last.text.includes(words)) return turns;
  if (last.role !== 'user') return [...turns, { role: 'user', text: words, images: [] }];
  return [...turns.slice(0, -1), { ...last, text: `${last.text || defaultPrompt}\n\n${words}` }];
}

/** Asks a model for the form in the words of a prompt. */
export function schemaInstructions({ schema }: AnswerForm): string {
  return [
    'Answer with one JSON object and nothing else: no explanation, no Markdown. It must fit this JSON Schema:',
    JSON.stringify(withoutLongEnums(schema)),
  ].join('\n');
}

/** What does not go out as an `enum` stands in the prompt already: see `withVocabulary`. */
function withoutLongEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLongEnums);
  if (!isNode(value)) return value;
  const isShort = ([name, part]: [string, unknown]): boolean =>
    name !== 'enum' || !Array.isArray(part) || fitsAsEnum(part);
  return Object.fromEntries(
    Object.entries(value)
      .filter(isShort)
      .map(([name, part]) => [name, withoutLongEnums(part)]),
  ) satisfies SchemaNode;
}
