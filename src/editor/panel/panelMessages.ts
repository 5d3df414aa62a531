import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { baseName } from '../../base/baseName.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import type { ButtonId } from '../../protocol/buttonLabels.ts';
import type { Entry } from '../../protocol/conversation.ts';
import type { EntryAction, Offer, PanelMessage, Sent } from '../../protocol/panel.ts';
import { pastedPictureLimit } from '../../protocol/pastedPictureLimit.ts';
import type { ConversationStore } from '../conversation/conversationStore.ts';
import type { EntryRunner } from '../conversation/entryRunner.ts';
import type { PictureStore } from '../conversation/pictureStore.ts';
import { pickImageFiles } from '../imageFiles.ts';
import { showError } from '../errorMessage.ts';
import { buttonCommands } from '../remedyButtons.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { Lazy } from '../../base/lazy.ts';
import type { LargeView } from '../pictures/largeView.ts';
import type { AnswerTargets } from '../prompt/answerTargets.ts';
import { addSelectionQuestion } from '../prompt/selectionQuestion.ts';
import { offeredPrompts, takePrompt, templateViews } from '../prompt/offeredPrompts.ts';
import type { PromptFiles } from '../prompt/promptFiles.ts';
import { wholeFencedBlock } from '../prompt/answerText.ts';
import { modelPrices } from '../modelPrices.ts';
import type { ComposerOffers } from './composerOffers.ts';
import { openCode } from '../openCode.ts';
import { requireTrust } from '../trust.ts';
import { setPanelFocus } from './panelFocus.ts';

/** What the panel's messages act on. */
export interface PanelMessageParts {
  store: ConversationStore;
  runner: EntryRunner;
  pictures: PictureStore;
  targets: AnswerTargets;
  choice: ModelChoice;
  files: PromptFiles;
  /** What is open and could go with the next question. */
  offers: ComposerOffers;
  /** The view over the panel, loaded when the first picture is shown large. */
  largeView: Lazy<Pick<LargeView, 'handle'>>;
}

/** Does what a message of the panel asks for. Failures are shown to the person, never thrown. */
export async function handlePanelMessage(message: PanelMessage, parts: PanelMessageParts): Promise<void> {
  try {
    await handle(message, parts);
  } catch (error) {
    await showError(error);
  }
}

async function handle(message: PanelMessage, parts: PanelMessageParts): Promise<void> {
  const { store } = parts;
  switch (message.type) {
    case 'ready':
      store.post({ type: 'prices', prices: modelPrices() });
      store.post(parts.offers.message());
      return store.post({ type: 'conversation', conversation: store.snapshot(), model: parts.choice.view() });
    case 'submit':
      return submit(message.text, parts);
    case 'draft':
      return store.setDraft(message.text);
    case 'focus':
      return setPanelFocus(message.focused);
    case 'entry':
      return actOnEntry(message.id, message.action, parts);
    case 'remedy':
      return press(message.id, message.remedy, parts);
    case 'templates':
      return store.post({ type: 'templates', templates: templateViews(await offeredPrompts(parts.files)) });
    case 'template':
      return askWith(message.id, parts);
    case 'chooseModel':
      return execute(commands.chooseModel);
    case 'pickPictures':
      return attachFiles(await pickImageFiles(), parts);
    case 'attachOffer':
      return attachOffer(message, parts);
    case 'dismissOffer':
      return parts.offers.dismiss(message.kind);
    case 'detachSelection':
      return parts.offers.detachSelection();
    case 'addFile':
      return attachPasted(message.name, message.data, parts);
    case 'addUris':
      return attachFiles(
        message.uris.map(uri => vscode.Uri.parse(uri)),
        parts,
      );
    case 'removeAttachment':
      return store.setAttachments(store.attachments.filter(picture => picture.id !== message.id));
    case 'cancelFollowUp':
      return store.setFollowUp(undefined);
    case 'stop':
      return parts.runner.stopAll();
    case 'newConversation':
      return execute(commands.newConversation);
    case 'copyText':
      return vscode.env.clipboard.writeText(message.text);
    case 'insertCode':
      return parts.targets.insertAtCursor(message.text);
    case 'openCode':
      return openCode(message.text, message.language);
    case 'openLink':
      return openLink(message.href);
    case 'picture':
      return (await parts.largeView.get()).handle(message);
    case 'request':
      return replySent(message.request, message.id, parts);
  }
}

async function submit(text: string, { store, runner, targets, offers }: PanelMessageParts): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    // The panel has emptied its box already; the explanation may stand there for long.
    store.setDraft(text);
    store.post({ type: 'draft', text });
    await requireTrust();
    return;
  }
  const pictures = store.attachments.map(view => ({ view }));
  if (text.trim() === '' && pictures.length === 0) return;
  const followUpOf = store.followUpOf;
  const prompt = text.trim() === '' ? defaultPrompt : text;
  const question = { prompt, pictures, ...present({ followUpOf }) };
  const selected = offers.attached;
  const id =
    selected === undefined
      ? runner.add(question)
      : addSelectionQuestion({ ...question, selected, label: prompt }, { runner, targets });
  if (selected !== undefined) offers.detachSelection();
  store.setDraft('');
  store.setAttachments([]);
  await runner.run(id);
}

