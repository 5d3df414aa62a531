import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { ask } from '../../../../src/inference/ask.ts';
import type { Provider } from '../../../../src/inference/providers/provider.ts';
import { offlineProvider } from '../../../../src/inference/providers/providers.ts';
import { settingDefaults } from '../../../support/vscodeStandIn.ts';
import { png, red, solid } from '../../../support/pictures.ts';
import {
  chatStream,
  eventStream,
  startTestProvider,
  type TestProvider,
} from '../../../support/testProvider.ts';

const editor = vi.hoisted(() => ({
  folder: '',
  open: undefined as string | undefined,
  executed: [] as unknown[][],
}));
vi.mock('vscode', async () => {
  const { readFile, stat: statOf } = await import('node:fs/promises');
  const { posix } = await import('node:path');
  const { settingDefaults } = await import('../../../support/vscodeStandIn.ts');
  const defaults = settingDefaults(process.cwd());
  class Uri {
    readonly path: string;
    constructor(file: string) {
      this.path = file;
    }
    static joinPath = (uri: Uri, ...parts: string[]) => new Uri(posix.join(uri.path, ...parts));
    toString = () => `file://${this.path}`;
  }
  class Location {
    readonly uri: Uri;
    constructor(uri: Uri) {
      this.uri = uri;
    }
  }
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only its identity counts
  class ChatRequestTurn {
    constructor(given: object) {
      Object.assign(this, given);
    }
  }
  class ChatResponseMarkdownPart {
    readonly value: { value: string };
    constructor(text: string) {
      this.value = { value: text };
    }
  }
  class TabInputText {
    readonly uri: Uri;
    constructor(uri: Uri) {
      this.uri = uri;
    }
  }
  const tab = () =>
    editor.open === undefined ? undefined : { input: new TabInputText(new Uri(editor.open)) };
  return {
    ...{ Uri, Location, ChatRequestTurn, ChatResponseMarkdownPart, TabInputText },
    TabInputCustom: function TabInputCustom() {},
    FileType: { File: 1 },
    LanguageModelError: { NoPermissions: (message: string) => new Error(message) },
    commands: { executeCommand: (...words: unknown[]) => editor.executed.push(words) },
    window: {
      tabGroups: {
        get activeTabGroup() {
          return { activeTab: tab() };
        },
      },
    },
    workspace: {
      getConfiguration: () => ({ get: (name: string) => defaults[`sightline.${name}`] }),
      get workspaceFolders() {
        return [{ uri: new Uri(editor.folder) }];
      },
      fs: {
        readFile: (uri: Uri) => readFile(uri.path),
        stat: async (uri: Uri) => ({ size: (await statOf(uri.path)).size, type: 1 }),
      },
    },
  };
});

const vscode = (await import('vscode')) as unknown as {
  Uri: new (file: string) => { path: string };
  Location: new (uri: object) => object;
  ChatRequestTurn: new (given: object) => object;
  ChatResponseMarkdownPart: new (text: string) => object;
};
const { PreparedImages } = await import('../../../../src/editor/preparedImages.ts');
const { imageSettings } = await import('../../../../src/editor/imageSettings.ts');
const { answerRequest } = await import('../../../../src/editor/participant/answerRequest.ts');

const nothing = { dispose: () => undefined } as never;
const describePrompt = settingDefaults(process.cwd())['sightline.describe.prompt'];
const key = 'sk-canary-0123456789abcdef0123456789';
let provider: TestProvider;
beforeEach(async () => {
  provider = await startTestProvider();
  editor.folder = await mkdtemp(path.join(tmpdir(), 'sightline-participant-'));
  editor.open = undefined;
  editor.executed = [];
  await mkdir(path.join(editor.folder, 'pictures'));
  for (const name of ['lake.png', 'logo.png', 'two words.png'])
    await writeFile(path.join(editor.folder, 'pictures', name), await png(solid(12, 8, red)));
});
afterEach(async () => {
  await provider.close();
  await rm(editor.folder, { recursive: true });
});

const at = (name: string) => new vscode.Uri(path.join(editor.folder, 'pictures', name));

interface Asking {
  prompt?: string;
  command?: string;
  attached?: unknown[];
  history?: object[];
  offline?: boolean;
  fails?: boolean;
}

async function put({
  prompt = '',
  command,
  attached = [],
  history = [],
  offline = false,
  fails = false,
}: Asking) {
  const told: string[] = [];
  const chosenProvider: Provider = offline
    ? offlineProvider
    : { ...offlineProvider, id: 'test', label: 'Test Provider' };
  const result = await answerRequest(
    {
      request: { prompt, command, references: attached.map(value => ({ id: 'x', value })) },
      history: history as never,
      stream: {
        markdown: text => told.push(typeof text === 'string' ? text : text.value),
        progress: () => undefined,
      },
      token: { isCancellationRequested: false, onCancellationRequested: () => nothing },
    },
    {
      images: new PreparedImages(imageSettings),
      choice: { current: () => ({ provider: chosenProvider, model: 'seer' }) },
      asker: {
        ask: (_chosen, turns, { signal }) => {
          if (fails) throw new SightlineError('keyRejected', `The key ${key} was refused.`);
          const plain = turns.map(({ role, text, pictures }) => ({ role, text, images: pictures }));
          return ask(
            { model: 'seer', turns: plain },
            { label: 'Test Provider', baseURL: provider.url, api: 'chat.completions' },
            { signal, maxRetries: 0 },
          );
        },
      },
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
        show: () => undefined,
        dispose: () => undefined,
      },
    },
  );
  return { told: told.join(''), result };
}

