import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SelectedText } from '../prompt/selectedText.ts';

const key = 'sightline.attachedSelection';

/** A longer text is not kept, characters. */
const longest = 1_000_000;

const place = z.object({ line: z.int(), character: z.int() });
const keptSchema = z.object({
  uri: z.string(),
  ranges: z.array(z.object({ start: place, end: place })),
  text: z.string(),
});

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
    const kept = keptSchema.safeParse(this.#memento.get(key)).data;
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

function placeIn({ line, character }: vscode.Position): z.infer<typeof place> {
  return { line, character };
}

function position({ line, character }: z.infer<typeof place>): vscode.Position {
  return new vscode.Position(line, character);
}
