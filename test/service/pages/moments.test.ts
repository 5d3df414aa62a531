import { expect, test } from 'vitest';
import { createMoments } from '../../../src/service/pages/moments.ts';
import type { Moment } from '../../../src/service/pages/moments.ts';

const moment: Moment = { kind: 'done', words: 'Done.' };

test('a moment is shown once, in the session it was kept for', () => {
  const moments = createMoments(() => 0);
  const name = moments.keep('session_1', moment);
  expect(moments.take('session_2', name)).toBeUndefined();
  expect(moments.take('session_1', name)).toEqual(moment);
  expect(moments.take('session_1', name)).toBeUndefined();
});

test('a moment is forgotten after a minute', () => {
  let now = 0;
  const moments = createMoments(() => now);
  const name = moments.keep('session_1', moment);
  now = 60_000;
  expect(moments.take('session_1', name)).toBeUndefined();
});

test('moments that nobody fetches make room, the oldest first', () => {
  const moments = createMoments(() => 0);
  const first = moments.keep('session_1', moment);
  for (let number = 1; number < 500; number++) moments.keep('session_1', moment);
  const last = moments.keep('session_1', moment);
  expect(moments.take('session_1', first)).toBeUndefined();
  expect(moments.take('session_1', last)).toEqual(moment);
});
