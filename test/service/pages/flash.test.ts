import { expect, test } from 'vitest';
import { createFlashes } from '../../../src/service/pages/flash.ts';
import type { Flash } from '../../../src/service/pages/flash.ts';

const flash: Flash = { kind: 'done', words: 'Done.' };

test('a flash message is shown once, to the person it was kept for', () => {
  const flashes = createFlashes(() => 0);
  const name = flashes.keep('user_1', flash);
  expect(flashes.take('user_2', name)).toBeUndefined();
  expect(flashes.take('user_1', name)).toEqual(flash);
  expect(flashes.take('user_1', name)).toBeUndefined();
});

test('a flash message is forgotten after a minute', () => {
  let now = 0;
  const flashes = createFlashes(() => now);
  const name = flashes.keep('user_1', flash);
  now = 60_000;
  expect(flashes.take('user_1', name)).toBeUndefined();
});

test('flash messages that nobody fetches make room, the oldest first', () => {
  const flashes = createFlashes(() => 0);
  const first = flashes.keep('user_1', flash);
  for (let number = 1; number < 500; number++) flashes.keep('user_1', flash);
  const last = flashes.keep('user_1', flash);
  expect(flashes.take('user_1', first)).toBeUndefined();
  expect(flashes.take('user_1', last)).toEqual(flash);
});
