import * as vscode from 'vscode';
import type { SelectedText } from '../prompt/selectedText.ts';
import type { KeptSelectionRecord } from './keptSelectionShape.ts';

const key = 'sightline.attachedSelection';

/** A longer text is not kept, characters. */
const longest = 1_000_000;

type Place = KeptSelectionRecord['ranges'][number]['start'];

/** Keeps the selection that goes with the next question while the window is loaded anew. */
export class KeptSelection {
  readonly #memento: vscode.Memento;

  /** @param memento The workspace's. */
  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  keep(selected: SelectedText | undefined): void {
    const kept =
      selected === undefined || selected.text.length > longest
        ? undefined
        : {
            uri: selected.document.uri.toString(),
            ranges: selected.ranges.map(({ start, end }) => ({ start: placeIn(start), end: placeIn(end) })),
            text: selected.text,
          };
    void this.#memento.update(key, kept);
  }

  /** What was kept; `undefined` where there is nothing, or its document is gone. */
  async restore(): Promise<SelectedText | undefined> {
    const raw = this.#memento.get(key);
    if (raw === undefined) return undefined;
    const { parseKeptSelection } = await import('./keptSelectionShape.ts');
    const kept = parseKeptSelection(raw);
    if (kept === undefined) return undefined;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(kept.uri));
      const ranges = kept.ranges.map(({ start, end }) => new vscode.Range(position(start), position(end)));
      return { document, ranges, text: kept.text };
    } catch {
      this.keep(undefined);
      return undefined;
    }
  }
}

function placeIn({ line, character }: vscode.Position): Place {
  return { line, character };
}

function position({ line, character }: Place): vscode.Position {
  return new vscode.Position(line, character);
}
