import { expect, test } from 'vitest';
import { WholeLines } from '../../../src/base/wholeLines.ts';

test('lines are the same wherever the text is cut', () => {
  const text = 'one\n\ntwo\r\nthree\nrest';
  for (let first = 0; first <= text.length; first += 1)
    for (let second = first; second <= text.length; second += 1) {
      const lines = new WholeLines();
      const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
      const whole = parts.map(part => lines.push(part));
      expect(whole.every(part => part === '' || part.endsWith('\n'))).toBe(true);
      expect(lines.pending).toBe(4);
      expect([whole.join(''), lines.rest(), lines.pending]).toEqual(['one\n\ntwo\r\nthree\n', 'rest', 0]);
    }
});

test('B16: a long line that comes letter by letter is not looked through again', () => {
  const lines = new WholeLines();
  lines.push('x'.repeat(4_000_000));
  for (let n = 0; n < 100_000; n += 1) lines.push('y');
  expect(lines.pending).toBe(4_100_000);
  expect(lines.push('\n')).toHaveLength(4_100_001);
});
