import { wellFormedJson } from './wellFormedJson.ts';

/** A list of a document; its items are written one a line, and may come as they are made. */
export type DocumentList = readonly [name: string, items: Iterable<unknown> | AsyncIterable<unknown>];

/** A JSON object in pieces: the members of `head`, then the lists, without holding any of them whole. */
export async function* jsonDocument(
  head: Record<string, unknown>,
  lists: readonly DocumentList[],
): AsyncGenerator<string, void, undefined> {
  yield JSON.stringify(head, null, 2).slice(0, -1).trimEnd();
  for (const [name, items] of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const item of items) {
      yield `${isFirst ? '' : ','}\n    ${wellFormedJson(item)}`;
      isFirst = false;
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}
