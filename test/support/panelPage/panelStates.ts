import type { Conversation, Entry, ModelView } from '../../../src/protocol/conversation.ts';
import type { HostMessage, Sent } from '../../../src/protocol/panel.ts';
import type { drawPictures } from './drawnPictures.ts';
import type { PanelPage } from './panelPage.ts';

type Pictures = Awaited<ReturnType<typeof drawPictures>>;

/** One state of the panel worth looking at: how it is reached, through messages and clicks. */
export type PanelStateName = keyof ReturnType<typeof panelStates>;

const offline: ModelView = { provider: 'Offline describer', model: 'describer-1', offline: true };
const online: ModelView = { provider: 'OpenRouter', model: 'qwen/qwen3-vl-30b-a3b-instruct', offline: false };

const conversation = (entries: Entry[], rest: Partial<Conversation> = {}, model = online): HostMessage => ({
  type: 'conversation',
  conversation: { entries, attachments: [], draft: '', ...rest },
  model,
});

const entry = (id: string, rest: Partial<Entry>): Entry => ({
  ...{ id, createdAt: 0, prompt: '', pictures: [], status: 'complete', text: '', reasoning: '', notices: [] },
  ...{ model: online.model, provider: online.provider, fromSelection: false },
  ...rest,
});

const describing = `A **mountain lake at sunset**. The sky runs from deep blue to orange; a pale sun stands over the right ridge.

- Foreground: two dark conifers on the left bank
- Middle: a calm lake that mirrors the sky
- Background: a jagged range, about a third of the height

Suggested alt text: \`Sunset over a mountain lake, two conifers in the foreground.\``;

const coding = `The loop reads \`items.length\` on every turn and builds the string twice. Two changes are enough:

1. Use \`map\` and \`join\`.
2. Escape the name, as [the guide](https://example.org/escaping) says.

\`\`\`ts
/** One line for each item, its name escaped. */
export function list(items: readonly Item[]): string {
  const lines = items.map(({ name, count }) => \`\${escape(name)} × \${count}\`);
  return lines.length > 0 ? lines.join('\\n') : 'nothing'; // never empty
}
\`\`\`

| Case | Before | After |
|:-----|-------:|------:|
| 10 items | 0.4 ms | 0.1 ms |
| 10,000 items | 410 ms | 38 ms |

> The order of the items stays as it is.

![diagram](http://127.0.0.1:9/p.png?leak=abc)`;

const deriving = `The mean of $n$ values is $\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$, and costs between $5 and $10.

$$
\\sigma^2 = \\frac{1}{n}\\sum_{i=1}^{n}(x_i - \\bar{x})^2 = \\frac{1}{n}\\sum_{i=1}^{n} x_i^2 - \\bar{x}^2, \\qquad \\sigma = \\sqrt{\\sigma^2}, \\qquad s^2 = \\frac{n}{n-1}\\sigma^2
$$

1. As a matrix: \\(A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\\)
2. By cases:
   \\[
   f(x) = \\begin{cases} x^2 & \\text{if } x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}
   \\]

| Quantity | Formula |
|:---------|:--------|
| Energy   | $E = mc^2$ |
| Wrong    | $\\frac{a}{$ |`;

