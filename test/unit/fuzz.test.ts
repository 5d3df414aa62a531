import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fuzzTarget } from '../fuzz/fuzzTarget.ts';
import { mutateBytes } from '../fuzz/mutate.ts';
import { createRandom } from '../fuzz/random.ts';

const targets = path.join(import.meta.dirname, '../fuzz/targets');
const planted = path.join(import.meta.dirname, '../support/fuzz/plantedFaults.ts');

test.each(readdirSync(targets))('%s: a few inputs break no promise', { timeout: 240_000 }, async name => {
  const result = await fuzzTarget(path.join(targets, name), { seed: 1 }, { iterations: 3 });
  expect(result).toEqual({ iterations: 3, findings: [] });
});

test('a planted failure and a planted hang are found, with seed, iteration and input, and again', async () => {
  const find = () => fuzzTarget(planted, { seed: 3 }, { iterations: 9, findings: 9, seconds: 2 });
  const { iterations, findings } = await find();
  expect(iterations).toBe(9);
  const inputs = findings.map(({ input }) => input);
  expect(new Set(inputs)).toEqual(new Set(['f', 'h']));
  for (const { name, seed, input, reason } of findings) {
    expect([name, seed]).toEqual(['plantedFaults', 3]);
    expect(reason).toContain(input === 'f' ? 'TypeError: planted' : 'more than 2 seconds');
  }
  const [first] = findings;
  const again = await fuzzTarget(
    planted,
    { seed: 3, from: first?.iteration ?? 0 },
    { iterations: 1, seconds: 2 },
  );
  expect(again.findings.map(({ input, iteration }) => [input, iteration])).toEqual([
    [first?.input, first?.iteration],
  ]);
});

test('the same seed makes the same inputs, another one others', () => {
  const made = (seed: string) =>
    mutateBytes(createRandom(seed), Buffer.from('some text to be changed')).toString('hex');
  expect(made('1 images 7')).toBe(made('1 images 7'));
  expect(new Set(['1', '2', '3', '4', '5'].map(made)).size).toBeGreaterThan(3);
});
