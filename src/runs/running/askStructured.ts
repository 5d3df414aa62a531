import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import { schemaInstructions } from '../../inference/api/answerForm.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { AskPicture, PictureAnswer } from '../askPicture.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { sumOf } from '../usage.ts';
import { answerReader, answerText } from '../../schema/readAnswer.ts';
import { t } from '../../base/l10n.ts';

/** Violations that an error names. */
const mostNamed = 3;

/**
 * Asks so that answers to questions with a schema fit it: each is checked, and one that does not fit is asked for once
 * more, with what is wrong with it. Other questions pass through. Answers of a server that takes a form and pays no heed
 * to it show that soon: from then on the form goes along in words.
 * @throws {SightlineError} `noAnswer` where the second answer does not fit either; {ValueError} for an unusable schema.
 */
export function askStructured(ask: AskPicture): AskPicture {
  const needsInstructions = new Set<string>();
  return async (question, picture, options) => {
    const { schema: form, origin, model } = question;
    if (form === undefined) return ask(question, picture, options);
    const read = await answerReader(form.schema);
    const place = `${origin} ${model}`;
    const asked = needsInstructions.has(place) ? withInstructions(question, form) : question;
    const first = await ask(asked, picture, options);
    const found = read(first.text);
    if ('columns' in found) return inForm(first, found.columns);
    if (found.noJson) needsInstructions.add(place);
    const text = repairText(found.violations, found.noJson ? form : undefined);
    const second = await ask(asked, picture, { ...options, followUp: { answer: first.text, text } });
    const mended = read(second.text);
    if ('columns' in mended) return inForm(together(first, second), mended.columns);
    throw new SightlineError(
      'noAnswer',
      t('The answer does not match the schema, even after a second attempt: {violations}.', {
        violations: named(mended.violations),
      }),
      { hint: t('Ask again, choose another model, or simplify the schema.') },
    );
  };
}

function withInstructions(question: RunQuestion, form: AnswerSchema): RunQuestion {
  return { ...question, prompt: [question.prompt, schemaInstructions(form)].filter(Boolean).join('\n\n') };
}

function inForm(answer: PictureAnswer, columns: Record<string, unknown>): PictureAnswer {
  return { ...answer, text: answerText(columns), columns };
}

function together(first: PictureAnswer, second: PictureAnswer): PictureAnswer {
  const usage = sum(first.usage, second.usage);
  return {
    ...second,
    ...present({ usage, findings: second.findings ?? first.findings }),
    notes: [
      ...new Set([...first.notes, ...second.notes]),
      t('The first answer did not match the schema; the model was asked to correct it.'),
    ],
  };
}

function sum(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  return one === undefined || other === undefined ? (one ?? other) : sumOf(one, other);
}

/** What the model is told; with the form in words where it seems not to know of it. */
function repairText(violations: readonly string[], form: AnswerSchema | undefined): string {
  return [
    'This answer does not have the form that was asked for:',
    ...violations.slice(0, 20).map(violation => `- ${violation}`),
    'Give the whole answer again so that it fits: one JSON object, no other words.',
    ...(form === undefined ? [] : ['', schemaInstructions(form)]),
  ].join('\n');
}

function named(violations: readonly string[]): string {
  const rest = violations.length - mostNamed;
  return (
    violations.slice(0, mostNamed).join('; ') +
    (rest > 0 ? t('; and {rest} more', { rest: String(rest) }) : '')
  );
}
