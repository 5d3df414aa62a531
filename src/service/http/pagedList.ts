import { BadCursor } from '../store/paging.ts';
import type { Page } from '../store/paging.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from './serviceError.ts';

/**
 * Reads a page for an answer and names the one after it in the answer's `Link` header: some lists of the contract allow no
 * further member in their answers.
 * @throws {ServiceError} 400 for a cursor of another list.
 */
export function listed<Row>(c: ServiceContext, read: () => Page<Row>): Page<Row> {
  try {
    const page = read();
    if (page.next !== undefined) linkNext(c, 'cursor', page.next);
    return page;
  } catch (error) {
    throw error instanceof BadCursor ? new ServiceError(400, `cursor: ${error.message}`) : error;
  }
}

/** Says where the next page of a list is: the same address with another value of one of its parameters. */
export function linkNext(c: ServiceContext, name: string, value: string): void {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set(name, value);
  c.header('Link', `<${pathname}?${searchParams.toString()}>; rel="next"`);
}
