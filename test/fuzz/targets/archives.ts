import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readBytes } from '../../../src/base/node/boundedBody.ts';
import { httpFetch } from '../../../src/base/node/transport.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { mutateBytes, mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { readOrRefused } from '../readOrRefused.ts';
import type { Target } from '../target.ts';

/** A compressed file or body. */
interface Archive {
  /** `svgz` is an image, the others are what an answer says of its body. */
  encoding: 'svgz' | 'gzip' | 'deflate' | 'br';
  base64: string;
}

/** Most bytes that are read of a body. */
const limit = 200_000;

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.a{fill:red}</style><g><circle class="a" r="9"/></g></svg>';

/** Compressed drawings and bodies, whole, changed or swelling: never more than the limit is read of them. */
const target: Target<Archive> = {
  seconds: 90,
  make: random => {
    const encoding = random.pick(['svgz', 'svgz', 'gzip', 'deflate', 'br'] as const);
    const packed = pack(encoding, content(random, encoding));
    const bytes = random.chance(0.7) ? mutateBytes(random, packed) : packed;
    return { encoding, base64: bytes.toString('base64') };
  },
  attempt: async ({ encoding, base64 }) => {
    const bytes = Buffer.from(base64, 'base64');
    if (encoding === 'svgz') return readOrRefused(prepareImage(bytes, { name: 'fuzz.svgz', maxSide: 64 }));
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      const response = await httpFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const read = await readBytes(response, { bytes: limit }).catch((error: unknown) => {
        if (!(error instanceof Error)) throw new Error('A fault that is no error.', { cause: error });
        // Of a compressed body: the fault of Node's decompression, or the limit.
        return Buffer.of();
      });
      if (read.length > limit) throw new Error(`${read.length} bytes were read.`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
};

export default target;

function content(random: Random, encoding: Archive['encoding']): Buffer {
  if (encoding === 'svgz')
    return Buffer.from(
      random.chance(0.5)
        ? mutateText(random, drawing)
        : drawing.replace('<g>', '<g>'.repeat(random.below(2000))),
    );
  // 100 MB of one letter are 100 KB.
  return random.chance(0.05)
    ? Buffer.alloc(100_000_000, 'a')
    : Buffer.from(mutateText(random, drawing.repeat(20)));
}

function pack(encoding: Archive['encoding'], bytes: Buffer): Buffer {
  if (encoding === 'br') return brotliCompressSync(bytes);
  return encoding === 'deflate' ? deflateSync(bytes) : gzipSync(bytes);
}