/** The states by name. Each sends messages to a fresh panel and does what a person would do. */
export function panelStates({ scene, chart }: Pictures) {
  const lake = {
    ...{ id: 'p1', name: 'evening-lake.jpg', width: 1600, height: 1067, byteLength: scene.bytes },
    ...{ thumbnail: scene.thumbnail, notes: [] },
  };
  const bars = {
    ...{ id: 'p2', name: 'results by quarter, final.png', width: 1200, height: 800, byteLength: 48_213 },
    ...{ thumbnail: chart.thumbnail, notes: ['Transparency laid on white'] },
  };
  const unread = { id: 'p3', name: 'broken-scan.tif', notes: [] };
  const described = entry('described', {
    ...{ prompt: 'Describe the image.', pictures: [lake], text: describing, seconds: 2.31 },
    usage: { inputTokens: 1105, outputTokens: 96 },
  });
  const coded = entry('coded', {
    ...{ prompt: 'Make this simpler:\n\nfor (let i = 0; i < items.length; i++) out += items[i].name;' },
    ...{ text: coding, reasoning: 'The person wants **less** code.', seconds: 14.2, fromSelection: true },
    usage: { inputTokens: 812, outputTokens: 1240 },
  });
  const derived = entry('derived', { prompt: 'How far do they spread?', text: deriving, seconds: 3.1 });
  const streaming = entry('streaming', {
    ...{ prompt: 'Compare the two pictures.', pictures: [lake, bars], status: 'streaming' },
    reasoning: 'First the lake, then the chart.',
    text: 'The first picture is a landscape, the second a **bar chart**:\n\n```python\nvalues = [40, 76, 100, 64]\nprint(max(va',
    followUpOf: 'described',
  });
  const failed = entry('failed', {
    ...{
      prompt: 'Describe the image.',
      pictures: [bars],
      status: 'failed',
      text: 'The chart shows four bars; the th',
    },
    error: {
      message: 'OpenRouter is asked too often (429): Rate limit exceeded: 20 requests a minute.',
      hint: 'Wait as the provider asks, or choose another model.',
      remedies: ['retry', 'chooseModel', 'showLog'],
      retryAt: Date.now() + 42_000,
    },
    seconds: 1.2,
  });
  const noKey = entry('noKey', {
    ...{ prompt: 'What is in this scan?', pictures: [unread], status: 'failed' },
    error: {
      message: 'OpenRouter did not accept the key.',
      hint: 'Set a key of an account that may use this model.',
      remedies: ['setProviderKey', 'chooseModel', 'openSettings'],
    },
  });
  const cut = entry('cut', {
    ...{ prompt: 'Count to a thousand.', text: '1, 2, 3, 4,', status: 'incomplete', seconds: 8 },
    error: {
      message: 'The answer reached its length limit and is truncated.',
      hint: 'Raise or clear the setting sightline.maxOutputTokens.',
      remedies: ['openSettings', 'retry'],
    },
  });
  const stopped = entry('stopped', {
    ...{ prompt: 'Tell me a long story.', text: 'Once upon a time', status: 'stopped', seconds: 3.4 },
    notices: ['The provider has no Responses API; the answer came through Chat Completions.'],
  });
  const sent: Sent = {
    url: 'https://openrouter.ai/api/v1/chat/completions',
    body: JSON.stringify(
      {
        model: online.model,
        stream: true,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Describe the image.' },
              { type: 'image_url', image_url: { url: `(image/jpeg, ${scene.bytes} bytes)` } },
            ],
          },
        ],
      },
      null,
      2,
    ),
    pictures: [
      {
        ...{ id: lake.id, name: lake.name, width: 1600, height: 1067, byteLength: scene.bytes },
        ...{ dataUrl: scene.whole, notes: [] },
      },
    ],
  };

  return {
    empty: async panel => panel.send(conversation([], {}, offline)),
    streaming: async panel => panel.send(conversation([streaming])),
    complete: async panel => panel.send(conversation([described, coded])),
    formulas: async panel => {
      await panel.send(conversation([derived]));
      await panel.page.locator('math').first().waitFor();
    },
    failed: async panel => panel.send(conversation([failed, noKey])),
    ended: async panel => panel.send(conversation([cut, stopped])),
    scrolledUp: async panel => {
      await panel.send(conversation([described, coded, stopped]));
      await panel.page.mouse.move(200, 200);
      const jump = panel.page.getByRole('button', { name: 'Jump to latest' });
      // A turn of the wheel before the page is laid out moves nothing.
      for (let turn = 0; turn < 20 && !(await jump.isVisible()); turn++) {
        await panel.page.mouse.wheel(0, -5000);
        await jump.waitFor({ timeout: 1000 }).catch(() => undefined);
      }
      await jump.waitFor();
    },
    longQuestion: async panel => {
      const lines = Array.from({ length: 60 }, (_, line) => `${line + 1}: a line of the selected file`);
      await panel.send(
        conversation([
          entry('long', {
            ...{
              prompt: lines.join('\n'),
              status: 'waiting',
              reasoning: 'Sixty *lines* of it.',
              fromSelection: true,
            },
            startedAt: Date.now() - 95_000,
          }),
        ]),
      );
      await panel.page.locator('.reasoning summary').click();
    },
    composing: async panel => {
      await panel.send(
        conversation([described], {
          attachments: [lake, bars, unread],
          draft: 'Which of the two is a photo?\nAnswer in one word.',
          followUpOf: 'described',
        }),
        { type: 'announcement', text: '3 images added' },
      );
      await panel.page.getByRole('textbox', { name: 'Question' }).focus();
    },
    sent: async panel => {
      await panel.send(conversation([described]));
      await panel.page.getByRole('button', { name: 'What Was Sent' }).click();
      await panel.page.waitForFunction(() =>
        (window as unknown as { posted: { type: string }[] }).posted.some(({ type }) => type === 'request'),
      );
      await panel.send({ type: 'reply', request: 1, result: { ok: true, sent } });
      await panel.page.getByRole('heading', { name: 'Address' }).waitFor();
    },
  } satisfies Record<string, (panel: PanelPage) => Promise<void>>;
}
