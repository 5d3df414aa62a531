import { expect, test } from 'vitest';
import { ServerEventDecoder } from '../../../src/inference/api/serverEvents.ts';
import { textLines } from '../../../src/base/wholeLines.ts';

const long = new TextEncoder().encode(`data: ${'x'.repeat(4_000_000)}`);
const letter = new TextEncoder().encode('y');

test('B16: an event that comes letter by letter is not looked through again with each', () => {
  const decoder = new ServerEventDecoder();
  decoder.push(long);
  for (let n = 0; n < 100_000; n += 1) expect(decoder.push(letter)).toEqual([]);
  const [event] = decoder.end();
  expect(event).toMatchObject({ kind: 'event' });
  expect(event?.kind === 'event' && event.data.length).toBe(4_100_000);
});

test('B16: a line of a file that comes letter by letter neither', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield long;
    for (let n = 0; n < 100_000; n += 1) yield letter;
    await Promise.resolve();
  }
  for await (const line of textLines(pieces())) expect(line).toHaveLength(4_100_006);
});
