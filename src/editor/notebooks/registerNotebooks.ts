import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { Lazy } from '../../base/lazy.ts';
import { commands } from '../../contributions.ts';
import type { DescribeCellParts } from './describeCell.ts';

/** The kinds of notebooks whose cells offer a description below them; the menus are there in all. */
const notebookTypes = ['jupyter-notebook', 'interactive'];

/**
 * Registers "Describe Output" for images that cells of notebooks show, and "Describe Attached Image" for those that are
 * attached to Markdown cells. What looks at cells is loaded with the first notebook.
 */
export function registerNotebooks(parts: DescribeCellParts): vscode.Disposable {
  const cells = new Lazy(async () => {
    const { CellsWithImages } = await import('./cellsWithImages.ts');
    return new CellsWithImages();
  });
  const describe = async (clicked: unknown): Promise<unknown> => {
    const { describeCell } = await import('./describeCell.ts');
    return describeCell(clicked, parts);
  };
  const opened = async (notebook: vscode.NotebookDocument): Promise<void> =>
    (await cells.get()).opened(notebook);
  for (const notebook of vscode.workspace.notebookDocuments) void opened(notebook);
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.describeOutput, describe),
    vscode.commands.registerCommand(commands.describeAttachment, describe),
    vscode.workspace.onDidOpenNotebookDocument(opened),
    vscode.workspace.onDidChangeNotebookDocument(async event => (await cells.get()).changed(event)),
    vscode.workspace.onDidCloseNotebookDocument(async notebook => (await cells.get()).closed(notebook)),
    ...notebookTypes.map(type =>
      vscode.notebooks.registerNotebookCellStatusBarItemProvider(type, {
        onDidChangeCellStatusBarItems: vscode.workspace.onDidGrantWorkspaceTrust,
        provideCellStatusBarItems: statusItems,
      }),
    ),
  );
}

/** What is offered below a cell with images, in a folder that may be described. */
async function statusItems(cell: vscode.NotebookCell): Promise<vscode.NotebookCellStatusBarItem[]> {
  if (!vscode.workspace.isTrusted) return [];
  const { imagesOfCell } = await import('./cellImages.ts');
  const count = imagesOfCell(cell).length;
  if (count === 0) return [];
  const isCode = cell.kind === vscode.NotebookCellKind.Code;
  const words = isCode ? t('Describe Output') : t('Describe Attached Image');
  const item = new vscode.NotebookCellStatusBarItem(
    `$(eye) ${words}`,
    vscode.NotebookCellStatusBarAlignment.Right,
  );
  item.command = isCode ? commands.describeOutput : commands.describeAttachment;
  item.tooltip = t('Sightline: {words}', { words });
  item.accessibilityInformation = { label: words, role: 'button' };
  return [item];
}
