import { createParser } from 'eventsource-parser';
import { WholeLines } from '../../base/wholeLines.ts';

/** Characters that are kept of a text that may be no stream of events. */
const longestBeginning = 16_384;

/** One event of a stream, or the whole text of a server that does not stream. */
export type ServerEvent =
  { kind: 'event'; name: string | undefined; data: string } | { kind: 'document'; text: string };

/**
 * Cuts the bytes of an answer into events. Where the first character is no event stream's (`{`, `[`, `<`), the server
 * ignored that we asked for one, whatever its content type says: then the whole comes as one document at the end.
 */
export class ServerEventDecoder {
  readonly #text = new TextDecoder();
  readonly #parser = createParser({
    onEvent: ({ event, data }) => this.#events.push({ kind: 'event', name: event, data }),
  });
  /** The parser looks through all of a line again with each piece of it; so it gets whole lines. */
  readonly #lines = new WholeLines();
  #events: ServerEvent[] = [];
  #document: string | undefined;
  #begun = false;
  #beginning = '';

  /** The events that are whole with these bytes. */
  push(bytes: Uint8Array): ServerEvent[] {
    return this.#take(this.#text.decode(bytes, { stream: true }));
  }

  /** What remains at the end: a document, or an event whose closing blank line never came. */
  end(): ServerEvent[] {
    const rest = this.#take(this.#text.decode());
    if (this.#document !== undefined) return [{ kind: 'document', text: this.#document }];
    return [...rest, ...this.#take('\n\n')];
  }

  /** How the text begins, without the comments of a stream. */
  get beginning(): string {
    const lines = this.#beginning
      .split('\n')
      .filter(line => !/^(?::|(?:event|data|id|retry)(?::|$))/.test(line));
    return lines.join('\n');
  }

  #take(text: string): ServerEvent[] {
    if (this.#beginning.length < longestBeginning) this.#beginning += text.slice(0, longestBeginning);
    if (!this.#begun) {
      const start = text.trimStart();
      if (start === '') return [];
      this.#begun = true;
      if (/^[{[<]/.test(start)) this.#document = '';
    }
    if (this.#document !== undefined) this.#document += text;
    else this.#parser.feed(this.#lines.push(text));
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
