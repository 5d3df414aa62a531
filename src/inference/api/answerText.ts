import { beginTokens, boxTokens, endTokens, thoughtMarks, turnTokens, wrappers } from './answerMarks.ts';
import type { ThoughtMarks } from './answerMarks.ts';
import { MarkFinder, type Mark } from './markFinder.ts';

/** A part of an answer; `textWasReasoning` says that all text before it was thoughts after all. */
export type AnswerPart = { type: 'text' | 'reasoning'; text: string } | { type: 'textWasReasoning' };

type Meaning =
  | { kind: 'open' | 'close'; of: ThoughtMarks }
  | { kind: 'wrap'; close: string }
  | { kind: 'unwrap' | 'begin' | 'turn' | 'end' | 'box' | 'code' };

function marks(texts: readonly string[], meaning: Meaning): Mark<Meaning>[] {
  return texts.map(text => ({ text, meaning }));
}

const opening = thoughtMarks.flatMap(of => marks(of.opens, { kind: 'open', of }));
/** Those that end thoughts which nothing opened; what ends an answer, too, ends that. */
const closing = thoughtMarks
  .filter(({ endsAlone }) => endsAlone !== false)
  .flatMap(of =>
    marks(
      of.closes.filter(text => !endTokens.includes(text)),
      { kind: 'close', of },
    ),
  );
const unwrapping = wrappers.flatMap(([, close]) => marks([close], { kind: 'unwrap' }));
const turns = marks(turnTokens, { kind: 'turn' });
const ends = marks(endTokens, { kind: 'end' });

const atStart = new MarkFinder<Meaning>([
  ...opening,
  ...wrappers.flatMap(([open, close]) => marks([open], { kind: 'wrap', close })),
  ...turns,
  ...marks([...beginTokens, ...boxTokens], { kind: 'begin' }),
]);
const textMarks = [
  ...opening,
  ...unwrapping,
  ...ends,
  ...marks(boxTokens, { kind: 'box' }),
  ...marks(['`'], { kind: 'code' }),
];
const always = closing.filter(({ meaning }) => meaning.kind === 'close' && !meaning.of.endsAlone);
const inText = new MarkFinder<Meaning>([...always, ...textMarks]);
/** Looked for only where an answer begins so: a plain word would hold up every text that ends like its beginning. */
const afterBeginning = new Map(
  thoughtMarks.flatMap(({ endsAlone }) =>
    endsAlone ? [[endsAlone, new MarkFinder<Meaning>([...closing, ...textMarks])] as const] : [],
  ),
);
const afterEnd = new MarkFinder<Meaning>([...closing, ...unwrapping, ...turns, ...ends]);
const inThoughts = new Map(
  thoughtMarks.map(of => [of, new MarkFinder<Meaning>(marks(of.closes, { kind: 'close', of }))]),
);

/**
 * Tells the text of an answer from the thoughts and the template's tokens in it, while it comes in pieces. Thoughts stand
 * at the beginning of an answer or of a line in it; whatever is quoted in code stays.
 */
export class AnswerText {
  #held = '';
  #state: 'start' | 'thoughts' | 'text' | 'ended' | 'over' = 'start';
  /** Blanks before the answer, which go where anything else before it does. */
  #blanks = '';
  #dropped = false;
  #thoughts: ThoughtMarks | undefined;
  /** Thoughts that are text again where nothing ends them, with what opened them. */
  #aside: string | undefined;
  #thought = false;
  #wrapper: string | undefined;
  /** Marks that opened thoughts in the middle of a line, and so did not. */
  readonly #named = new Set<ThoughtMarks>();
  #beginning = '';
  #last = '';
  #inCode = false;
  /** What may be the answer's end: tokens and blanks. */
  #after = '';

