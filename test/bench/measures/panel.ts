import type { CDPSession } from 'playwright-core';
import type { Entry } from '../../../src/protocol/conversation.ts';
import type { HostMessage } from '../../../src/protocol/panel.ts';
import { findChromium } from '../../support/chromium.ts';
import { PanelBrowser, type PanelPage } from '../../support/panelPage/panelPage.ts';
import { median, type Measure } from '../figure.ts';

const most = 500;
const openings = 5;
const pieces = 60;

/** How long the panel's page takes for a conversation of as many entries as are kept, in the browser of the click tests. */
export const measure: Measure = async () => {
  const browser = await PanelBrowser.start(await findChromium(() => undefined));
  try {
    const [one, all] = [await measureWith(browser, 1), await measureWith(browser, most)];
    return [
      {
        name: 'panelOpeningMs',
        title: `panel with ${most} entries, from the message to the drawn page`,
        value: all.opening,
        unit: 'ms' as const,
        limit: 400,
        details: { oneEntry: one.opening, wholeMs: all.whole },
      },
      {
        name: 'panelPieceMs',
        title: `a streamed piece in a panel with ${most} entries, time of its thread`,
        value: all.piece,
        unit: 'ms' as const,
        limit: 10,
        details: { oneEntry: one.piece },
      },
    ];
  } finally {
    await browser.close();
  }
};

/** Milliseconds, each the median of several. */
interface PanelTimes {
  /** From the message to the frame that shows the end of the conversation. */
  opening: number;
  /** Until every entry is drawn. */
  whole: number;
  /** Of the thread, for one piece of text. */
  piece: number;
}

async function measureWith(browser: PanelBrowser, count: number): Promise<PanelTimes> {
  const panel = await browser.open({ width: 400 });
  const opened: { opening: number; whole: number }[] = [];
  for (let turn = 0; turn < openings; turn++) {
    if (turn > 0) await panel.renew();
    opened.push(await open(panel, conversationOf(count)));
  }
  const session = await panel.page.context().newCDPSession(panel.page);
  // Of the thread's own time: what other programs take meanwhile does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  await stream(panel, `n${count - 1}`);
  const after = await taskSeconds(session);
  await panel.page.context().close();
  return {
    opening: median(opened.map(({ opening }) => opening)),
    whole: median(opened.map(({ whole }) => whole)),
    piece: ((after - before) * 1000) / pieces,
  };
}

function open({ page }: PanelPage, message: HostMessage): Promise<{ opening: number; whole: number }> {
  return page.evaluate(async sent => {
    const { entries } = (sent as Extract<HostMessage, { type: 'conversation' }>).conversation;
    const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    const start = performance.now();
    window.postMessage(sent, '*');
    while (document.querySelector('.entry') === null) await frame();
    await frame();
    const opening = performance.now() - start;
    while (document.querySelectorAll('.entry').length < entries.length) await frame();
    await frame();
    return { opening, whole: performance.now() - start };
  }, message);
}

/** Sends pieces of the last answer one after the other, each once the one before is drawn. */
async function stream({ page }: PanelPage, id: string): Promise<void> {
  await page.evaluate(
    async ({ of, count }) => {
      for (let from = 0; from < count * 5; from += 5) {
        window.postMessage({ type: 'textAppended', id: of, channel: 'text', from, text: 'word ' }, '*');
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 20)));
      }
    },
    { of: id, count: pieces },
  );
}

/** Seconds that the page's thread has worked until now. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** A conversation whose last answer is still to come. */
function conversationOf(count: number): HostMessage {
  const entries = Array.from({ length: count }, (_, index): Entry => ({
    id: `n${index}`,
    createdAt: 0,
    prompt: `What is in image ${index}?`,
    pictures: [],
    status: index === count - 1 ? 'streaming' : 'complete',
    text: index === count - 1 ? '' : answer,
    reasoning: '',
    notices: [],
    model: 'm',
    provider: 'p',
    fromSelection: false,
  }));
  const model = { provider: 'p', model: 'm', offline: false };
  return { type: 'conversation', conversation: { entries, attachments: [], draft: '' }, model };
}

const answer = `A **mountain lake** with a list, a table and some code.

${'- A line of the list, with `code` and *emphasis*.\n'.repeat(12)}
| Case | Before | After |
|------|-------:|------:|
${'| one | 1 ms | 2 ms |\n'.repeat(10)}

\`\`\`ts
${'export const value = list.map(({ name }) => name);\n'.repeat(10)}\`\`\`

${'A paragraph of some length, as models write them when nobody stops them. '.repeat(12)}
`;
