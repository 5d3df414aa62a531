import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { webBody } from '../../base/node/webBody.ts';

/** A form with a file in it, ready to be sent: it is read from the disk while it goes out. */
export interface FileForm {
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
  byteLength: number;
}

/**
 * A form of plain fields and one file of JSON Lines. Its length is known beforehand and its content never as a whole in
 * memory, which `FormData` cannot do at the same time.
 * @param fields names and values without quotes and line ends.
 */
export async function fileForm(
  fields: Record<string, string>,
  { path, name }: { path: string; name: string },
): Promise<FileForm> {
  const boundary = `sightline-${randomUUID()}`;
  const part = (disposition: string, type = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`;
  const head = Buffer.from(
    Object.entries(fields)
      .map(([field, value]) => `${part(`name="${field}"`)}${value}\r\n`)
      .join('') + part(`name="file"; filename="${name}"`, 'Content-Type: application/jsonl\r\n'),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { size } = await stat(path);
  const byteLength = head.byteLength + size + tail.byteLength;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield head;
    // No more than was announced, should the file grow.
    if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Uint8Array>;
    yield tail;
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(byteLength),
    },
    body: webBody(Readable.from(content(), { objectMode: false })),
    byteLength,
  };
}
