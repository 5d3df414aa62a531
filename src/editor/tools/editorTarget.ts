import { t } from '../../base/l10n.ts';
import type * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { AnswerTarget } from '../../tools/toolWork.ts';
import { receivingHost } from '../../tools/receivingHost.ts';
import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { questionFromSettings, RunQuestions } from '../runs/runQuestions.ts';
import { readSetting } from '../settings.ts';

/**
 * The model that the person chose, with their consent to a model of the editor, where one is needed: an agent's call is no reason
 * for the editor to ask about it without a word of ours.
 * @throws {SightlineError} `permissionDenied` where the editor does not let Sightline use the model.
 */
export async function consentedTarget(
  parts: Parameters<typeof editorTarget>[0],
  access: vscode.LanguageModelAccessInformation,
): Promise<AnswerTarget> {
  const target = editorTarget(parts);
  const { provider, model } = target.question;
  if (provider !== editorModelsProvider.id) return target;
  const { consentTo } = await import('../editorModels/editorModels.ts');
  if ((await consentTo(model, access)) === true) return target;
  return { ...target, notice: t('The editor may ask whether Sightline may use this model.') };
}

/** The model that the person chose, asked as a run asks it: what is kept is found by both. */
export function editorTarget({
  providers,
  choice,
  asker,
}: {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
}): AnswerTarget {
  const chosen = choice.current();
  if (!chosen.provider.takesImages)
    throw new SightlineError('badRequest', `${chosen.provider.label} does not support images.`, {
      hint: 'Choose a vision model.',
    });
  const host =
    chosen.provider.id === editorModelsProvider.id ? chosen.provider.label : receivingHost(chosen.provider);
  const { prompt: _, ...question } = questionFromSettings(chosen);
  const questions = new RunQuestions(providers, asker);
  return {
    label: chosen.provider.label,
    question,
    ...present({ host }),
    ask: (asked, ...given) =>
      questions.askBy(asked, { maxRetries: readSetting('maxRetries') })(asked, ...given),
  };
}
