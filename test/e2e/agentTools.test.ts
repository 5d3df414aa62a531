import { afterAll, beforeAll, expect, test } from 'vitest';
import { callStream } from '../support/provider/calledTools.ts';
import {
  chatStream,
  eventStream,
  requestContent,
  startTestProvider,
  type RecordedRequest,
  type Reply,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { ChatView } from './parts/chatView.ts';
import { startEditor } from './startEditor.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  // An address that is no loopback's, and never leaves this machine either: an image that goes there is asked about.
  provider = await startTestProvider({ host: '0.0.0.0' });
  provider.script(answer);
  const baseUrl = `http://0.0.0.0:${provider.port}/v1`;
  editor = await startEditor({
    settings: {
      'sightline.providers': [{ id: 'test', label: 'Test Provider', baseUrl, needsKey: false }],
      'sightline.provider': 'test',
      'sightline.model': 'seer',
      'chat.byokUtilityModelDefault': 'mainAgent',
    },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

interface ChatBody {
  messages?: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
}

/** Answers that followed a tool. */
let ends = 0;

/** Plays both parts: the agent's model, which calls the tool that the person names, and the one that sees. */
function answer({ method, body }: RecordedRequest): Reply {
  if (method === 'GET')
    return { body: { data: [{ id: 'seer', architecture: { input_modalities: ['text', 'image'] } }] } };
  const { messages = [], tools = [] } = body as ChatBody;
  const { text, images } = requestContent(body);
  if (tools.length === 0) return says(images.length > 0 ? 'A lake before mountains.' : 'A title');
  const last = messages.at(-1);
  if (last?.role === 'tool') return says(`The tool told: ${JSON.stringify(last.content)} END ${++ends}`);
  const [, tool = '', path = ''] = /(describeImage|measureImage) of (\S+)/.exec(text) ?? [];
  if (tool === '') return says('No tool was named.');
  const call = { id: 'call_1', name: nameAmong(tools, tool), arguments: JSON.stringify({ path }) };
  return eventStream(...callStream('chat.completions', [call]));
}

/** How a tool is called among those that are offered: `sightline_describeImage`, or over MCP `mcp_…_describe_image`. */
function nameAmong(tools: { function: { name: string } }[], tool: string): string {
  const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const found = tools.filter(({ function: { name } }) => plain(name).endsWith(plain(tool)));
  return found.map(({ function: { name } }) => name).join(' and ');
}

function says(text: string): Reply {
  return eventStream(...chatStream([text]));
}

function toolsOf(body: unknown): unknown[] {
  return (body as ChatBody).tools ?? [];
}

/** The requests that carried an image. */
function imagesSent(): number {
  return provider.requests.filter(({ body }) => requestContent(body).images.length > 0).length;
}

/** What the agent's model was told by tools. */
function told(): string[] {
  return provider.requests.flatMap(({ body }) => {
    const last = (body as ChatBody).messages?.at(-1);
    return last?.role === 'tool' ? [JSON.stringify(last.content)] : [];
  });
}

test('an agent describes an image once the person allows it, not where it is skipped; again, and measuring, without asking', async () => {
  const chat = new ChatView(editor.page);
  const { session } = chat;
  // Some texts are there a second time, hidden.
  const shown = (text: string | RegExp) => session.getByText(text).filter({ visible: true }).first();
  await chat.enable();
  await chat.model('seer').waitFor();

  await chat.ask('First describeImage of pictures/logo.png please');
  await session.getByRole('button', { name: 'Skip' }).filter({ visible: true }).first().click();
  await shown(/END 1/).waitFor();
  expect(imagesSent()).toBe(0);

  await chat.ask('Call describeImage of pictures/lake.jpg please');
  const question = shown(`Send image to 0.0.0.0:${provider.port}?`);
  await question.waitFor({ timeout: 120_000 });
  await shown(/pictures\/lake\.jpg \([\d.,]+ .?B\) is sent to/).waitFor();
  expect(imagesSent()).toBe(0);
  await editor.screenshot('agent-confirmation');
  await session
    .getByRole('button', { name: /^Allow/ })
    .first()
    .click();
  await expect.poll(told, { timeout: 60_000 }).toHaveLength(2);
  expect(told()[1]).toContain('A lake before mountains.');
  expect(imagesSent()).toBe(1);
  await shown(/END 2/).waitFor();
  await editor.screenshot('agent-answer');

  // The answer is kept: nothing is asked, of the person or of the model.
  await chat.ask('Once more describeImage of pictures/lake.jpg please');
  await expect.poll(told, { timeout: 60_000 }).toHaveLength(3);
  expect(imagesSent()).toBe(1);
  await shown(/END 3/).waitFor();

  await chat.ask('Now measureImage of pictures/lake.jpg please');
  await expect.poll(told, { timeout: 120_000 }).toHaveLength(4);
  expect(told()[3]).toMatch(/width/);
  expect(imagesSent()).toBe(1);
  await shown(/END 4/).waitFor();
});

test('where the setting says so the tools come over MCP alone, from a server that the editor starts', async () => {
  const chat = new ChatView(editor.page);
  await editor.changeSettings({ 'sightline.agents.tools': 'mcp' });
  await chat.openAgain();
  // The server starts with the first question.
  await expect
    .poll(
      async () => {
        await chat.ask('Which tools are there?');
        const answer = chat.session.getByText('No tool was named.').filter({ visible: true }).first();
        await answer.waitFor({ timeout: 30_000 });
        return nameAmong(
          (provider.requests.findLast(({ body }) => toolsOf(body).length > 0)?.body as ChatBody).tools ?? [],
          'measureImage',
        );
      },
      { timeout: 150_000, interval: 3000 },
    )
    .toMatch(/^mcp_\w+_measure_image$/);
  const before = told().length;
  await chat.ask('Now measureImage of pictures/lake.jpg please');
  await expect.poll(() => told().length, { timeout: 60_000 }).toBe(before + 1);
  expect(told().at(-1)).toMatch(/width/);
});
