import { expect, test } from 'vitest';
import { orderedMap } from '../../../src/base/orderedMap.ts';

test('results come in the order of the items, however long each takes, and so many are under way at most', async () => {
  let underWay = 0;
  let most = 0;
  const results: number[] = [];
  for await (const result of orderedMap([3, 1, 2, 0], 2, async item => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    underWay -= 1;
    return item;
  }))
    results.push(result);
  expect(results).toEqual([3, 1, 2, 0]);
  expect(most).toBe(2);
});

test('where one fails no further item is begun, and what was begun has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const _ of orderedMap([0, 1, 2, 3], 2, async item => {
      begun.push(item);
      if (item === 0) throw new Error('no');
      await Promise.resolve();
      ended.push(item);
    }));
  };
  await expect(reading()).rejects.toThrow('no');
  expect(begun).toEqual([0, 1]);
  expect(ended).toEqual([1]);
});
