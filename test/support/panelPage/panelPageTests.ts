import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry } from '../../../src/protocol/conversation.ts';
import type { HostMessage } from '../../../src/protocol/panel.ts';
import { accessibilityTests } from './accessibilityTests.ts';
import { checkPanelPages } from './checkPanelPages.ts';
import { openingTests } from './openingTests.ts';
import type { PanelBrowser, PanelPage } from './panelPage.ts';

/** One check of the built panel in a real browser. */
export interface PanelPageTest {
  name: string;
  run: (browser: PanelBrowser) => Promise<void>;
}

/** What can only be seen in a real browser; a runner gives each its name, and the browser they share. */
export const panelPageTests: PanelPageTest[] = [
  ...openingTests,
  ...accessibilityTests,
  {
    name: 'WEB-1: every state works under the policy, accessible in every theme, and at 300 px',
    run: async browser => assert.deepEqual(await checkPanelPages(browser), []),
  },
  {
    name: 'WEB-2: a page that is ended during the stream and begun anew shows every chunk once',
    run: onPage(async panel => {
      const chunks = Array.from({ length: 200 }, (_, index) => `${index + 1} `);
      await panel.send(conversation(entry({ status: 'streaming' })));
      await panel.send(...chunks.slice(0, 20).map((text, index) => appended(chunks, index, text)));
      assert.equal(await answer(panel), chunks.slice(0, 20).join('').trim());
      await panel.page.reload();
      await panel.page.locator('.composer textarea').waitFor();
      const posted = await panel.posted();
      // The window may have the focus.
      assert.deepEqual(
        posted.filter(({ type }) => type !== 'focus'),
        [{ type: 'ready' }],
      );
      await panel.send(conversation(entry({ text: chunks.join('') })));
      assert.equal(await answer(panel), chunks.join('').trim());
    }),
  },
  {
    name: 'WEB-3: an answer with a remote image leads to no request, a link only to a message',
    run: onPage(async panel => {
      let asked = 0;
      const server = createServer((_, response) => {
        asked++;
        response.end();
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const leak = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p.png?leak=abc`;
      const requests: string[] = [];
      panel.page.on('request', request => requests.push(request.url()));
      await panel.send(conversation(entry({ text: `![x](${leak})\n\n[y](${leak})\n\n<img src="${leak}">` })));
      assert.match(await answer(panel), /\[image: x — http/);
      const link = panel.page.getByRole('link', { name: 'y' });
      await link.hover();
      await link.focus();
      await link.click();
      assert.deepEqual((await panel.posted()).at(-1), { type: 'openLink', href: leak });
      assert.equal(asked, 0);
      assert.deepEqual(
        requests.filter(url => !url.startsWith('data:')),
        [],
      );
      await new Promise(resolve => server.close(resolve));
    }),
  },
  {
    name: 'WEB-4: the copy button posts the source of its block byte for byte',
    run: onPage(async panel => {
      const code = 'if (a < b && c > "d") { x &amp; y }\n\tend';
      await panel.send(
        conversation(entry({ text: `A\n\n\`\`\`\`js\n${code}\n\`\`\`\nnested\n\`\`\`\n\`\`\`\`\n` })),
      );
      await panel.page.getByRole('button', { name: 'Copy Code' }).click();
      assert.deepEqual((await panel.posted()).at(-1), {
        type: 'copyText',
        text: `${code}\n\`\`\`\nnested\n\`\`\``,
      });
    }),
  },
  {
    name: 'UX-17: a selection copies formulas as they were written, and nothing is loaded before the first',
    run: onPage(async panel => {
      const loaded = () =>
        panel.page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/formulas.js')),
        );
      await panel.send(conversation(entry({ text: 'It costs $5 and $10.' })));
      assert.equal(await answer(panel), 'It costs $5 and $10.');
      assert.equal(await loaded(), false);
      await panel.send(conversation(entry({ text: 'So $x^2$ is\n\n$$\n\\frac{a}{b}\n$$\n\nand more.' })));
      await panel.page.locator('math').nth(1).waitFor();
      assert.equal(await loaded(), true);
      await panel.page.evaluate(() => {
        getSelection()?.selectAllChildren(document.querySelector('.answer .markdown') ?? document.body);
        document.addEventListener(
          'copy',
          ({ clipboardData }) => (document.body.dataset['copied'] = clipboardData?.getData('text') ?? ''),
          { once: true },
        );
      });
      await panel.page.keyboard.press('Control+C');
      const copied = await panel.page.locator('body[data-copied]').getAttribute('data-copied');
      assert.ok(copied !== null);
      assert.equal(copied.trim(), 'So $x^2$ is\n\n$$\n\\frac{a}{b}\n$$\n\nand more.');
    }),
  },
  {
    name: 'the view stays at the end while the answer grows, unless the person has scrolled up',
    run: onPage(async panel => {
      const lines = (from: number) => Array.from({ length: 40 }, (_, index) => `Line ${from + index}.\n\n`);
      const text = lines(0);
      await panel.send(conversation(entry({ status: 'streaming', text: text.join('') })));
      assert.ok(await atEnd(panel));
      const more = lines(40);
      await panel.send(...more.map((line, index) => appended([...text, ...more], 40 + index, line)));
      assert.ok(await atEnd(panel));
      await panel.page.mouse.move(300, 300);
      await panel.page.mouse.wheel(0, -600);
      const jump = panel.page.getByRole('button', { name: 'Jump to latest' });
      await jump.waitFor();
      const before = await panel.page.locator('main').evaluate(main => main.scrollTop);
      await panel.send(appended([...text, ...more, 'More.'], 80, 'More.'));
      assert.equal(await panel.page.locator('main').evaluate(main => main.scrollTop), before);
      await jump.click();
      assert.ok(await atEnd(panel));
      await jump.waitFor({ state: 'detached' });

      // By keyboard it stays until Tab leads on from it, to the question.
      await panel.page.mouse.wheel(0, -600);
      await jump.waitFor();
      await panel.page.getByRole('textbox', { name: 'Question' }).focus();
      await panel.page.keyboard.press('Shift+Tab');
      await panel.page.keyboard.press('Enter');
      assert.ok(await atEnd(panel));
      await settled(() => panel.page.locator('main').evaluate(main => main.scrollTop));
      assert.equal(await jump.evaluate(button => button === document.activeElement), true);
      await panel.page.keyboard.press('Tab');
      await jump.waitFor({ state: 'detached' });
      const focused = await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      assert.equal(focused, 'Question');
    }),
  },
  {
    name: 'a long conversation opens at its end with few entries; all of them are there a moment later, and the view stays',
    run: onPage(async panel => {
      const entries = numbered(200);
      const drawn = () => panel.page.locator('.entry').count();
      const [atOnce] = await Promise.all([
        panel.page.evaluate(
          () =>
            new Promise<number>(resolve => {
              const seen = new MutationObserver(() => {
                const { length } = document.querySelectorAll('.entry');
                if (length === 0) return;
                seen.disconnect();
                resolve(length);
              });
              seen.observe(document.body, { childList: true, subtree: true });
            }),
        ),
        panel.send(conversation(...entries)),
      ]);
      assert.ok(atOnce <= 12, `${atOnce} entries were drawn at once`);
      await panel.page.getByText('Question 0.', { exact: true }).waitFor({ state: 'attached' });
      assert.equal(await drawn(), 200);
      assert.ok(await atEnd(panel));
      // Taking the first one away draws none of the others anew.
      await panel.send({ type: 'entryRemoved', id: 'n0' });
      assert.equal(await drawn(), 199);
    }),
  },
  {
    name: 'a page that is ended in the middle of a long conversation begins anew at the same entry',
    run: onPage(async panel => {
      const entries = numbered(100);
      await panel.send(conversation(...entries));
      const looked = panel.page.locator('[data-entry=n20]');
      await looked.waitFor({ state: 'attached' });
      await panel.page.mouse.move(300, 300);
      await looked.evaluate(element => element.scrollIntoView({ block: 'start' }));
      await panel.page.mouse.wheel(0, 40);
      await panel.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
      const above = () =>
        looked.evaluate(element => {
          const main = element.closest('main');
          return main === null ? 0 : main.getBoundingClientRect().top - element.getBoundingClientRect().top;
        });
      await settled(above);
      const before = await above();
      await panel.page.reload();
      await panel.page.locator('.composer textarea').waitFor();
      await panel.send(conversation(...entries));
      await panel.page.locator('[data-entry=n0]').waitFor({ state: 'attached' });
      await settled(above);
      assert.ok(Math.abs((await above()) - before) < 3, `${before} became ${await above()}`);
    }),
  },
  {
    name: 'a pasted picture is sent with its bytes, and a question with Enter',
    run: onPage(async panel => {
      await panel.send(conversation());
      const box = panel.page.getByRole('textbox', { name: 'Question' });
      await box.evaluate(element => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([Uint8Array.of(1, 2, 3)], 'image.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      });
      await box.fill('What is it?');
      await box.press('Shift+Enter');
      await box.press('Enter');
      const posted = await panel.posted();
      assert.deepEqual(posted.at(-1), { type: 'submit', text: 'What is it?\n' });
      assert.ok(posted.some(message => message.type === 'addFile' && message.data === 'AQID'));
      assert.equal(await box.inputValue(), '');
    }),
  },
  {
    name: 'everything is reached with the keyboard, in the order it is read',
    run: onPage(async panel => {
      await panel.send(conversation(entry({ text: '[link](https://example.org)\n\n```js\nlet a;\n```' })));
      const order: string[] = [];
      for (let stop = 0; stop < 10; stop++) {
        await panel.page.keyboard.press('Tab');
        order.push(await focusedName(panel));
      }
      assert.deepEqual(order, [
        ...['link', 'Insert Code at Cursor', 'Open Code in New File', 'Copy Code', 'Code, js', 'Copy'],
        ...['Question', 'Add Images'],
        ...['Choose Model, current: p, m', 'Send'],
      ]);
    }),
  },
  {
    name: '"What was sent" takes the focus, closes with Escape and gives the focus back; its failure is told',
    run: onPage(async panel => {
      await panel.send(conversation(entry({ text: 'A' })));
      const button = panel.page.getByRole('button', { name: 'What Was Sent' });
      await button.click();
      const dialog = panel.page.getByRole('dialog', { name: 'What was sent' });
      await dialog.getByText('Loading').waitFor();
      await panel.send({
        type: 'reply',
        request: 1,
        result: { ok: false, message: 'Nothing was sent yet.' },
      });
      await dialog.getByText('Nothing was sent yet.').waitFor();
      await panel.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await focusedName(panel), 'What Was Sent');
    }),
  },
];

