import * as vscode from 'vscode';
import { counted, t } from '../../../base/l10n.ts';
import { oneLine } from '../../../base/oneLine.ts';
import { shorten } from '../../../base/shorten.ts';
import {
  applyCaptionEdits,
  planCaptionEdits,
  undoCaptionEdits,
  type CaptionChange,
  type CaptionPlan,
} from '../../../runs/captionEdits.ts';
import type { RunRecord } from '../../../runs/runRecord.ts';
import { showInformation } from '../../dialogs/messages.ts';
import { withProgress } from '../../dialogs/progress.ts';
import { showInputBox, showQuickPick } from '../../dialogs/quickInput.ts';
import { showError } from '../../errorMessage.ts';

/** Characters of a caption in the preview, and how many are shown. */
const shown = { characters: 100, examples: 3 };

/** The last change of each run, until it is taken back. */
const lastChanges = new WeakMap<RunRecord, CaptionPlan>();

/** Changes the captions of rows together: the person chooses how, sees how many change, and can take it back. */
export async function editCaptions(record: RunRecord, indices: readonly number[]): Promise<void> {
  const last = lastChanges.get(record);
  const change = await askChange(last);
  if (change === undefined) return;
  if (change === 'undo') return last && takeBack(record, last);
  const plan = await withProgress(t('Reading the captions'), (_, signal) =>
    planCaptionEdits(record, indices, change, signal),
  );
  if (plan.edits.length === 0) {
    void showInformation(t('No caption changes: {looked}.', { looked: lookedText(plan) }));
    return;
  }
  const count = counted(plan.edits.length, '{count} caption', '{count} captions');
  const confirm = t('Change {count}', { count });
  const answer = await showInformation(
    t('Change {count}?', { count }),
    { modal: true, detail: previewText(plan) },
    confirm,
  );
  if (answer !== confirm) return;
  await applyCaptionEdits(record, plan.edits);
  lastChanges.set(record, plan);
  // Nobody waits until the message is closed.
  void offerUndo(record, plan, count).catch((error: unknown) => showError(error));
}

async function offerUndo(record: RunRecord, plan: CaptionPlan, count: string): Promise<void> {
  const undo = t('Undo');
  if ((await showInformation(t('Changed {count}.', { count }), undo)) === undo) await takeBack(record, plan);
}

async function takeBack(record: RunRecord, plan: CaptionPlan): Promise<void> {
  const { edits } = plan;
  if (lastChanges.get(record) === plan) lastChanges.delete(record);
  const back = await undoCaptionEdits(record, edits);
  const kept = edits.length - back;
  void showInformation(
    [
      counted(back, '{count} caption restored.', '{count} captions restored.'),
      ...(kept === 0 ? [] : [t('{kept} changed meanwhile and stay.', { kept })]),
    ].join(' '),
  );
}

interface ChangeItem extends vscode.QuickPickItem {
  ask: () => Promise<CaptionChange | 'undo' | undefined>;
}

async function askChange(last: CaptionPlan | undefined): Promise<CaptionChange | 'undo' | undefined> {
  const items: ChangeItem[] = [
    {
      label: t('Append…'),
      iconPath: new vscode.ThemeIcon('indent'),
      detail: t('Add text to the end of each caption'),
      ask: () => askText('append'),
    },
    {
      label: t('Prepend…'),
      iconPath: new vscode.ThemeIcon('arrow-left'),
      detail: t('Add text to the beginning of each caption'),
      ask: () => askText('prepend'),
    },
    {
      label: t('Search and Replace…'),
      iconPath: new vscode.ThemeIcon('replace'),
      detail: t('Replace text; upper and lower case are the same'),
      ask: () => askReplacement(false),
    },
    {
      label: t('Search and Replace, Match Case…'),
      iconPath: new vscode.ThemeIcon('case-sensitive'),
      detail: t('Replace text that is written exactly like this'),
      ask: () => askReplacement(true),
    },
    ...(last === undefined
      ? []
      : [
          {
            label: t('Undo Last Change'),
            iconPath: new vscode.ThemeIcon('discard'),
            detail: counted(last.edits.length, '{count} caption', '{count} captions'),
            ask: () => Promise.resolve('undo' as const),
          },
        ]),
  ];
  const picked = await showQuickPick(items, {
    title: t('Edit Captions'),
    placeHolder: t('Select what to do with the captions'),
  });
  return picked?.ask();
}

async function askText(kind: 'append' | 'prepend'): Promise<CaptionChange | undefined> {
  const text = await showInputBox({
    title: t('Edit Captions'),
    prompt:
      kind === 'append'
        ? t('Text to append, with the space that parts it from the caption')
        : t('Text to prepend, with the space that parts it from the caption'),
    ignoreFocusOut: true,
    validateInput: value => (value === '' ? t('Enter a text.') : undefined),
  });
  return text === undefined ? undefined : { kind, text };
}

async function askReplacement(matchCase: boolean): Promise<CaptionChange | undefined> {
  const search = await showInputBox({
    title: t('Edit Captions (1/2)'),
    prompt: t('Text to search for'),
    ignoreFocusOut: true,
    validateInput: value => (value === '' ? t('Enter a text.') : undefined),
  });
  if (search === undefined) return undefined;
  const replacement = await showInputBox({
    title: t('Edit Captions (2/2)'),
    prompt: t('Replacement for "{search}". Leave empty to remove it.', { search }),
    ignoreFocusOut: true,
  });
  return replacement === undefined ? undefined : { kind: 'replace', search, replacement, matchCase };
}

function previewText(plan: CaptionPlan): string {
  const examples = plan.edits
    .slice(0, shown.examples)
    .map(({ name, from, to }) => `${name}\n− ${brief(from)}\n+ ${brief(to)}`);
  return [`${lookedText(plan)}.`, ...examples].join('\n\n');
}

function lookedText({ looked, edits, withoutCaption }: CaptionPlan): string {
  const same = looked - edits.length - withoutCaption;
  return [
    counted(looked, '{count} description looked at', '{count} descriptions looked at'),
    ...(same > 0 ? [t('{same} without a change', { same })] : []),
    ...(withoutCaption > 0
      ? [t('{withoutCaption} without a caption in their schema', { withoutCaption })]
      : []),
  ].join(', ');
}

function brief(caption: string): string {
  return shorten(oneLine(caption), shown.characters);
}
