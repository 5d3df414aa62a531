import { describe, expect, test } from 'vitest';
import { nextBlocks, noBlocks, type Blocks } from '../../../../src/webview/panel/answer/blocks.ts';

/** Texts whose beginning is read otherwise once more of it is there. */
const texts = {
  paragraphs: 'One.\n\nTwo\nlines.\n\nThree.\n',
  'a list that is continued lazily': '- a\n**bold**\n\n- b\n\n  inside\n\nafter',
  'lists with other marks': '1. a\n2. b\n\n* c\n* d\n+ e\n\n3) f',
  'a table after a list': '- item\na | b\n-|-\n1 | 2\n\nend',
  'a table that is none': '- item\na | b\n-|- x\n\nend',
  'headings underlined': 'Title\n===\n\nSub\n---\n\n---\n\ntext',
  'fences in fences': 'See:\n\n````md\n```js\nlet a;\n\n```\n````\n\n~~~\nplain\n~~~\nend',
  'an open fence': 'See:\n\n```py\nprint(1)\n\n\n# not a heading',
  'indented code': 'Text\n\n    code\n\n    more\n\nText',
  quotes: '> a\nlazy\n\n> b\n> > c\n\n# h\ntext\n> d',
  'other line ends': 'One.\r\n\r\n```\r\na\r\n\tb\r\n```\r\n\r\nTwo.\r\rThree.',
  'links defined at the end':
    'See [here] and [there][1].\n\nMore [here].\n\nLast.\n\n[here]: https://a.example/\n[1]: https://b.example/',
  'links defined at the start': '[here]: https://a.example/\n\nSee [here].\n\nMore [here].\n\nLast.',
};

const readable = ({ all }: Blocks) =>
  all.map(({ start, source, tokens }) => ({ start, source, tokens: JSON.stringify(tokens.map(stripped)) }));

/** Line numbers count from where reading began, which is another place while a text grows. */
function stripped(token: {
  type: string;
  content: string;
  attrs: unknown;
  children: object[] | null;
}): unknown {
  const { type, content, attrs, children } = token;
  return { type, content, attrs, children: children?.map(child => stripped(child as typeof token)) };
}

describe('a growing text, cut into blocks piece by piece', () => {
  test.each(Object.entries(texts))('ends as the whole text read at once: %s', (_, text) => {
    const whole = readable(nextBlocks(noBlocks, text, false));
    for (const step of [1, 2, 3, 7]) {
      let blocks = noBlocks;
      for (let end = step; end < text.length + step; end += step)
        blocks = nextBlocks(blocks, text.slice(0, end), true);
      expect(blocks.all.map(({ source }) => source).join('')).toBe(text);
      // What was settled on the way is what the whole text says; only links wait for their definitions.
      if (!text.includes('[here]')) expect(readable(blocks)).toEqual(whole);
      expect(readable(nextBlocks(blocks, text, false))).toEqual(whole);
    }
  });

  test('makes each block of a 10,000-token answer a bounded number of times', () => {
    const paragraphs = Array.from(
      { length: 400 },
      (_, index) => `Paragraph ${index} ${'has a few words. '.repeat(5)}`,
    );
    const text = paragraphs.join('\n\n');
    const seen = new Map<number, Set<object>>();
    let blocks = noBlocks;
    const step = 20;
    for (let end = step; end < text.length + step; end += step) {
      blocks = nextBlocks(blocks, text.slice(0, end), true);
      for (const block of blocks.all) seen.set(block.start, (seen.get(block.start) ?? new Set()).add(block));
    }
    expect(seen.size).toBe(400);
    // Each is made anew while it grows itself (5 to 7 steps of 20 characters here), and not once more.
    expect(Math.max(...[...seen.values()].map(made => made.size))).toBeLessThanOrEqual(8);
  });

  test('keeps every block when the answer is complete', () => {
    const text = 'One.\n\n```js\nlet a;\n```\n\n- Two\n- Three\n\nFour.';
    const growing = nextBlocks(noBlocks, text, true);
    const complete = nextBlocks(growing, text, false);
    expect(complete.all).toHaveLength(4);
    for (const [index, block] of complete.all.entries()) expect(block).toBe(growing.all[index]);
    expect(nextBlocks(complete, text, false)).toBe(complete);
  });

  test('starts over with another text', () => {
    const before = nextBlocks(noBlocks, 'One.\n\nTwo.\n\nThree.\n\nFour.', true);
    expect(readable(nextBlocks(before, 'Other.', true))).toEqual(
      readable(nextBlocks(noBlocks, 'Other.', true)),
    );
  });
});
