import { baseName } from '../../base/baseName.ts';
import { plural } from '../../base/format.ts';
import type { EntryRunner, NewEntry } from '../conversation/entryRunner.ts';
import { languageName } from '../languageName.ts';
import type { AnswerTargets } from './answerTargets.ts';
import { fillTemplate } from './promptTemplate.ts';
import type { SelectedText } from './selectedText.ts';

/** A question about a selected text. */
export interface SelectionQuestion extends Pick<NewEntry, 'pictures' | 'followUpOf'> {
  selected: SelectedText;
  /** What is asked, with the placeholders of a template or without; and how that is called in short. */
  prompt: string;
  label: string;
}

/** Adds a question about a selected text, whose answer can replace it; says the entry's id. */
export function addSelectionQuestion(
  { selected, prompt, label, ...rest }: SelectionQuestion,
  { runner, targets }: { runner: EntryRunner; targets: AnswerTargets },
): string {
  const { document, ranges, text } = selected;
  const { languageId } = document;
  const file = baseName(document.uri.path);
  const [range, ...others] = ranges;
  // Several selections make one question, but one answer cannot go back into several places.
  const replaceable = range !== undefined && others.length === 0 && document.getText(range) === text;
  const id = runner.add({
    ...rest,
    prompt: fillTemplate(prompt, { selection: text, language: languageName(languageId), languageId, file }),
    fromSelection: replaceable,
    source: { label, place: placeOf(selected) },
  });
  if (replaceable) targets.remember(id, document, range);
  return id;
}

/** Where a selected text stands: `priceOfOrder.ts:1–12`, or in how many places. */
export function placeOf({ document, ranges }: SelectedText): string {
  const name = baseName(document.uri.path);
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0) return `${name}, ${plural(ranges.length, 'selection')}`;
  const { start, end } = range;
  const first = start.line + 1;
  // The cursor at the beginning of a line has nothing of it.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return first === last ? `${name}:${first}` : `${name}:${first}–${last}`;
}
