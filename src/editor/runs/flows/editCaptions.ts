import * as vscode from 'vscode';
import { formatNumber, plural } from '../../../base/format.ts';
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
  const plan = await withProgress('Reading the captions', (_, signal) =>
    planCaptionEdits(record, indices, change, signal),
  );
  if (plan.edits.length === 0) {
    void showInformation(`No caption changes: ${lookedText(plan)}.`);
    return;
  }
  const count = plural(plan.edits.length, 'caption');
  const confirm = `Change ${count}`;
  const answer = await showInformation(
    `Change ${count}?`,
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
  const undo = 'Undo';
  if ((await showInformation(`Changed ${count}.`, undo)) === undo) await takeBack(record, plan);
}

async function takeBack(record: RunRecord, plan: CaptionPlan): Promise<void> {
  const { edits } = plan;
  if (lastChanges.get(record) === plan) lastChanges.delete(record);
  const back = await undoCaptionEdits(record, edits);
  const kept = edits.length - back;
  void showInformation(
    `${plural(back, 'caption')} restored.${kept === 0 ? '' : ` ${formatNumber(kept)} changed meanwhile and stay.`}`,
  );
}

interface ChangeItem extends vscode.QuickPickItem {
  ask: () => Promise<CaptionChange | 'undo' | undefined>;
}

async function askChange(last: CaptionPlan | undefined): Promise<CaptionChange | 'undo' | undefined> {
  const items: ChangeItem[] = [
    {
      label: 'Append…',
      iconPath: new vscode.ThemeIcon('indent'),
      detail: 'Add text to the end of each caption',
      ask: () => askText('append'),
    },
    {
      label: 'Prepend…',
      iconPath: new vscode.ThemeIcon('arrow-left'),
      detail: 'Add text to the beginning of each caption',
      ask: () => askText('prepend'),
    },
    {
      label: 'Search and Replace…',
      iconPath: new vscode.ThemeIcon('replace'),
      detail: 'Replace text; upper and lower case are the same',
      ask: () => askReplacement(false),
    },
    {
      label: 'Search and Replace, Match Case…',
      iconPath: new vscode.ThemeIcon('case-sensitive'),
      detail: 'Replace text that is written exactly like this',
      ask: () => askReplacement(true),
    },
    ...(last === undefined
      ? []
      : [
          {
            label: 'Undo Last Change',
            iconPath: new vscode.ThemeIcon('discard'),
            detail: plural(last.edits.length, 'caption'),
            ask: () => Promise.resolve('undo' as const),
          },
        ]),
  ];
  const picked = await showQuickPick(items, {
    title: 'Edit Captions',
    placeHolder: 'Select what to do with the captions',
  });
  return picked?.ask();
}

async function askText(kind: 'append' | 'prepend'): Promise<CaptionChange | undefined> {
  const text = await showInputBox({
    title: 'Edit Captions',
    prompt:
      kind === 'append'
        ? 'Text to append, with the space that parts it from the caption'
        : 'Text to prepend, with the space that parts it from the caption',
    ignoreFocusOut: true,
    validateInput: value => (value === '' ? 'Enter a text.' : undefined),
  });
  return text === undefined ? undefined : { kind, text };
}

async function askReplacement(matchCase: boolean): Promise<CaptionChange | undefined> {
  const search = await showInputBox({
    title: 'Edit Captions (1/2)',
    prompt: 'Text to search for',
    ignoreFocusOut: true,
    validateInput: value => (value === '' ? 'Enter a text.' : undefined),
  });
  if (search === undefined) return undefined;
  const replacement = await showInputBox({
    title: 'Edit Captions (2/2)',
    prompt: `Replacement for "${search}". Leave empty to remove it.`,
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
    `${plural(looked, 'description')} looked at`,
    ...(same > 0 ? [`${formatNumber(same)} without a change`] : []),
    ...(withoutCaption > 0 ? [`${formatNumber(withoutCaption)} without a caption in their schema`] : []),
  ].join(', ');
}

function brief(caption: string): string {
  return shorten(oneLine(caption), shown.characters);
}
