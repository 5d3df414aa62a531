import { counted, t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { baseName } from '../../base/baseName.ts';
import pLimit from 'p-limit';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { Entry, EntryStatus } from '../../protocol/conversation.ts';
import type { SentLook } from '../../protocol/picture.ts';
import type { EntryRunner, NewEntry, PictureInput } from '../conversation/entryRunner.ts';
import { showError } from '../errorMessage.ts';
import { pickImagePrompt, type ChosenPrompt, type PromptSources } from '../prompt/offeredPrompts.ts';
import { readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { activeImage, pickImageFiles, selectedImages } from '../imageFiles.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { withStatusProgress, type Progress } from '../dialogs/progress.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import type { Panel } from '../panel/panel.ts';

/** What "Describe Image" works with. */
export interface DescribeImagesParts {
  conversation: OpenConversation;
  panel: Pick<Panel, 'show' | 'post'>;
  prompts: PromptSources;
  /** How a picture is looked at in the picture editor, where that is another way than it is sent by itself. */
  lookAt: (picture: vscode.Uri) => SentLook | undefined;
}

/** More pictures than these are offered to be described in a folder run. */
export const mostInPanel = 20;

/** The same with a prompt that the person picks. */
export async function describeImagesWithPrompt(
  clicked: unknown,
  selected: unknown,
  parts: DescribeImagesParts,
): Promise<Entry[]> {
  if (!(await requireTrust())) return [];
  try {
    const chosen = await pickImagePrompt(parts.prompts, t('Describe Image with Prompt'));
    return chosen === undefined ? [] : await describeImages(clicked, selected, parts, chosen);
  } catch (error) {
    await showError(error);
    return [];
  }
}

/** Describes what is clicked, selected or looked at; resolves to the ended entries. */
export async function describeImages(
  clicked: unknown,
  selected: unknown,
  parts: DescribeImagesParts,
  { prompt, asked }: Pick<ChosenPrompt, 'prompt' | 'asked'> = { prompt: readSetting('describe.prompt') },
): Promise<Entry[]> {
  if (!(await requireTrust())) return [];
  const selection = selectedImages(clicked, selected);
  if (selection !== undefined && selection.skipped > 0)
    void showInformation(
      counted(
        selection.skipped,
        '{count} selected item was skipped: not an image.',
        '{count} selected items were skipped: not images.',
      ),
    );
  const active = activeImage();
  const images = selection?.images ?? (active === undefined ? await pickImageFiles() : [active]);
  if (images.length > mostInPanel) {
    const where = await chooseWhere(images.length);
    if (where === 'run') await vscode.commands.executeCommand(commands.describeFolder, images[0], images);
    if (where !== 'panel') return [];
  }
  return describePictures(
    images.map(uri => ({
      ...{ name: baseName(uri.path), uri: uri.toString() },
      ...present({ look: Array.isArray(selected) ? undefined : parts.lookAt(uri) }),
    })),
    parts,
    { prompt, ...present({ asked }) },
  );
}

/** Describes each picture in the panel, in an entry of its own; resolves to the ended entries. */
export async function describePictures(
  pictures: readonly PictureInput[],
  parts: Omit<DescribeImagesParts, 'lookAt' | 'prompts'>,
  question: Pick<NewEntry, 'prompt' | 'asked'> = { prompt: readSetting('describe.prompt') },
): Promise<Entry[]> {
  await parts.conversation.restored;
  const ids = await describeAll(pictures, parts, question);
  return ids.flatMap(id => parts.conversation.store.entry(id) ?? []);
}

/** Asks where many pictures are described; `undefined` where the person turned away. */
async function chooseWhere(count: number): Promise<'run' | 'panel' | undefined> {
  const [run, panel] = [t('Folder Run'), t('In the Panel')];
  const answer = await showInformation(
    t('Describe {count} images in a folder run?', { count }),
    {
      modal: true,
      detail: t(
        'A folder run shows cost and progress in a table, can be paused and resumed, and exports to files. The panel is for a few images.',
      ),
    },
    run,
    panel,
  );
  return answer === run ? 'run' : answer === panel ? 'panel' : undefined;
}

/** Describes each picture in an entry of its own, a few at a time; says the entries' ids. */
async function describeAll(
  pictures: readonly PictureInput[],
  parts: Omit<DescribeImagesParts, 'lookAt' | 'prompts'>,
  question: Pick<NewEntry, 'prompt' | 'asked'>,
): Promise<string[]> {
  const { runner } = parts.conversation;
  const ids = pictures.map(picture => runner.add({ ...question, pictures: [picture] }));
  const [first] = ids;
  if (first === undefined) return ids;
  // A question could be about any of several.
  if (ids.length > 1) parts.conversation.store.setFollowUp(undefined);
  void parts.panel.show({ preserveFocus: true });
  parts.panel.post({ type: 'revealEntry', id: first });
  if (ids.length === 1) {
    await runner.run(first);
    return ids;
  }
  // The panel shows each of them, and stops them: a notification would lie over its box.
  const ended = await withStatusProgress(t('Describing images'), progress => runAll(ids, runner, progress));
  report(ended);
  return ids;
}

async function runAll(
  ids: readonly string[],
  runner: EntryRunner,
  progress: Progress,
): Promise<EntryStatus[]> {
  const batch = runner.startBatch();
  const limit = pLimit(readSetting('describe.concurrency'));
  let done = 0;
  progress.report({ message: t('{done} of {all}', { done: 0, all: ids.length }) });
  try {
    return await Promise.all(
      ids.map(id =>
        limit(async () => {
          const status = await runner.run(id, batch);
          done += 1;
          progress.report({ message: t('{done} of {all}', { done, all: ids.length }) });
          return status;
        }),
      ),
    );
  } finally {
    batch.end();
  }
}

/** Says how a run of several pictures ended, where not all of them were described. */
function report(ended: readonly EntryStatus[]): void {
  const failed = ended.filter(status => status === 'failed' || status === 'incomplete').length;
  const stopped = ended.filter(status => status === 'stopped').length;
  if (failed === 0 && stopped === 0) return;
  const parts = [
    t('{described} described', { described: ended.length - failed - stopped }),
    ...(failed === 0 ? [] : [t('{failed} failed', { failed })]),
    ...(stopped === 0 ? [] : [t('{stopped} stopped', { stopped })]),
  ];
  const message = t('{outcome}. See the panel for details and to retry.', { outcome: parts.join(', ') });
  void (failed > 0 ? showWarning(message) : showInformation(message));
}