/** Asks with a template about the attached images; without any about the selected text, as the command does. */
async function askWith(id: string, parts: PanelMessageParts): Promise<void> {
  const { store, runner } = parts;
  if (store.attachments.length === 0) return execute(commands.promptModel, id);
  const offered = (await offeredPrompts(parts.files)).find(one => one.id === id);
  if (offered === undefined || !(await requireTrust())) return;
  const chosen = await takePrompt(offered, parts);
  if (chosen === undefined) return;
  const pictures = store.attachments.map(view => ({ view }));
  const { prompt, asked } = chosen;
  const added = runner.add({ prompt, pictures, ...present({ followUpOf: store.followUpOf, asked }) });
  store.setAttachments([]);
  await runner.run(added);
}

async function actOnEntry(id: string, action: EntryAction, parts: PanelMessageParts): Promise<void> {
  const { store, runner, targets } = parts;
  if (action === 'restore') return store.bringBack(id);
  const entry = store.entry(id);
  if (entry === undefined) return;
  switch (action) {
    case 'stop':
      return runner.stop(id);
    case 'retry':
      return (await requireTrust()) ? runner.retry(id) : undefined;
    case 'copy':
      await vscode.env.clipboard.writeText(entry.text);
      return store.announce(t('Answer copied'));
    case 'insert':
      return targets.insertAtCursor(entry.text);
    case 'replaceSelection':
      return targets.preview.show(id, entry.text);
    case 'openAsDocument': {
      const code = wholeFencedBlock(entry.text);
      return code === undefined ? openCode(entry.text, 'markdown') : openCode(code.text, code.language);
    }
    case 'openAsText':
      return execute(commands.openAnswerAsText, { entry: id });
    case 'followUp':
      store.setFollowUp(id);
      return store.post({ type: 'focusInput' });
    case 'remove':
      runner.stop(id);
      return store.remove(id, { undo: true });
    case 'edit':
      return editAgain(entry, store);
  }
}

/** Puts a question back into the box, to be changed and sent again; what it continues goes along. */
function editAgain({ prompt, pictures, followUpOf }: Entry, store: ConversationStore): void {
  const text = prompt === defaultPrompt ? '' : prompt;
  store.setDraft(text);
  store.post({ type: 'draft', text });
  store.setAttachments(pictures.filter(({ thumbnail }) => thumbnail !== undefined));
  store.setFollowUp(followUpOf);
  store.post({ type: 'focusInput' });
}

async function press(id: string, button: ButtonId, { store, runner }: PanelMessageParts): Promise<void> {
  if (button === 'trustFolder') {
    await requireTrust();
  } else if (button === 'retry') {
    if (await requireTrust()) await runner.retry(id);
  } else {
    const [command, ...usual] = buttonCommands[button];
    const provider = store.entry(id)?.error?.provider;
    const given = button === 'setProviderKey' && provider !== undefined ? [provider] : usual;
    const done = await vscode.commands.executeCommand(command, ...given);
    // What failed for want of a key is asked again with it.
    if (done === true && (button === 'setProviderKey' || button === 'logIn')) await runner.retry(id);
  }
}

async function execute(command: string, ...rest: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...rest);
}

async function attachFiles(uris: readonly vscode.Uri[], { store, runner }: PanelMessageParts): Promise<void> {
  if (uris.length === 0 || !(await requireTrust())) return;
  for (const uri of uris) {
    const name = baseName(uri.path);
    try {
      const picture = await runner.keepPicture({
        name,
        bytes: await vscode.workspace.fs.readFile(uri),
        source: uri.toString(),
      });
      store.setAttachments([...store.attachments.filter(other => other.id !== picture.id), picture]);
      store.announce(t('{name} added', { name }));
    } catch (error) {
      // One bad file is told and the others go on.
      void showError(error, t('{name} was not added', { name }));
    }
  }
}

/** Attaches what is offered, as if the person had chosen it themselves. */
async function attachOffer({ kind, name }: Offer, parts: PanelMessageParts): Promise<void> {
  const { offers, store } = parts;
  if (kind === 'image') {
    const image = offers.offeredImage(name);
    await attachFiles(image === undefined ? [] : [image], parts);
  } else if (await requireTrust()) {
    offers.attachSelection(name);
  }
  store.post({ type: 'focusInput' });
}

async function attachPasted(name: string, data: string, { store, runner }: PanelMessageParts): Promise<void> {
  if (!(await requireTrust())) return;
  const bytes = Buffer.from(data, 'base64');
  if (bytes.byteLength > pastedPictureLimit) return;
  const picture = await runner.keepPicture({ name, bytes });
  store.setAttachments([...store.attachments.filter(other => other.id !== picture.id), picture]);
  store.announce(t('{name} added', { name }));
}

/** Opens a link of an answer after the editor's own question; only web and mail addresses. */
async function openLink(href: string): Promise<void> {
  const target = vscode.Uri.parse(href, true);
  if (['http', 'https', 'mailto'].includes(target.scheme)) await vscode.env.openExternal(target);
}

async function replySent(
  request: number,
  id: string,
  { store, runner, pictures }: PanelMessageParts,
): Promise<void> {
  const record = runner.sent.get(id);
  if (record === undefined) {
    const message = t('Nothing has been sent for this request yet.');
    return store.post({ type: 'reply', request, result: { ok: false, message } });
  }
  const shown: Sent['pictures'] = [];
  for (const { id: pictureId, name } of record.pictures) {
    const picture = await pictures.get(pictureId);
    if (picture === undefined) continue;
    const { width, height, byteLength, dataUrl, notes } = picture;
    shown.push({ id: pictureId, name, width, height, byteLength, dataUrl, notes });
  }
  store.post({
    type: 'reply',
    request,
    result: { ok: true, sent: { url: record.url, body: record.body, pictures: shown } },
  });
}
