/**
 * Works on up to `ahead` items at the same time and yields what came of them in the items' own order. Where the work on
 * one fails, or the reader stops, no further item is begun, and what was begun has ended when this does.
 */
export async function* orderedMap<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // It is told when its turn comes; until then it is nobody's unhandled rejection.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length >= ahead) yield await first(begun);
    }
    while (begun.length > 0) yield await first(begun);
  } finally {
    await Promise.allSettled(begun);
  }
}

function first<Result>(begun: Promise<Result>[]): Promise<Result> {
  const [result] = begun.splice(0, 1);
  if (result === undefined) throw new Error('Nothing was begun.');
  return result;
}
