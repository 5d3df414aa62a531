import { expect, test } from 'vitest';
import { ResultWriter } from '../../../src/cli/describing/resultWriter.ts';
import type { RunRow } from '../../../src/runs/runRow.ts';

test('an answer that cannot be read any more is told at the end, to whoever waits for it', async () => {
  const row = { index: 0, state: 'described', picture: { location: '/a.png', name: 'a.png' } } as RunRow;
  const record = {
    rows: [row],
    createdAt: 0,
    onChange: () => () => undefined,
    description: () => Promise.reject(new Error('gone')),
  } as unknown as ConstructorParameters<typeof ResultWriter>[0];
  const target = { provider: { id: 'mine' } } as ConstructorParameters<typeof ResultWriter>[1];
  const out = { jsonLine: () => undefined } as unknown as ConstructorParameters<typeof ResultWriter>[2];
  const writer = new ResultWriter(record, target, out);
  // An unhandled rejection would end the process here.
  await new Promise(resolve => setImmediate(resolve));
  await expect(writer.finish()).rejects.toThrow('gone');
});
