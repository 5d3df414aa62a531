import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { formatBytes } from '../../base/localFormat.ts';
import type { Entry } from '../../protocol/conversation.ts';
import { describePictures, mostInPanel, type DescribeImagesParts } from '../describe/describeImages.ts';
import { showInformation } from '../dialogs/messages.ts';
import { showQuickPick } from '../dialogs/quickInput.ts';
import { requireTrust } from '../trust.ts';
import { imagesOfCell, type CellImage } from './cellImages.ts';

/** What describing the images of a notebook works with. */
export type DescribeCellParts = Omit<DescribeImagesParts, 'lookAt' | 'prompts'>;

/**
 * Describes the images of a cell as those of files are described.
 * @param clicked The cell, or what the menu of an output says of it; anything else: the selected cell.
 */
export async function describeCell(clicked: unknown, parts: DescribeCellParts): Promise<Entry[]> {
  if (!(await requireTrust())) return [];
  const images = clickedImages(clicked);
  if (images.length === 0) {
    await showInformation(t('The cell has no image.'));
    return [];
  }
  const chosen = images.length === 1 ? images : await chooseAmong(images);
  return describePictures(
    chosen.map(({ name, bytes }) => ({ name, bytes: bytes() })),
    parts,
  );
}

function clickedImages(clicked: unknown): CellImage[] {
  if (isCell(clicked)) return imagesOfCell(clicked);
  const found = outputWith(clicked);
  if (found !== undefined) return imagesOfCell(found.cell).filter(({ output }) => output === found.output);
  const { notebook, selection } = vscode.window.activeNotebookEditor ?? {};
  return notebook === undefined || selection === undefined || selection.start >= notebook.cellCount
    ? []
    : imagesOfCell(notebook.cellAt(selection.start));
}

/** The cell is an object of the editor, of no class that extensions know. */
function isCell(value: unknown): value is vscode.NotebookCell {
  return typeof value === 'object' && value !== null && 'notebook' in value && 'outputs' in value;
}

/**
 * The output that a menu was opened on. It says the id, which each output has, though the editor's types leave it out
 * (the commands of the editor's own notebook extension find it the same way).
 */
function outputWith(clicked: unknown): { cell: vscode.NotebookCell; output: number } | undefined {
  if (typeof clicked !== 'object' || clicked === null || !('outputId' in clicked)) return undefined;
  for (const { cell, output } of everyOutput()) {
    const { id } = cell.outputs[output] as { id?: unknown };
    if (id === clicked.outputId) return { cell, output };
  }
  return undefined;
}

function* everyOutput(): Generator<{ cell: vscode.NotebookCell; output: number }> {
  for (const notebook of vscode.workspace.notebookDocuments)
    for (const cell of notebook.getCells()) for (const output of cell.outputs.keys()) yield { cell, output };
}

async function chooseAmong(images: readonly CellImage[]): Promise<readonly CellImage[]> {
  const items = images.map(image => ({
    ...{ label: image.label, description: formatBytes(image.byteLength), image },
    picked: images.length <= mostInPanel,
  }));
  const chosen = await showQuickPick(items, {
    title: t('Describe Images of the Cell'),
    placeHolder: t('Which of the images should be described?'),
    canPickMany: true,
  });
  return (chosen ?? []).map(({ image }) => image);
}
