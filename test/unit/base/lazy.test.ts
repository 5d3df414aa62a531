import { expect, test } from 'vitest';
import { Lazy } from '../../../src/base/lazy.ts';

test('what is lazy is loaded once, for the first who asks', async () => {
  let loads = 0;
  const lazy = new Lazy(() => Promise.resolve((loads += 1)));
  expect(lazy.requested).toBeUndefined();
  expect(loads).toBe(0);
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
  expect(await lazy.requested).toBe(1);
});

test('a failure is not kept: the next one to ask loads again', async () => {
  let loads = 0;
  const lazy = new Lazy(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('not there yet')) : Promise.resolve(loads);
  });
  await expect(lazy.get()).rejects.toThrow('not there yet');
  expect(lazy.requested).toBeUndefined();
  expect(await lazy.get()).toBe(2);
});

test('those who ask while it is loaded are served in their order', async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const lazy = new Lazy(() => promise);
  const served = ['first', 'second'].map(async name => (await lazy.get()).push(name));
  const last = lazy.requested?.then(names => names.push('last'));
  const names: string[] = [];
  resolve(names);
  await Promise.all([...served, last]);
  expect(names).toEqual(['first', 'second', 'last']);
});
