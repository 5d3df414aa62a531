import * as vscode from 'vscode';
import { imagesOfCell } from './cellImages.ts';

/** The key by which conditions of menus know them: a list of the cells' URIs. */
const contextKey = 'sightline.cellsWithImages';

/** Tells the editor which cells of the open notebooks hold images, for its menus. */
export class CellsWithImages {
  readonly #uris = new Set<string>();

  opened(notebook: vscode.NotebookDocument): void {
    this.#note(notebook.getCells());
  }

  closed(notebook: vscode.NotebookDocument): void {
    this.#note([], notebook.getCells());
  }

  changed({ contentChanges, cellChanges }: vscode.NotebookDocumentChangeEvent): void {
    const changed = cellChanges.filter(
      ({ outputs, metadata }) => outputs !== undefined || metadata !== undefined,
    );
    this.#note(
      [...contentChanges.flatMap(({ addedCells }) => addedCells), ...changed.map(({ cell }) => cell)],
      contentChanges.flatMap(({ removedCells }) => removedCells),
    );
  }

  #note(cells: readonly vscode.NotebookCell[], gone: readonly vscode.NotebookCell[] = []): void {
    const before = [...this.#uris].join(' ');
    for (const { document } of gone) this.#uris.delete(document.uri.toString());
    for (const cell of cells) {
      const uri = cell.document.uri.toString();
      if (imagesOfCell(cell).length > 0) this.#uris.add(uri);
      else this.#uris.delete(uri);
    }
    if ([...this.#uris].join(' ') !== before)
      void vscode.commands.executeCommand('setContext', contextKey, [...this.#uris]);
  }
}
