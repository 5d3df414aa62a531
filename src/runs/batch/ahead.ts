/**
 * The results of `work` for each item, in the items' order, with so many under way at a time. Whoever stops reading
 * starts no more of it; what is under way then ends unheard.
 */
export async function* ahead<T, R>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    const result = work(item);
    // Awaited in its turn; a failure before that is not unhandled.
    result.catch(() => undefined);
    begun.push(result);
    if (begun.length >= most) yield await (begun.shift() as Promise<R>);
  }
  for (const result of begun) yield await result;
}
