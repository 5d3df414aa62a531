import { expect, test } from 'vitest';
import { customIdOf, sha256InCustomId } from '../../../../src/runs/batch/customId.ts';

const question = '0123456789abcdef'.repeat(4);
const picture = 'fedcba9876543210'.repeat(4);

test('a request’s name holds its question and the whole of the picture’s hash, in 64 plain characters', () => {
  const id = customIdOf(question, picture);
  expect(id).toMatch(/^[A-Za-z0-9_-]{64}$/);
  expect(sha256InCustomId(id, question)).toBe(picture);
  expect(customIdOf(question, picture)).toBe(id);
});

test.each([
  '',
  'request-1',
  customIdOf(picture, picture),
  `${customIdOf(question, picture)}x`,
  '!'.repeat(64),
])('another name is none of the question’s: %s', id => {
  expect(sha256InCustomId(id, question)).toBeUndefined();
});
