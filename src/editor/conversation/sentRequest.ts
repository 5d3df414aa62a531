import type { SentRequest } from '../../inference/api/question.ts';

/** What was sent for an entry: the request for reading, and its kept pictures in order. */
export interface SentRecord {
  url: string;
  body: string;
  pictures: { id: string; name: string }[];
}

/**
 * The request as JSON for reading: each picture's data is replaced by its place among the pictures shown beside it.
 * The wrapper hands out neither headers nor key, so there is nothing else to hide.
 */
export function readableBody(request: SentRequest): string {
  let pictures = 0;
  return JSON.stringify(
    request.body,
    (_key, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith('data:image/')) return value;
      pictures += 1;
      return `<image ${pictures}: ${value.slice(0, value.indexOf(','))}, …>`;
    },
    2,
  );
}
