import { expect, test } from 'vitest';
import { onAbort } from '../../../src/base/onAbort.ts';

test('RUN-3: a listener is called when the signal fires, once, and at once where it has fired before', () => {
  const stop = new AbortController();
  let calls = 0;
  onAbort(stop.signal, () => (calls += 1));
  expect(calls).toBe(0);
  stop.abort();
  stop.abort();
  expect(calls).toBe(1);
  onAbort(stop.signal, () => (calls += 1));
  expect(calls).toBe(2);
});

test('a listener that was taken off is not called', () => {
  const stop = new AbortController();
  let calls = 0;
  onAbort(stop.signal, () => (calls += 1))();
  stop.abort();
  expect(calls).toBe(0);
});

test('without a signal nothing happens', () => {
  expect(() => onAbort(undefined, () => undefined)()).not.toThrow();
});
