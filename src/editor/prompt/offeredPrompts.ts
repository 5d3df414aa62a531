import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { oneLine } from '../../base/oneLine.ts';
import { present } from '../../base/present.ts';
import { mentionsImage } from '../../prompts/mentionsImage.ts';
import type { PromptFile } from '../../prompts/promptFile.ts';
import type { AskedWith } from '../../protocol/conversation.ts';
import type { TemplateView } from '../../protocol/panel.ts';
import { showInformation } from '../dialogs/messages.ts';
import { showQuickPick } from '../dialogs/quickInput.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import { readSetting } from '../settings.ts';
import { schemaOf, showPromptError } from './findPromptFiles.ts';
import type { FoundPromptFile } from './foundPromptFile.ts';
import type { PromptFiles } from './promptFiles.ts';
import { isAboutText } from './promptTemplate.ts';

/** A prompt of the setting or of a file, as it is offered. */
export interface OfferedPrompt {
  /** The name of one of the setting; of a file its path behind `file:`. */
  id: string;
  name: string;
  prompt: string;
  found?: FoundPromptFile;
}

/** A prompt that was chosen, with what it is asked with where it says that itself. */
export interface ChosenPrompt {
  name: string;
  prompt: string;
  asked?: AskedWith;
}

/** Where prompts come from, and what their models are known by. */
export interface PromptSources {
  files: PromptFiles;
  choice: ModelChoice;
}

/** What a question can be about. */
export type PromptSubject = 'text' | 'image';

/**
 * The prompts of the setting, then those of the files, the ones that cannot be used too: they say why once they are chosen.
 * @param about What they are wanted for: others, as far as their variables tell, are left out.
 */
export async function offeredPrompts(files: PromptFiles, about?: PromptSubject): Promise<OfferedPrompt[]> {
  const found = await files.list();
  const offered: OfferedPrompt[] = [
    ...readSetting('prompts').map(({ name, prompt }) => ({ id: name, name, prompt })),
    ...found.map(one => ({
      id: `file:${one.path}`,
      name: one.file?.name ?? one.path,
      prompt: one.file?.prompt ?? '',
      found: one,
    })),
  ];
  if (about === undefined) return offered;
  return offered.filter(one => isFit(one, about));
}

function isFit({ prompt, found }: OfferedPrompt, about: PromptSubject): boolean {
  if (found?.error !== undefined) return true;
  if (about === 'text') return !mentionsImage(prompt);
  // Those of the setting are about selected text unless they say otherwise.
  return !isAboutText(prompt) && (found !== undefined || mentionsImage(prompt));
}

/** How the panel lists them. */
export function templateViews(offered: readonly OfferedPrompt[]): TemplateView[] {
  return offered.map(({ id, name, prompt, found }) => ({
    id,
    name,
    prompt: found?.error === undefined ? prompt : found.error.message,
    ...present({ place: found?.path }),
    ...(found?.error === undefined ? {} : { isWrong: true }),
    ...(found?.file !== undefined && saysHow(found.file) ? { saysHow: true } : {}),
  }));
}

/** How one is listed in a box to pick from. */
export function promptItem(offered: OfferedPrompt): vscode.QuickPickItem & { offered: OfferedPrompt } {
  const { name, prompt, found } = offered;
  if (found?.error !== undefined)
    return {
      label: found.path,
      detail: found.error.message,
      iconPath: new vscode.ThemeIcon('warning'),
      alwaysShow: true,
      offered,
    };
  const { provider, model } = found?.file ?? {};
  const description = [found?.path, [provider, model].filter(Boolean).join(' / ')]
    .filter(Boolean)
    .join(' · ');
  return {
    label: name,
    detail: oneLine(prompt),
    ...(description === '' ? {} : { description }),
    ...(found === undefined ? {} : { iconPath: new vscode.ThemeIcon('markdown') }),
    offered,
  };
}

/** Lets the person pick a prompt for images; `undefined` where they turned away, or it cannot be used. */
export async function pickImagePrompt(
  sources: PromptSources,
  title: string,
): Promise<ChosenPrompt | undefined> {
  const offered = await offeredPrompts(sources.files, 'image');
  const usual: OfferedPrompt = { id: '', name: t('Default Prompt'), prompt: readSetting('describe.prompt') };
  const picked = await showQuickPick([usual, ...offered].map(promptItem), {
    title,
    placeHolder: t('Select a prompt. Files that end in .prompt.md are offered here.'),
    matchOnDetail: true,
    matchOnDescription: true,
  });
  return picked && takePrompt(picked.offered, sources);
}

/**
 * A prompt with all that it is asked with. Where that cannot be used, or the person does not want another provider to be
 * asked, nothing: they have been told.
 */
export async function takePrompt(
  { name, prompt, found }: OfferedPrompt,
  { choice }: Pick<PromptSources, 'choice'>,
): Promise<ChosenPrompt | undefined> {
  if (found === undefined) return { name, prompt };
  const { file, error, uri, path } = found;
  if (file === undefined) {
    void showPromptError(error, uri);
    return undefined;
  }
  try {
    const schema = await schemaOf(found);
    const { provider, model, temperature } = file;
    const asked = { file: path, ...present({ provider, model, temperature, schema }) };
    if (!(await agreeToProvider(asked, choice))) return undefined;
    return { name, prompt, ...(saysHow(file) ? { asked } : {}) };
  } catch (wrong) {
    void showPromptError(wrong, uri);
    return undefined;
  }
}

function saysHow({ model, temperature, schema }: PromptFile): boolean {
  return model !== undefined || temperature !== undefined || schema !== undefined;
}

/** Files whose other provider the person agreed to, in this window. */
const agreed = new Set<string>();

/** A file of the folder must not lead images to another provider than the person chose without their word. */
async function agreeToProvider(asked: AskedWith, choice: ModelChoice): Promise<boolean> {
  const { provider, model } = choice.askedFor(asked);
  const now = choice.current().provider;
  const key = `${asked.file} ${provider.id}`;
  if (provider.id === now.id || agreed.has(key)) return true;
  const use = t('Use {provider}', { provider: provider.label });
  const answer = await showInformation(
    t('Ask {model} of {provider}?', { model, provider: provider.label }),
    {
      modal: true,
      detail: t('{file} names this model. The chosen provider is {now}.', {
        file: asked.file,
        now: now.label,
      }),
    },
    use,
  );
  if (answer === use) agreed.add(key);
  return answer === use;
}