  /** The parts that are certain with this piece. */
  push(text: string): AnswerPart[] {
    this.#held += text;
    return joined(this.#read(false));
  }

  /** What remains at the end. */
  end(): AnswerPart[] {
    const parts = joined(this.#read(true));
    if (this.#state === 'start' && !this.#dropped && this.#blanks !== '')
      parts.push({ type: 'text', text: this.#blanks });
    if (this.#aside !== undefined) parts.push({ type: 'text', text: this.#aside });
    this.#blanks = '';
    this.#aside = undefined;
    return parts;
  }

  /** Whether the answer ended in tokens: then the blanks before them are none of it. */
  get endedInTokens(): boolean {
    return this.#state === 'ended' || this.#state === 'over';
  }

  *#read(isWhole: boolean): Generator<AnswerPart> {
    while (this.#held !== '') {
      const { length } = this.#held;
      const state = this.#state;
      switch (state) {
        case 'start':
          yield* this.#start(isWhole);
          break;
        case 'thoughts':
          yield* this.#think(isWhole);
          break;
        case 'text':
          yield* this.#emit(isWhole);
          break;
        case 'ended':
          yield* this.#afterEnd(isWhole);
          break;
        case 'over':
          this.#held = '';
      }
      if (this.#held.length === length && this.#state === state) return;
    }
  }

  *#start(isWhole: boolean): Generator<AnswerPart> {
    this.#blanks += this.#takeBlanks();
    const mark = atStart.at(this.#held, 0, isWhole);
    if (this.#held === '' || mark === 'maybe') return;
    if (mark === undefined || (mark.meaning.kind === 'wrap' && !this.#thought)) {
      const blanks = this.#dropped ? '' : this.#blanks;
      this.#blanks = '';
      this.#state = 'text';
      if (blanks !== '') yield this.#text(blanks);
      return;
    }
    this.#take(mark.text.length);
    this.#dropped = true;
    if (mark.meaning.kind === 'wrap') this.#wrapper = mark.meaning.close;
    else if (mark.meaning.kind === 'open') {
      const { of } = mark.meaning;
      if (of.inWords) this.#aside = this.#blanks + mark.text;
      this.#beginThoughts(of);
    }
  }

  *#think(isWhole: boolean): Generator<AnswerPart> {
    const finder = this.#thoughts && inThoughts.get(this.#thoughts);
    const { place, mark } = finder?.first(this.#held, isWhole) ?? { place: this.#held.length };
    const taken = this.#take(place);
    if (this.#aside !== undefined) this.#aside += taken;
    else if (taken !== '') yield { type: 'reasoning', text: taken };
    if (mark === undefined) return;
    this.#take(mark.text.length);
    if (this.#aside !== undefined) yield { type: 'reasoning', text: this.#aside };
    this.#aside = undefined;
    this.#endThoughts();
  }

  *#emit(isWhole: boolean): Generator<AnswerPart> {
    const { place, mark } = this.#textFinder().first(this.#held, isWhole);
    if (place > 0) yield this.#text(this.#take(place));
    if (mark === undefined) return;
    this.#take(mark.text.length);
    const { meaning } = mark;
    if (meaning.kind === 'close' && this.#endsThoughts(meaning.of)) {
      this.#endThoughts();
      yield { type: 'textWasReasoning' };
      return;
    }
    if (meaning.kind === 'open' && !this.#inCode && this.#last === '\n') {
      this.#aside = mark.text;
      this.#beginThoughts(meaning.of);
      return;
    }
    if (meaning.kind === 'box' && !this.#inCode) {
      this.#dropped = true;
      return;
    }
    if (meaning.kind === 'end' || (meaning.kind === 'unwrap' && mark.text === this.#wrapper)) {
      this.#after = mark.text;
      this.#state = 'ended';
      return;
    }
    if (meaning.kind === 'open') this.#named.add(meaning.of);
    const run = meaning.kind === 'code' ? this.#take(/^`*/.exec(this.#held)?.[0].length ?? 0) : '';
    if (meaning.kind === 'code' && this.#last !== '`') this.#inCode = !this.#inCode;
    yield this.#text(mark.text + run);
  }

  *#afterEnd(isWhole: boolean): Generator<AnswerPart> {
    this.#after += this.#takeBlanks();
    const mark = afterEnd.at(this.#held, 0, isWhole);
    if (this.#held === '' || mark === 'maybe') return;
    if (mark?.meaning.kind === 'close' && this.#endsThoughts(mark.meaning.of)) {
      this.#take(mark.text.length);
      this.#endThoughts();
      yield { type: 'textWasReasoning' };
    } else if (mark?.meaning.kind === 'turn' && !this.#inCode) {
      this.#state = 'over';
    } else if (mark?.meaning.kind === 'end' || mark?.meaning.kind === 'unwrap') {
      this.#after += this.#take(mark.text.length);
    } else {
      this.#state = 'text';
      yield this.#text(this.#after);
    }
  }

  /** Whether the end of thoughts that nothing opened makes thoughts of what came before it. */
  #endsThoughts(of: ThoughtMarks): boolean {
    return (
      !this.#inCode && !this.#named.has(of) && (!of.endsAlone || this.#beginning.startsWith(of.endsAlone))
    );
  }

  #textFinder(): MarkFinder<Meaning> {
    const beginning = this.#beginning === '' ? this.#held : this.#beginning;
    for (const [words, finder] of afterBeginning) if (beginning.startsWith(words)) return finder;
    return inText;
  }

  #beginThoughts(of: ThoughtMarks): void {
    this.#thoughts = of;
    this.#state = 'thoughts';
  }

  #endThoughts(): void {
    this.#thought = true;
    this.#dropped = true;
    this.#blanks = '';
    this.#state = 'start';
  }

  #text(text: string): AnswerPart {
    if (this.#beginning.length < 100) this.#beginning += text.slice(0, 100);
    this.#last = text.at(-1) ?? this.#last;
    return { type: 'text', text };
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }

  #takeBlanks(): string {
    return this.#take(this.#held.length - this.#held.trimStart().length);
  }
}

/** Neighbours of one kind as one part. */
function joined(parts: Iterable<AnswerPart>): AnswerPart[] {
  const all: AnswerPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && 'text' in last && 'text' in part && last.type === part.type)
      last.text += part.text;
    else all.push(part);
  }
  return all;
}
