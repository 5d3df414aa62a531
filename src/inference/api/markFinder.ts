/** A mark with what it means. */
export interface Mark<T> {
  text: string;
  meaning: T;
}

/** Finds the first of many fixed marks in a text that comes in pieces; time and memory grow with the text alone. */
export class MarkFinder<T> {
  /** By their first two characters, the longest first: of two that begin alike the longer one counts. */
  readonly #marks = new Map<string, Mark<T>[]>();
  readonly #firsts = new Set<string>();
  /** Finds the next character that a mark begins with. */
  readonly #next: RegExp;

  constructor(marks: readonly Mark<T>[]) {
    for (const mark of marks.toSorted((one, other) => other.text.length - one.text.length)) {
      this.#firsts.add(mark.text.charAt(0));
      const same = this.#marks.get(mark.text.slice(0, 2)) ?? [];
      if (!same.some(({ text }) => text === mark.text)) same.push(mark);
      this.#marks.set(mark.text.slice(0, 2), same);
    }
    const codes = [...this.#firsts].map(first => `\\u{${first.charCodeAt(0).toString(16)}}`);
    this.#next = new RegExp(`[${codes.join('')}]`, 'gu');
  }

  /**
   * The mark at a place; `maybe` where the text ends before that is known.
   * @param isWhole No more text comes.
   */
  at(text: string, place: number, isWhole: boolean): Mark<T> | 'maybe' | undefined {
    const left = text.length - place;
    if (left === 0) return undefined;
    const alone = this.#marks.get(text.charAt(place))?.[0];
    if (left === 1) return alone ?? (!isWhole && this.#firsts.has(text.charAt(place)) ? 'maybe' : undefined);
    for (const mark of this.#marks.get(text.slice(place, place + 2)) ?? []) {
      if (text.startsWith(mark.text, place)) return mark;
      if (!isWhole && left < mark.text.length && mark.text.startsWith(text.slice(place))) return 'maybe';
    }
    return alone;
  }

  /** The first mark and its place; without a mark the place up to which there is none, whatever comes. */
  first(text: string, isWhole: boolean): { place: number; mark?: Mark<T> } {
    this.#next.lastIndex = 0;
    for (let found = this.#next.exec(text); found; found = this.#next.exec(text)) {
      const place = found.index;
      const mark = this.at(text, place, isWhole);
      if (mark === 'maybe') return { place };
      if (mark !== undefined) return { place, mark };
    }
    return { place: text.length };
  }
}
