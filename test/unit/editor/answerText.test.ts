import { expect, test } from 'vitest';
import { replacementText, wholeFencedBlock, withLineEnds } from '../../../src/editor/prompt/answerText.ts';
import { languageIdOf } from '../../../src/editor/languageIds.ts';

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

test('an answer that is one block of code alone is that code, in the language behind its fence', () => {
  expect(wholeFencedBlock('\n```ts title=a.ts\nlet a = 1;\n\nlet b;\n```\n')).toEqual({
    text: 'let a = 1;\n\nlet b;',
    language: 'ts',
  });
  for (const other of ['Here:\n```ts\na\n```', '```\na\n```\n```\nb\n```', '```ts\na', 'let a;', ''])
    expect(wholeFencedBlock(other)).toBeUndefined();
});

test('a language is the editor’s, by its id or as models name it; what the editor does not know is plain text', () => {
  const known = ['typescript', 'python', 'shellscript', 'plaintext'];
  expect(
    ['ts', 'Python', 'sh', 'klingon', 'rust', '', 'constructor'].map(name => languageIdOf(name, known)),
  ).toEqual(['typescript', 'python', 'shellscript', 'plaintext', 'plaintext', 'plaintext', 'plaintext']);
});
