import * as vscode from 'vscode';

/** The text that a prompt is about. */
export interface SelectedText {
  document: vscode.TextDocument;
  /** In document order; empty ones left out. */
  ranges: vscode.Range[];
  /** The texts of the ranges, parted by blank lines. */
  text: string;
}

/** The editor's selections in document order; `undefined` where nothing is selected. */
export function selectedText(editor: vscode.TextEditor): SelectedText | undefined {
  const ranges = editor.selections
    .filter(selection => !selection.isEmpty)
    .toSorted((a, b) => a.start.compareTo(b.start))
    .map(selection => new vscode.Range(selection.start, selection.end));
  return ranges.length === 0 ? undefined : textOf(editor.document, ranges);
}

/** The whole document as if it were selected. */
export function wholeDocument(document: vscode.TextDocument): SelectedText {
  const end = document.lineAt(document.lineCount - 1).range.end;
  return textOf(document, [new vscode.Range(new vscode.Position(0, 0), end)]);
}

function textOf(document: vscode.TextDocument, ranges: vscode.Range[]): SelectedText {
  return { document, ranges, text: ranges.map(range => document.getText(range)).join('\n\n') };
}
