import { baseName } from '../../base/baseName.ts';
import type { EntryRunner, NewEntry } from '../conversation/entryRunner.ts';
import { languageName } from '../languageName.ts';
import type { AnswerTargets } from './answerTargets.ts';
import { placeOfSelection } from './placeOfSelection.ts';
import { fillTemplate } from './promptTemplate.ts';
import type { SelectedText } from './selectedText.ts';

/** A question about a selected text. */
export interface SelectionQuestion extends Pick<NewEntry, 'pictures' | 'followUpOf' | 'asked'> {
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
    source: { label, place: placeOfSelection(selected) },
  });
  if (replaceable) targets.remember(id, document, range);
  return id;
}
