import { expect, test } from 'vitest';
import { entryText } from '../../../../src/editor/accessibility/entryText.ts';
import { plainText } from '../../../../src/editor/accessibility/plainText.ts';

test('an answer is text without marks; lists, quotations, code and tables keep their form', () => {
  const markdown = [
    '# A lake',
    '',
    'It is **calm**, with `rgb(1, 2, 3)` and [the guide](https://example.org/guide).',
    '',
    '1. first',
    '2. second',
    '   - inner',
    '',
    '   more',
    '',
    '> said',
    '',
    '```ts',
    'const a = 1;',
    '',
    'const b = 2;',
    '```',
    '',
    '| colour | share |',
    '| --- | --- |',
    '| blue | 40 % |',
    '',
    '![a boat](boat.png) <https://example.org/>',
  ].join('\n');
  expect(plainText(markdown)).toBe(
    [
      'A lake',
      '',
      'It is calm, with rgb(1, 2, 3) and the guide (https://example.org/guide).',
      '',
      '1. first',
      '2. second',
      '  - inner',
      '  more',
      '',
      '> said',
      '',
      'Code, ts:',
      'const a = 1;',
      '',
      'const b = 2;',
      '',
      'colour | share',
      'blue | 40 %',
      '',
      'Image: a boat https://example.org/',
    ].join('\n'),
  );
});

test('words that look like HTML stay words, and an answer may have none', () => {
  expect(plainText('a <b>c</b> & d')).toBe('a <b>c</b> & d');
  expect(plainText('')).toBe('');
});

test('a question with its answer says images, model and why it failed', () => {
  const entry = {
    ...{ id: 'e', createdAt: 0, prompt: 'What is it?', status: 'failed' as const, text: 'A *lake*' },
    ...{ reasoning: '', notices: [], model: 'seer', provider: 'Test', fromSelection: false },
    pictures: [{ id: 'p', name: 'lake.jpg', notes: [] }],
    error: { message: 'The connection broke.', hint: 'Try again.', remedies: [] },
  };
  expect(entryText(entry, 3)).toBe(
    'Question 3: What is it?\n\nImages: lake.jpg\n\nAnswer of seer, Test:\n\nA lake\n\nThe connection broke. Try again.\n',
  );
});
