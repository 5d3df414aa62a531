/** A stretch of a document, in characters from its start. */
export interface Span {
  start: number;
  end: number;
}

/** A change of a document: `length` characters from `start` were replaced by `inserted` characters. */
export interface Change {
  start: number;
  length: number;
  inserted: number;
}

/**
 * Where a span lies after a change of its document: moved along by changes before it, untouched by those behind it.
 * @returns `undefined` once a change reaches into the span: it is no longer what it was.
 */
export function movedBy(span: Span, change: Change): Span | undefined {
  if (change.start + change.length <= span.start) {
    const shift = change.inserted - change.length;
    return { start: span.start + shift, end: span.end + shift };
  }
  return change.start >= span.end ? span : undefined;
}
