import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { views } from '../../contributions.ts';
import { replacementText, withLineEnds } from './answerText.ts';
import type { LastTextEditor } from './lastTextEditor.ts';
import { movedBy, type Span } from './trackedRange.ts';
import { showWarning } from '../dialogs/messages.ts';
import { ReplacementPreview, type PlannedReplacement } from './replacementPreview.ts';

/** The selection that a question was made from. */
interface Target {
  uri: vscode.Uri;
  /** The text that was sent. */
  text: string;
  /** Where it is now; `undefined` once it was changed. */
  span: Span | undefined;
}

/**
 * Where answers can go: the selections that questions came from, followed through the edits made while the model
 * answers, and the text editor that the person last used.
 */
export class AnswerTargets implements vscode.Disposable {
  readonly #targets = new Map<string, Target>();
  readonly #listener: vscode.Disposable;
  readonly #lastEditor: LastTextEditor;
  /** What a replacement would make of the document, before it is done. */
  readonly preview = new ReplacementPreview(this);

  constructor(lastEditor: LastTextEditor) {
    this.#lastEditor = lastEditor;
    this.#listener = vscode.workspace.onDidChangeTextDocument(event => this.#follow(event));
  }

  /** Remembers the selection that an entry's question was made from. */
  remember(entryId: string, document: vscode.TextDocument, range: vscode.Range): void {
    this.#targets.set(entryId, {
      uri: document.uri,
      text: document.getText(range),
      span: { start: document.offsetAt(range.start), end: document.offsetAt(range.end) },
    });
  }

  /** What {@link replaceSelection} would do, or why it would not. */
  async planned(entryId: string, answer: string): Promise<PlannedReplacement | string> {
    const target = this.#targets.get(entryId);
    if (target === undefined) return t('The selection is from a previous session.');
    const document = await open(target.uri);
    if (document === undefined) return t('The document no longer exists.');
    const { span } = target;
    const range = span && new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
    if (range === undefined || document.getText(range) !== target.text)
      return t('The selected text has changed.');
    const text = replacementText(answer, {
      selected: target.text,
      languageId: document.languageId,
      eol: lineEnd(document),
    });
    const whole = document.getText();
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const content = whole.slice(0, start) + text + whole.slice(end);
    return { document, range, text, content, column: column(document) };
  }

  /** Puts the answer where its selection was, as one step to undo, if that still holds what was sent. */
  async replaceSelection(entryId: string, answer: string): Promise<void> {
    const planned = await this.planned(entryId, answer);
    if (typeof planned === 'string') return refuse(planned);
    const { document, range, text } = planned;
    if (!(await this.#edit(document, range, text))) return;
    const start = document.offsetAt(range.start);
    // A second click replaces the answer by itself, not by a guess of where the old text was.
    this.#targets.set(entryId, { uri: document.uri, text, span: { start, end: start + text.length } });
  }

  /** Inserts the answer at the cursor of the editor last used, in place of what is selected there. */
  async insertAtCursor(answer: string): Promise<void> {
    const editor = this.#lastEditor.currentOrCovered;
    if (editor === undefined)
      return refuse(
        t('No text editor is open. Open one and place the cursor where the answer should be inserted.'),
      );
    const { document, selection } = editor;
    await this.#edit(document, selection, withLineEnds(answer, lineEnd(document)));
  }

  dispose(): void {
    this.#listener.dispose();
    this.preview.dispose();
    this.#targets.clear();
  }

  async #edit(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<boolean> {
    const isCell = document.uri.scheme === 'vscode-notebook-cell';
    // Shown before it is edited: whoever sees the text there and goes on elsewhere is not brought back.
    const editor = isCell
      ? vscode.window.visibleTextEditors.find(candidate => candidate.document === document)
      : await vscode.window.showTextDocument(document, column(document));
    const edited = await editor
      ?.edit(edit => edit.replace(range, text), { undoStopBefore: true, undoStopAfter: true })
      .then(undefined, () => false);
    if (edited !== true) {
      refuse(t('The document is read-only.'));
      return false;
    }
    if (!isCell) keepFocus(document);
    return true;
  }

  #follow(event: vscode.TextDocumentChangeEvent): void {
    for (const target of this.#targets.values()) {
      if (target.uri.toString() !== event.document.uri.toString()) continue;
      for (const change of event.contentChanges)
        target.span =
          target.span &&
          movedBy(target.span, {
            start: change.rangeOffset,
            length: change.rangeLength,
            inserted: change.text.length,
          });
    }
  }
}

/** Says why an answer was not put into a document; nobody waits until the message is closed. */
function refuse(reason: string): void {
  void showWarning(t('{reason} Copy the answer from the panel instead.', { reason }));
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // Deleted, or an untitled document that was closed.
    return undefined;
  }
}

function lineEnd(document: vscode.TextDocument): '\n' | '\r\n' {
  return document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

/** Milliseconds in which a page whose button was pressed may still take the focus: on a busy machine it does so late. */
const lateFocus = 1000;

/** Gives a document the focus again where the panel takes it back in the next moment. */
function keepFocus(document: vscode.TextDocument): void {
  const listening: vscode.Disposable[] = [];
  const stop = (): void => listening.splice(0).forEach(listener => void listener.dispose());
  const look = (): void => {
    if (listening.length === 0 || vscode.window.activeTextEditor !== undefined || !isPanelInFront()) return;
    stop();
    void vscode.window.showTextDocument(document, column(document));
  };
  listening.push(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
  );
  setTimeout(stop, lateFocus);
}

/** Whether the conversation is an editor, and that is the active one. */
export function isPanelInFront(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts a name of its own before ours.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(views.panel);
}

/** The column in which the document is shown already, else beside the panel. */
function column(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document);
  return shown?.viewColumn ?? vscode.ViewColumn.One;
}
