import { expect, test } from 'vitest';
import { MarkdownLines } from '../../../src/cli/asking/markdownLines.ts';

function shown(markdown: string): string {
  const lines = new MarkdownLines();
  return lines.add(markdown) + lines.end();
}

test.each([
  ['Probably a **photo**, *bright*.', 'Probably a photo, bright.'],
  ['- **Size:** 720 × 477', '- Size: 720 × 477'],
  ['* one ***two*** three', '* one two three'],
  ['## Light', 'Light'],
  ['图中**重点**是光', '图中重点是光'],
  // What only looks like a mark, or says what to type, stays.
  ['2*3*4 and x**2 + y**2', '2*3*4 and x**2 + y**2'],
  ['__init__.py and a_b *c*', '__init__.py and a_b c'],
  ['run `a **b** c` **now**', 'run `a **b** c` now'],
  ['\\*not\\* **so** \\(x\\)', '*not* so \\(x\\)'],
  ['#tag', '#tag'],
  ['####### seven', '####### seven'],
  ['***', '***'],
  ['**open', '**open'],
  ['| **a** | b |', '| a | b |'],
])('on a terminal %j reads %j', (markdown, plain) => {
  expect(shown(markdown)).toBe(plain);
});

test('code between fences stays as it is, and what follows does not', () => {
  const code = '```sh\n# install **all**\n    ls *a* *b*\n```\n';
  expect(shown(`${code}**done**`)).toBe(`${code}done`);
});

test('a text in parts reads as the whole, line by line', () => {
  const lines = new MarkdownLines();
  expect(lines.add('a *')).toBe('');
  expect(lines.add('*photo*')).toBe('');
  expect(lines.add('*\n\n**b')).toBe('a photo\n\n');
  expect(lines.end()).toBe('**b');
});

test('a long line, and many marks, are shown at once', () => {
  const marks = '*a _'.repeat(4_999);
  expect(shown(marks)).toContain('a _');
  const long = '**a** '.repeat(20_000);
  expect(shown(long)).toBe(long);
});
