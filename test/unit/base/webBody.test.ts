import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { webBody } from '../../../src/base/node/webBody.ts';

test('gives the pieces, then ends; a failure is that of the read', async () => {
  expect(await new Response(webBody(Readable.from([Buffer.from('a'), Buffer.from('b')]))).text()).toBe('ab');
  const broken = new Readable({ read: () => undefined });
  const body = webBody(broken);
  broken.destroy(new Error('broken'));
  await new Promise(resolve => setImmediate(resolve));
  await expect(body.getReader().read()).rejects.toThrow('broken');
});

test('W1: a body whose reader goes while it is being decompressed ends nothing else', async () => {
  const bomb = gzipSync(Buffer.alloc(4_000_000));
  for (let round = 0; round < 20; round += 1) {
    const content = Readable.from([bomb], { objectMode: false }).pipe(createGunzip({ chunkSize: 65_536 }));
    const reader = webBody(content).getReader();
    await reader.read();
    const pending = reader.read();
    await reader.cancel();
    await expect(pending).resolves.toMatchObject({ done: true });
    await new Promise(resolve => setImmediate(resolve));
    expect(content.destroyed).toBe(true);
  }
});
