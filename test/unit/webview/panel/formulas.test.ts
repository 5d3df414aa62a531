// @vitest-environment jsdom
import { h } from 'preact';
import { beforeEach, describe, expect, test } from 'vitest';
import { longestFormula } from '../../../../src/webview/panel/answer/formulaRules.ts';
import { Markdown } from '../../../../src/webview/panel/answer/markdown.tsx';
import { mathMl } from '../../../../src/webview/panel/answer/mathMl.ts';
import { mount, settle, type Mounted } from './panelActions.ts';

let root: HTMLElement;
let page: Mounted;
beforeEach(() => {
  page = mount();
  ({ root } = page);
});

async function show(text: string, growing = false): Promise<void> {
  page.show(h(Markdown, { text, growing }));
  // What draws formulas is loaded with the first one.
  if (root.querySelector('.formula-source')) await settle();
}

/** What a person reads, formulas as they were written. */
function read(): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const math of copy.querySelectorAll('math')) math.remove();
  return copy.textContent.trim();
}

const drawn = () => [...root.querySelectorAll('math')].map(math => math.textContent);

describe('UX-17: formulas of an answer', () => {
  test.each([
    ['$x^2$', 'x2'],
    ['Let $n$, the $n$th and $k$-th; ($a+b$)', 'n n k a+b'],
    ['$$\n\\frac{a}{b}\n$$', 'ab'],
    ['$$a = b$$', 'a=b'],
    ['So $$a = b$$ holds', 'a=b'],
    ['as \\(a_1\\) and \\[c\\] say', 'a1 c'],
    ['\\[\na\n= b\n- c\n\\]', 'a=b−c'],
    ['1. first\n\n   \\[\n   x + y\n   \\]\n\n2. second', 'x+y'],
    ['> $$\n> q\n> $$', 'q'],
    ['| a |\n|---|\n| $x$ |', 'x'],
    ['**so $y$**', 'y'],
    ['It costs $5 and $10; $x^2$ and $y$', 'x2 y'],
    ['costs \\$5 or $z$', 'z'],
    ['$\\text{costs \\$5}$', 'costs $5'],
    ['$a +\nb$', 'a+b'],
  ])('are drawn: %s', async (text, formulas) => {
    await show(text);
    expect(drawn().join(' ').replaceAll('\u00a0', ' ')).toBe(formulas);
    const [math] = root.querySelectorAll('math');
    expect(math?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  });

  test.each([
    'It is $5 and $10.',
    'From $5 to $10',
    '5$ and 6$ each',
    'US$5 and A$6',
    '$5/$6, $1,000–$2,000',
    '$HOME/$USER and $PATH',
    'a $ b $ c',
    'cost: $$ and $$$',
    '$$ is money',
    'an array \\[ \\]',
    'half $x + y',
    'half \\(x + y',
    '$$\nx\n\ny',
  ])('a price, a half and a lone mark stay text: %s', async text => {
    await show(text);
    expect(drawn()).toEqual([]);
    // A backslash before a mark of Markdown is not read.
    expect(read().replaceAll(/\s/g, '')).toBe(text.replaceAll(/[\s\\]/g, ''));
  });

  test.each(['`$x$`', '```\n$$\nx\n$$\n```', '    $x$', 'from `$a` to `$b`', '$5 `a$` b$'])(
    'code stays code: %s',
    async text => {
      await show(text);
      expect(drawn()).toEqual([]);
      expect(root.querySelector('code')).not.toBeNull();
    },
  );

  test.each([
    ['unknown', '\\nothing{x}'],
    ['wrong', '\\frac{a}{'],
    ['a link', '\\href{https://example.org}{x}'],
    ['an image', '\\includegraphics{https://example.org/p.png}'],
    ['a class', '\\class{composer}{x}'],
    ['an id', '\\id{root}{x}'],
    ['a style', '\\style{position:fixed}{x}'],
    ['macros without an end', '\\def\\a{\\a\\a}\\a'],
    ['macros that multiply', `\\def\\a{${'x'.repeat(60)}}${'\\a '.repeat(99)}`],
    ['nested', `${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}`],
    ['nested more', '{'.repeat(longestFormula)],
    ['wide', '\\hspace{-900px}x'],
    ['long', 'x'.repeat(longestFormula + 1)],
  ])('one that is %s stays its source', async (_, tex) => {
    await show(`so $${tex}$ it is`);
    expect(drawn()).toEqual([]);
    expect(read()).toBe(`so $${tex}$ it is`);
  });

  test('nothing of them can be followed, loaded or found by name, and no colour is theirs', () => {
    for (const tex of [
      '\\color{red}x',
      '\\textcolor{#fff}{x} \\colorbox{white}{y}',
      '\\tag{1} x \\label{root}',
      '\\url{https://example.org}',
      '\\def\\x{\\href{https://example.org}{y}}\\x',
      '\\fcolorbox{red}{white}{x}',
      '\\rule{1em}{1em}',
      '\\toggle{a}{b}\\endtoggle',
    ]) {
      const said = JSON.stringify(mathMl(tex, true) ?? '');
      for (const refused of ['href', 'src', 'url(', '"id"', 'color', 'background', 'maction', 'title'])
        expect(said, tex).not.toContain(refused);
    }
  });

  test('a wide one is scrolled, with the keyboard too', async () => {
    await show('$$\n\\sum_i a_i\n$$');
    expect(root.querySelector<HTMLElement>('[aria-label="Formula"]')?.tabIndex).toBe(0);
  });

  test('while an answer grows, a half formula is text, and one that was drawn stays', async () => {
    await show('$x$');
    const text = 'First $x^2$ ends.\n\n$$\na\n= b\n- c\n\\sum_i\n$$\n\nIt costs $5/$6 or so.';
    let first: Element | null = null;
    let seen = 0;
    for (let length = 1; length <= text.length; length++) {
      await show(text.slice(0, length), true);
      const now = root.querySelectorAll('math').length;
      expect(now, text.slice(0, length)).toBeGreaterThanOrEqual(seen);
      seen = now;
      first ??= root.querySelector('math');
      if (first) expect(root.querySelector('math')).toBe(first);
      expect(root.querySelector('ul, h3, h4')).toBeNull();
    }
    await show(text);
    expect(drawn()).toEqual(['x2', 'a=b−c∑i']);
  });

  test('of a long text of nothing but marks, reading takes a moment', () => {
    for (const marks of ['$a ', '$$a ', '\\(', '\\[\n', '$$\n', '$a\n', '> $$a\n', '\\[a '])
      page.show(h(Markdown, { text: marks.repeat(100_000 / marks.length), growing: false }));
    // Where time grew with the square of the length, even this limit would not do.
  }, 120_000);
});