function onPage(run: (panel: PanelPage) => Promise<void>): PanelPageTest['run'] {
  return async browser => {
    const panel = await browser.open();
    await run(panel);
    assert.deepEqual(panel.complaints, []);
    await panel.page.context().close();
  };
}

function entry(rest: Partial<Entry>): Entry {
  return {
    ...{ id: 'e', createdAt: 0, prompt: 'Ask', pictures: [], status: 'complete', text: '', reasoning: '' },
    ...{ notices: [], model: 'm', provider: 'p', fromSelection: false },
    ...rest,
  };
}

function conversation(...entries: Entry[]): HostMessage {
  const model = { provider: 'p', model: 'm', offline: false };
  return { type: 'conversation', conversation: { entries, attachments: [], draft: '' }, model };
}

/** Entries from `n0`, each with a question of its own. */
function numbered(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) =>
    entry({
      id: `n${index}`,
      prompt: `Question ${index}.`,
      text: 'A line of the answer.\n\n'.repeat(1 + (index % 7)),
    }),
  );
}

/** Waits until a figure is the same twice. */
async function settled(measure: () => Promise<number>): Promise<void> {
  let last = Number.NaN;
  for (let tries = 0; tries < 100; tries++) {
    const now = await measure();
    if (now === last) return;
    last = now;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('It does not come to rest.');
}

function appended(chunks: string[], index: number, text: string): HostMessage {
  const from = chunks.slice(0, index).join('').length;
  return { type: 'textAppended', id: 'e', channel: 'text', from, text };
}

async function answer({ page }: PanelPage): Promise<string> {
  return (await page.locator('.answer .markdown').innerText()).trim();
}

function atEnd({ page }: PanelPage): Promise<boolean> {
  return page
    .locator('main')
    .evaluate(main => Math.abs(main.scrollHeight - main.clientHeight - main.scrollTop) < 2);
}

/** The name of what has the focus, also where that is within a custom element. */
function focusedName({ page }: PanelPage): Promise<string> {
  return page.evaluate(() => {
    const outer = document.activeElement;
    const inner = outer?.shadowRoot?.activeElement ?? outer;
    return inner?.getAttribute('aria-label') ?? inner?.textContent.trim() ?? '';
  });
}
