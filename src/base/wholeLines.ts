/**
 * Lines out of text that comes in pieces. Only the new piece is looked through, so that a line that comes letter by
 * letter costs no more than one that comes at once.
 */
export class WholeLines {
  #pieces: string[] = [];
  #length = 0;

  /** Characters of the line that has not ended yet. */
  get pending(): number {
    return this.#length;
  }

  /** What is whole with this piece: all up to the last line feed, with it. Empty while no line has ended. */
  push(piece: string): string {
    const end = piece.lastIndexOf('\n') + 1;
    const whole = end === 0 ? '' : this.rest() + piece.slice(0, end);
    if (end < piece.length) {
      this.#pieces.push(end === 0 ? piece : piece.slice(end));
      this.#length += piece.length - end;
    }
    return whole;
  }

  /** The line that has not ended; it is then forgotten. */
  rest(): string {
    const rest = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    return rest;
  }
}

/** Longest line that is put together, characters: no answer is that long, and memory is finite. */
const longestLine = 64 * 1024 * 1024;

/** The lines of a text as its bytes come, without their ends; blank ones are left out. */
export async function* textLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const lines = new WholeLines();
  for await (const bytes of body) {
    yield* notBlank(lines.push(decoder.decode(bytes, { stream: true })));
    if (lines.pending > longestLine) throw new Error('a line of the file does not end');
  }
  yield* notBlank(lines.rest() + decoder.decode());
}

function notBlank(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '');
}
