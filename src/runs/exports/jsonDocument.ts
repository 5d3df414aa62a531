import { wellFormedJson } from './wellFormedJson.ts';

/** A list of a document; its items are written one a line, and may come as they are made. */
export type DocumentList = readonly [name: string, items: Iterable<unknown> | AsyncIterable<unknown>];

/** Characters that are handed on together. */
const pieceLength = 1 << 16;

/** A JSON object in pieces: the members of `head`, then the lists, without holding any of them whole. */
export async function* jsonDocument(
  head: Record<string, unknown>,
  lists: readonly DocumentList[],
): AsyncGenerator<string, void, undefined> {
  yield JSON.stringify(head, null, 2).slice(0, -1).trimEnd();
  for (const [name, items] of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let piece = '';
    let isFirst = true as boolean;
    const add = (item: unknown): boolean => {
      piece += `${isFirst ? '' : ','}\n    ${wellFormedJson(item)}`;
      isFirst = false;
      return piece.length >= pieceLength;
    };
    const taken = (): string => {
      const whole = piece;
      piece = '';
      return whole;
    };
    // What is there already needs no waiting for each of its items.
    if (Symbol.iterator in items) {
      for (const item of items) if (add(item)) yield taken();
    } else for await (const item of items) if (add(item)) yield taken();
    yield `${taken()}${isFirst ? ']' : '\n  ]'}`;
  }
  yield '\n}\n';
}
