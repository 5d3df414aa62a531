import type { Description, RunRow } from '../../runs/runRow.ts';

/** What a search reads. */
export interface SearchedRun {
  rows: readonly RunRow[];
  description: (index: number) => Promise<Description | undefined>;
}

/** Descriptions read at the same time. */
const chunk = 200;

/**
 * One search through names, failures and descriptions, capitals aside. Descriptions are read from the disk in chunks,
 * and what is found shows at once; a row that changes is read again.
 */
export class RowSearch {
  readonly text: string;
  readonly #needle: string;
  readonly #run: SearchedRun;
  readonly #found: () => void;
  readonly #matches = new Set<number>();
  readonly #unread = new Set<number>();
  #reading = false;
  #stopped = false;

  /** @param found Called when more rows match, or fewer. */
  constructor(text: string, run: SearchedRun, found: () => void) {
    this.text = text;
    this.#needle = text.trim().toLowerCase();
    this.#run = run;
    this.#found = found;
    this.renew(run.rows.keys());
  }

  /** Whether a row is known to match. */
  matches(index: number): boolean {
    return this.#needle === '' || this.#matches.has(index);
  }

  /** Looks at rows again. */
  renew(indices: Iterable<number>): void {
    if (this.#needle === '') return;
    for (const index of indices) {
      const row = this.#run.rows[index];
      if (row === undefined) continue;
      if (this.#has(row.picture.name) || this.#has(row.failure?.message)) this.#matches.add(index);
      else if (row.state === 'described') this.#unread.add(index);
      else this.#matches.delete(index);
    }
    void this.#read();
  }

  /** Ends it: a newer search has come. */
  stop(): void {
    this.#stopped = true;
    this.#unread.clear();
  }

  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#unread.size > 0) {
      const indices = this.#take(chunk);
      const texts = await Promise.all(indices.map(index => this.#textOf(index)));
      if (this.#stopped) break;
      for (const [place, index] of indices.entries())
        if (this.#has(texts[place])) this.#matches.add(index);
        else this.#matches.delete(index);
      this.#found();
    }
    this.#reading = false;
  }

  /** Some of the unread rows, the first that were asked for. */
  #take(most: number): number[] {
    const taken: number[] = [];
    for (const index of this.#unread) {
      if (taken.length === most) break;
      this.#unread.delete(index);
      taken.push(index);
    }
    return taken;
  }

  async #textOf(index: number): Promise<string | undefined> {
    try {
      return (await this.#run.description(index))?.text;
    } catch {
      return undefined; // What cannot be read cannot be found; opening the row says why.
    }
  }

  #has(text: string | undefined): boolean {
    return text !== undefined && text.toLowerCase().includes(this.#needle);
  }
}
