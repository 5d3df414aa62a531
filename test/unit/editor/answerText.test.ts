import { expect, test } from 'vitest';
import { replacementText, withLineEnds } from '../../../src/editor/prompt/answerText.ts';

const code = { languageId: 'typescript', eol: '\n' } as const;

test('EDIT-1: the answer takes the document line ends and adds no blank line', () => {
  const crlf = { languageId: 'plaintext', eol: '\r\n' } as const;
  expect(replacementText('x\ny\n', { selected: 'b\r\nc\r\n', ...crlf })).toBe('x\r\ny\r\n');
  expect(replacementText('x\ny\n', { selected: 'b\r\nc', ...crlf })).toBe('x\r\ny');
  expect(replacementText('x\ny', { selected: 'b\r\nc\r\n', ...crlf })).toBe('x\r\ny\r\n');
  expect(withLineEnds('a\rb\r\nc\nd', '\r\n')).toBe('a\r\nb\r\nc\r\nd');
});

test('code in one fence replaces code without its fence and the talk around it', () => {
  expect(replacementText('```ts\nlet a = 1;\n```', { selected: 'x', ...code })).toBe('let a = 1;');
  expect(replacementText('Here:\n\n```ts\n  a();\n```\nDone.', { selected: 'x\n', ...code })).toBe(
    '  a();\n',
  );
  expect(replacementText('````\n```\ninner\n```\n````', { selected: 'x', ...code })).toBe('```\ninner\n```');
});

test('an answer with two blocks, without one, or for prose is taken whole', () => {
  const two = '```\na\n```\nor\n```\nb\n```';
  expect(replacementText(two, { selected: 'x', ...code })).toBe(two);
  expect(replacementText('let a = 1;', { selected: 'x', ...code })).toBe('let a = 1;');
  const fenced = '```js\na\n```';
  expect(replacementText(fenced, { selected: 'x', languageId: 'markdown', eol: '\n' })).toBe(fenced);
});

test('a block that was never closed still gives its code', () => {
  expect(replacementText('```ts\nlet a = 1;\nlet b = 2;', { selected: 'x', ...code })).toBe(
    'let a = 1;\nlet b = 2;',
  );
});
