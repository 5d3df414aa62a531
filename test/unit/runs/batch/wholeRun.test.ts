import { expect, test } from 'vitest';
import { estimateRest } from '../../../../src/runs/running/estimate.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, states, texts } from './batchTest.ts';

test('a run goes through a batch: uploaded, watched, matched in any order, cleaned up', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const run = await batchesOf(record, {
    onSleep: () => desk.settle({ arrange: lines => lines.reverse() }),
  });
  await run.submit();
  expect(states(record)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(run.progress).toMatchObject({
    submitted: 3,
    done: 0,
    batches: [{ status: 'validating', total: 3 }],
  });
  expect(run.isPending).toBe(true);

  expect(await run.watch()).toMatchObject({ described: 3, failed: 0, reopened: 0, unknown: 0, notes: [] });
  expect(await texts(record)).toEqual(
    ['red', 'green', 'blue'].map(colour => `The picture is mostly ${colour}.`),
  );
  expect(await record.description(2)).toMatchObject({ model: 'test-model', width: 24, height: 18 });
  // How long a batch took says nothing about questions that are asked one by one.
  expect(record.rows[2]).not.toHaveProperty('seconds');
  expect(await estimateRest(record)).toEqual({ answers: 3, inputTokens: 0, outputTokens: 0 });
  expect(record.rows[0]?.usage).toEqual({ inputTokens: 12, outputTokens: 7 });
  expect(run.isPending).toBe(false);
  expect([...desk.files]).toEqual([]);
});
