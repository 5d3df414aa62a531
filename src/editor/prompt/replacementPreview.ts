import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import { showWarning } from '../dialogs/messages.ts';

/** Scheme of the documents that show a file as it would be; `package.json` knows it, too. */
export const replacementScheme = 'sightline-replacement';

/** A selection with what takes its place. */
export interface PlannedReplacement {
  document: vscode.TextDocument;
  range: vscode.Range;
  text: string;
  /** The whole document as it will be. */
  content: string;
  /** Where the document is shown. */
  column: vscode.ViewColumn;
}

/** What the preview asks of the selections; see `AnswerTargets`. */
export interface ReplacementTargets {
  planned: (entryId: string, answer: string) => Promise<PlannedReplacement | string>;
  replaceSelection: (entryId: string, answer: string) => Promise<void>;
}

interface Pending {
  entryId: string;
  answer: string;
  document: vscode.TextDocument;
  /** Of the document as it would be. */
  uri: vscode.Uri;
  content: string;
}

/**
 * Shows an answer in the place of its selection as a difference to the document, and replaces the selection once that is
 * accepted. One at a time: the next one takes the place of the one before it.
 */
export class ReplacementPreview implements vscode.Disposable {
  readonly #targets: ReplacementTargets;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: { dispose: () => unknown }[] = [this.#changed];
  #pending: Pending | undefined;
  #count = 0;

  constructor(targets: ReplacementTargets) {
    this.#targets = targets;
  }

  /** Opens the difference; says why where there is nothing to replace any more. */
  async show(entryId: string, answer: string): Promise<void> {
    const planned = await this.#targets.planned(entryId, answer);
    if (typeof planned === 'string' || planned.document.uri.scheme === 'vscode-notebook-cell')
      return this.#targets.replaceSelection(entryId, answer);
    if (this.#disposables.length === 1) this.#listen();
    await this.discard();
    const { document, range, column } = planned;
    const name = baseName(document.uri.path);
    const uri = vscode.Uri.from({
      scheme: replacementScheme,
      path: `/${++this.#count}/${name}`,
    });
    this.#pending = { entryId, answer, document, uri, content: planned.content };
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      uri,
      t('{name}: Replace Selection', { name }),
      {
        preview: true,
        viewColumn: column,
        selection: new vscode.Range(range.start, range.start),
      },
    );
  }

  /** Replaces the selection, unless it was changed meanwhile: then says so, and the answer stays in the panel. */
  async accept(): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined) {
      void showWarning(
        t('This preview is from a previous session. Choose Replace Selection in the panel again.'),
      );
      return;
    }
    await this.discard();
    await this.#targets.replaceSelection(pending.entryId, pending.answer);
  }

  /** Closes the difference and leaves the selection as it is. */
  async discard(): Promise<void> {
    this.#pending = undefined;
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter(isPreview));
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }

  /** Follows the document while the difference is open. */
  #listen(): void {
    this.#disposables.push(
      vscode.workspace.registerTextDocumentContentProvider(replacementScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: uri =>
          this.#pending?.uri.toString() === uri.toString() ? this.#pending.content : '',
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#pending?.document) void this.#renew(this.#pending);
      }),
    );
  }

  async #renew(pending: Pending): Promise<void> {
    const planned = await this.#targets.planned(pending.entryId, pending.answer);
    // Accept says that the selection was changed.
    if (typeof planned === 'string' || this.#pending !== pending) return;
    pending.content = planned.content;
    this.#changed.fire(pending.uri);
  }
}

function isPreview({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === replacementScheme;
}
