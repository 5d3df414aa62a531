import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

/** How a body goes on for ever. */
export interface Endless {
  status?: number;
  contentType?: string;
  /** What comes first. */
  begin?: string;
  /** What comes again and again, at full speed. */
  again?: string | Buffer;
  /** Milliseconds between two of them; at full speed without. */
  everyMs?: number;
  /** Compressed: a megabyte on the wire is a gigabyte of blanks. */
  gzip?: boolean;
}

/** Answers without an end, as fast as the other side reads. */
export function pourForever(response: ServerResponse, how: Endless): void {
  const { status = 200, contentType = 'application/json', begin = '', everyMs, gzip = false } = how;
  const again = Buffer.from(how.again ?? ' '.repeat(1 << 16));
  response.writeHead(status, {
    'content-type': contentType,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  });
  const packed = gzip ? createGzip() : undefined;
  packed?.pipe(response);
  const out = packed ?? response;
  out.write(begin);
  if (everyMs !== undefined) {
    const timer = setInterval(() => out.write(again), everyMs);
    response.once('close', () => clearInterval(timer));
    return;
  }
  const more = (): void => {
    while (!response.destroyed) if (!out.write(again)) return void out.once('drain', more);
  };
  more();
}
