// @vitest-environment jsdom
import { h, options } from 'preact';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PanelMessage } from '../../../../src/protocol/panel.ts';
import { Markdown } from '../../../../src/webview/panel/answer/markdown.tsx';
import { mount, type Mounted } from './panelActions.ts';

let root: HTMLElement;
let posted: PanelMessage[];
let page: Mounted;
beforeEach(() => {
  page = mount();
  ({ root, posted } = page);
});

function show(text: string, growing = false): void {
  page.show(h(Markdown, { text, growing }));
}

/** What the copy button of the only code block posts. */
function copied(text: string): string {
  show(text);
  const buttons = root.querySelectorAll<HTMLElement>('vscode-toolbar-button:last-of-type');
  expect(buttons).toHaveLength(1);
  buttons[0]?.click();
  const message = posted.pop();
  return message?.type === 'copyText' ? message.text : '';
}

describe('WEB-3: an answer', () => {
  test('WEB-3: an image is only its text and target, in every way of writing it', () => {
    show(
      [
        '![x](http://127.0.0.1:9/p.png?leak=abc)',
        '[![inner](https://example.org/i.svg)](https://example.org)',
        '![ref][r]\n\n[r]: file:///etc/passwd',
        '<img src="http://127.0.0.1:9/raw.png">',
      ].join('\n\n'),
    );
    expect(
      root.querySelector('img, picture, svg, iframe, object, link, video, audio, [src], [style]'),
    ).toBeNull();
    expect(root.textContent).toContain('[image: x — http://127.0.0.1:9/p.png?leak=abc]');
    expect(root.textContent).toContain('[image: inner — https://example.org/i.svg]');
    expect(root.textContent).toContain('[image: ref — file:///etc/passwd]');
    expect(root.textContent).toContain('<img src="http://127.0.0.1:9/raw.png">');
  });

  test('WEB-3: a link shows its target and only asks the host, on a click or Enter', () => {
    show('[the guide](https://example.org/a?b=c) and <mailto:a@example.org> and https://example.org/bare');
    const links = [...root.querySelectorAll<HTMLElement>('[role=link]')];
    expect(links.map(link => link.title)).toEqual([
      'https://example.org/a?b=c',
      'mailto:a@example.org',
      'https://example.org/bare',
    ]);
    expect(root.querySelector('[href]')).toBeNull();
    expect(posted).toEqual([]);

    let seenOutside = 0;
    document.body.addEventListener('click', () => seenOutside++);
    links[0]?.click();
    links[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    expect(posted).toEqual([
      { type: 'openLink', href: 'https://example.org/a?b=c' },
      { type: 'openLink', href: 'mailto:a@example.org' },
    ]);
    // The editor's own handler would open it a second time.
    expect(seenOutside).toBe(0);
    expect(links[0]?.tabIndex).toBe(0);
  });

  test.each([
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'vscode://x/y',
    'file:///etc/passwd',
    './a.ts',
  ])('WEB-3: %s is no link', target => {
    show(`[click](${target})`);
    expect(root.querySelector('[role=link], a, [href]')).toBeNull();
    expect(root.textContent).toContain('click');
    expect(root.textContent).toContain(target);
  });

  test('WEB-3: what looks like HTML is text, in prose, in code and in a language name', () => {
    show(
      '<script>a()</script> <b onclick="x()">b</b>\n\n```js"><img\n</code><img src=x onerror=a()>\n```\n\n`<i>`',
    );
    expect(root.querySelector('script, b, i, img, [onclick], [onerror]')).toBeNull();
    expect(root.querySelector('pre')?.textContent).toBe('</code><img src=x onerror=a()>');
  });
});

describe('WEB-4: the copy button of a code block', () => {
  const tricky = 'if (a < b && c > "d") { x &amp; y }\n\tindented\u00a0 \n\n  end  ';

  test.each(['', 'js', 'xml', 'no-such-language'])(
    'WEB-4: copies its source byte for byte, language "%s"',
    language => {
      expect(copied(`Text\n\n\`\`\`${language}\n${tricky}\n\`\`\`\n\nText`)).toBe(tricky);
      expect(root.querySelector('pre')?.textContent).toBe(tricky);
    },
  );

  test('WEB-4: a block of four backticks holds one of three', () => {
    const nested = 'Write:\n\n```js\nlet a = `b`;\n```\n\ndone';
    expect(copied(`\`\`\`\`md\n${nested}\n\`\`\`\`\n`)).toBe(nested);
    expect(root.querySelectorAll('pre')).toHaveLength(1);
  });

  test('WEB-4: the line ends of the answer are kept', () => {
    expect(copied('Text\r\n\r\n```\r\na\r\n\r\n\tb\r\n```\r\n')).toBe('a\r\n\r\n\tb');
  });

  const button = (): HTMLElement => {
    const found = root.querySelector<HTMLElement>('vscode-toolbar-button:last-of-type');
    if (!found) throw new Error('There is no button.');
    return found;
  };

  test.each([
    ['a block', '```py\nprint(1)\n'],
    ['a block whose last line may go on', '```py\nprint(1)\n```'],
    ['a block in a list', '- one\n\n  ```py\n  print(1)\n'],
    ['an indented block', 'Text\n\n    print(1)\n'],
  ])('EDT-3: %s is not copied while it grows, and the button says why', (_, text) => {
    show(text, true);
    button().click();
    expect(posted).toEqual([]);
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(button().title).toContain('when the block is complete');
    expect(copied(text)).toBe('print(1)');
  });

  test('EDT-3: a block that is closed is copied while the answer goes on', () => {
    for (const text of [
      '```py\nprint(1)\n```\n',
      '- ```py\n  print(1)\n  ```\n- two',
      '```py\nprint(1)\n```\n\nSo',
    ]) {
      show(text, true);
      button().click();
      expect(posted.pop()).toEqual({ type: 'copyText', text: 'print(1)' });
    }
  });

  test('EDT-3: a block that the answer was stopped in is marked, one that was closed is not', () => {
    page.show(h(Markdown, { text: '```py\nprint(1)\n```', growing: false, truncated: true }));
    expect(button().title).toBe('Copy Code');
    page.show(h(Markdown, { text: '```py\nprint(', growing: false, truncated: true }));
    expect(button().title).toBe('Copy Code (incomplete)');
    button().click();
    expect(posted.pop()).toEqual({ type: 'copyText', text: 'print(' });
  });

  test('EDT-3: a block of which a part is not shown is not copied in part', () => {
    show(`\`\`\`\n${'line\n'.repeat(30_000)}\`\`\`\n`);
    button().click();
    expect(posted).toEqual([]);
    expect(button().title).toContain('copy the answer instead');
  });
});

describe('Markdown', () => {
  test('draws what models write, below the panel’s own headings and without inline styles', () => {
    show('# One\n\n###### Six\n\n3. c\n4. d\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n~~old~~ **new**  \nline');
    expect(root.querySelector('h3')?.textContent).toBe('One');
    expect(root.querySelector('h6')?.textContent).toBe('Six');
    expect(root.querySelector('ol')?.start).toBe(3);
    expect(root.querySelector('ol p')).toBeNull();
    expect(root.querySelector('td.align-right')?.textContent).toBe('2');
    expect(root.querySelector('s')?.textContent).toBe('old');
    expect(root.querySelector('br')).not.toBeNull();
    expect(root.querySelector('[style]')).toBeNull();
  });

  test('colours only the end of a long block again while it grows, and the whole once it is whole', () => {
    const lines = Array.from({ length: 200 }, (_, line) => `let a${line} = 1;`);
    const fence = (count: number) => `\`\`\`js\n/*\n${lines.slice(0, count).join('\n')}`;
    show(fence(150), true);
    const first = root.querySelector('pre code');
    const keyword = root.querySelector('pre code:nth-child(2) .hljs-keyword');
    for (let count = 151; count <= 200; count++) show(fence(count), true);
    expect(root.querySelector('pre code')).toBe(first);
    expect(keyword?.isConnected).toBe(true);
    expect(root.querySelector('pre')?.textContent).toBe(`/*\n${lines.join('\n')}`);
    show(`${fence(200)}\n\`\`\`\n`, false);
    expect(root.querySelectorAll('pre code')).toHaveLength(1);
    expect(root.querySelector('.hljs-keyword')).toBeNull();
    expect(root.querySelector('pre')?.textContent).toBe(`/*\n${lines.join('\n')}`);
  });

  test('colours a language it knows', () => {
    show('```ts\nconst a = 1;\n```');
    expect(root.querySelector('.hljs-keyword')?.textContent).toBe('const');
  });

  test('draws only the blocks at the end again while the text grows', () => {
    let drawn = 0;
    options.vnode = vnode => {
      if (vnode.type === 'p') drawn++;
    };
    try {
      const settled = Array.from({ length: 300 }, (_, index) => `Paragraph ${index}.\n\n`).join('');
      show(settled, true);
      expect(drawn).toBe(300);
      for (let words = 1; words <= 100; words++) show(`${settled}Last${' word'.repeat(words)}`, true);
      show(`${settled}Last${' word'.repeat(100)}`, false);
      // The new one each time, and each that was the last one once more when it no longer is.
      expect(drawn).toBe(402);
      expect(root.querySelectorAll('p')).toHaveLength(301);
    } finally {
      delete options.vnode;
    }
  });
});

test('W19: of a very long answer the beginning is drawn, and the rest as plain text on request', async () => {
  const text = `# Title\n\n${'word '.repeat(30_000)}**end**`;
  show(text);
  expect(root.textContent).toMatch(/^\s*Title/);
  expect(root.textContent).not.toContain('**end**');
  root.querySelector<HTMLElement>('vscode-button')?.click();
  await expect.poll(() => root.querySelector('pre.rest')?.textContent).toMatch(/\*\*end\*\*$/);
  expect(root.querySelector('vscode-button')).toBeNull();
});

describe('EDT-3: one block that grows', () => {
  const kinds = {
    table: (rows: number) => `| a | b |\n|---|---|\n${'| one cell | another |\n'.repeat(rows)}`,
    list: (items: number) => '- one item of a list\n'.repeat(items),
    paragraph: (lines: number) => 'Words of **one** paragraph\n'.repeat(lines),
  };

  test.each(Object.entries(kinds))(
    'a %s is drawn seldom while it comes fast, and whole in the end',
    async (_, make) => {
      let drawn = 0;
      options.vnode = vnode => {
        if (vnode.type === 'tr' || vnode.type === 'li' || vnode.type === 'strong') drawn++;
      };
      try {
        const steps = 150;
        for (let count = 1; count <= steps; count++) show(make(count * 10), true);
        // Each time anew that were 10 + 20 + 30 + …
        expect(drawn).toBeLessThan((10 * steps * steps) / 4);
        // What came last is seen though nothing more comes.
        const last = 'tr, li, strong';
        await expect.poll(() => root.querySelectorAll(last).length).toBeGreaterThanOrEqual(10 * steps);
        show(`${make(10 * steps)}\nThe end`, false);
        expect(root.textContent).toContain('The end');
      } finally {
        delete options.vnode;
      }
    },
  );
});

test('items of a task list are done or to do, in words and by a mark; elsewhere brackets are text', () => {
  show('- [x] drawn\n- [ ] sent\n- plain\n\n[ ] no item');
  expect([...root.querySelectorAll('li')].map(item => item.textContent)).toEqual(['drawn', 'sent', 'plain']);
  expect([...root.querySelectorAll('.task')].map(mark => mark.getAttribute('aria-label'))).toEqual([
    'Done',
    'To do',
  ]);
  expect(root.textContent).toContain('[ ] no item');
});

test('code of an answer goes to the cursor or into a new file; what is not whole does neither', () => {
  show('```ts\nlet a;\n```');
  for (const button of root.querySelectorAll<HTMLElement>('vscode-toolbar-button')) button.click();
  expect(posted).toEqual([
    { type: 'insertCode', text: 'let a;' },
    { type: 'openCode', text: 'let a;', language: 'ts' },
    { type: 'copyText', text: 'let a;' },
  ]);
  show('```ts\nlet a', true);
  expect(root.querySelectorAll('vscode-toolbar-button')).toHaveLength(1);
});
