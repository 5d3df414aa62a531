import { expect, test } from 'vitest';
import { fillTemplate } from '../../../src/editor/prompt/promptTemplate.ts';

const values = { selection: 'let a = {b};', language: 'TypeScript', languageId: 'typescript', file: 'a.ts' };

test('placeholders are filled and other braces stay', () => {
  expect(fillTemplate('{file}, {language}, {other}:\n{selection}', values)).toBe(
    'a.ts, TypeScript, {other}:\nlet a = {b};',
  );
});

test('text of the selection that looks like a placeholder is not filled', () => {
  expect(fillTemplate('{selection}', { ...values, selection: '{file} $& $1' })).toBe('{file} $& $1');
});

test('a template without the selection gets it in a fence longer than any inside', () => {
  expect(fillTemplate('Explain.', values)).toBe('Explain.\n\n```typescript\nlet a = {b};\n```');
  expect(fillTemplate('Explain.', { ...values, selection: '````\nx\n````' })).toContain(
    '`````typescript\n````\nx',
  );
});
