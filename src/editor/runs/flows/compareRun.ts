import { t } from '../../../base/l10n.ts';
import * as vscode from 'vscode';
import type { RunQuestion } from '../../../runs/runQuestion.ts';
import { keyOrigin } from '../../credentials/providerKeys.ts';
import type { ChosenModel } from '../../models/modelChoice.ts';
import { showInputBox, showQuickPick } from '../../dialogs/quickInput.ts';

/** Asks what a run is to be compared with: another prompt or another model. */
export async function chooseOtherQuestion(
  question: RunQuestion,
  pickModel: () => Promise<ChosenModel | undefined>,
): Promise<Partial<RunQuestion> | undefined> {
  const items = [
    {
      label: t('Another Prompt…'),
      iconPath: new vscode.ThemeIcon('edit'),
      detail: t('Same model, different prompt'),
      choose: () => otherPrompt(question.prompt),
    },
    {
      label: t('Another Model…'),
      iconPath: new vscode.ThemeIcon('vm'),
      detail: t('Same prompt, different model'),
      choose: async () => otherModel(question, await pickModel()),
    },
  ];
  const picked = await showQuickPick(items, {
    title: t('Compare'),
    placeHolder: t('Select what to compare on a sample of the images'),
  });
  return picked?.choose();
}

async function otherPrompt(prompt: string): Promise<Partial<RunQuestion> | undefined> {
  const text = await showInputBox({
    title: t('Compare'),
    prompt: t('Enter the prompt to compare with'),
    value: prompt,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? t('Enter a prompt.') : undefined),
  });
  return text === undefined || text === prompt ? undefined : { prompt: text };
}

function otherModel(
  question: RunQuestion,
  chosen: ChosenModel | undefined,
): Partial<RunQuestion> | undefined {
  if (chosen === undefined) return undefined;
  const change = modelParts(chosen);
  return change.model === question.model && change.origin === question.origin ? undefined : change;
}

/**
 * The parts of a question that name where it goes.
 * @throws {ValueError} where the provider has no address yet.
 */
export function modelParts({
  provider,
  model,
}: ChosenModel): Pick<RunQuestion, 'provider' | 'origin' | 'model' | 'api'> {
  return { provider: provider.id, origin: keyOrigin(provider), model, api: provider.api };
}