interface Message {
  role: string;
  content: string | { type: string; text?: string; image_url?: { url: string } }[];
}

/** What each request said last, and with how many images. */
const asked = () =>
  provider.requests.map(({ body }) => {
    const { content } = (body as { messages: Message[] }).messages.at(-1) ?? { content: '' };
    return typeof content === 'string'
      ? { text: content, images: 0 }
      : { text: content[0]?.text, images: content.filter(({ type }) => type === 'image_url').length };
  });

test('/describe asks about attached images, in their order, with the prompt of the setting', async () => {
  provider.script(eventStream(...chatStream(['A red ', 'image.'])));
  const { told, result } = await put({
    command: 'describe',
    attached: [new vscode.Location(at('logo.png')), at('lake.png')],
  });
  expect(told).toBe('A red image.\n\n*seer · Test Provider*');
  expect(result).toEqual({ metadata: { command: 'describe' } });
  expect(asked()).toEqual([{ text: describePrompt, images: 2 }]);
});

test('a pasted image, paths in the words, and the open image are looked at; files outside the folders are not', async () => {
  const pasted = { mimeType: 'image/png', data: () => png(solid(5, 5, red)) };
  await put({ command: 'describe', attached: [pasted] });
  await put({ command: 'describe', prompt: 'What is in pictures/lake.png and "pictures/two words.png"?' });
  await put({ command: 'describe', prompt: 'pictures/lake.png, "pictures/two words.png"' });
  editor.open = at('logo.png').path;
  await put({ command: 'describe' });
  editor.open = undefined;
  const outside = path.join(path.dirname(editor.folder), 'outside-of-it.png');
  await writeFile(outside, await png(solid(5, 5, red)));
  const { result } = await put({ command: 'describe', prompt: '../outside-of-it.png' });
  expect(result.errorDetails?.message).toMatch(/no image.*Paste or attach one/);
  expect((await stat(outside)).size).toBeGreaterThan(0);
  await rm(outside);
  expect(asked().map(({ images }) => images)).toEqual([1, 2, 2, 1]);
  expect(asked()[2]?.text).toBe(describePrompt);
  expect(asked()[1]?.text).toBe('What is in pictures/lake.png and "pictures/two words.png"?');
});

test('/alt asks about each image by itself; /compare wants two and names them', async () => {
  const { told } = await put({ command: 'alt', attached: [at('lake.png'), at('logo.png')] });
  expect(told.match(/\*\*(?:logo|lake)\\?\.png\*\*/g)).toHaveLength(2);
  expect(asked()).toEqual([
    { text: expect.stringMatching(/alternative text/) as string, images: 1 },
    { text: expect.stringMatching(/alternative text/) as string, images: 1 },
  ]);
  const one = await put({ command: 'compare', attached: [at('lake.png')] });
  expect(one.result.errorDetails?.message).toMatch(/at least two images/);
  await put({ command: 'compare', prompt: 'the colors', attached: [at('logo.png'), at('lake.png')] });
  expect(asked().at(-1)).toEqual({
    text: expect.stringMatching(/1\. "lake\.png"\n2\. "logo\.png"[^]*In particular: the colors$/) as string,
    images: 2,
  });
});

test('/run opens the dialog of a folder run, and asks no model', async () => {
  const folder = new vscode.Uri(path.join(editor.folder, 'pictures'));
  const { told } = await put({ command: 'run', attached: [folder] });
  expect(editor.executed).toEqual([['sightline.describeFolder', folder]]);
  expect(told).toMatch(/dialog/);
  expect(provider.requests).toHaveLength(0);
});

test('a question goes on from what was said, with its image; more than 20 images are work for a run', async () => {
  await put({
    prompt: 'And its color?',
    history: [
      new vscode.ChatRequestTurn({ prompt: 'What is it?', references: [{ value: at('lake.png') }] }),
      { response: [new vscode.ChatResponseMarkdownPart('A lake.')] },
    ],
  });
  const { messages } = provider.requests[0]?.body as { messages: Message[] };
  expect(
    messages.map(({ role, content }) => [role, typeof content === 'string' ? content : content.length]),
  ).toEqual([
    ['user', 2],
    ['assistant', 'A lake.'],
    ['user', 'And its color?'],
  ]);
  const { result } = await put({ attached: Array.from({ length: 21 }, () => at('lake.png')) });
  expect(result.errorDetails?.message).toMatch(/21 images.*Use \/run/);
});

test('without an image the offline describer says what it does; a failure is told without the key', async () => {
  const { told } = await put({ prompt: 'Hello', offline: true });
  expect(told).toMatch(/Attach or paste an image/);
  const { result } = await put({ prompt: 'Hello', fails: true });
  expect(result.errorDetails?.message).toMatch(/was refused/);
  expect(result.errorDetails?.message).not.toContain(key);
});
