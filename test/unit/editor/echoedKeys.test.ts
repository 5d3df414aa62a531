import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/editor/log.ts';
import { ConversationStore } from '../../../src/editor/conversation/conversationStore.ts';
import { EntryRunner } from '../../../src/editor/conversation/entryRunner.ts';
import { showMessage } from '../../../src/editor/dialogs/messages.ts';
import { ask } from '../../../src/inference/ask.ts';
import { exportRun } from '../../../src/runs/exports/exportRun.ts';
import { askPictureBy } from '../../../src/runs/running/askPictureBy.ts';
import { freshCli } from '../../support/cliProcess.ts';
import { canaryKeys, echoes, tellingParts } from '../../support/echoedKeys.ts';
import { exportOptions, temporaryFolder, textOf } from '../../support/runs/exportedRun.ts';
import { differentPictures, useRunFolders } from '../../support/runs/runFolder.ts';
import {
  chatStream,
  eventStream,
  startTestProvider,
  type Script,
  type TestProvider,
} from '../../support/testProvider.ts';

/** What the editor was given to show: notifications, and lines of the log. */
const shown = vi.hoisted((): string[] => []);
vi.mock('vscode', () => {
  const show = (...words: unknown[]): unknown => shown.push(JSON.stringify(words));
  const channel = { info: show, warn: show, error: show };
  return {
    window: {
      createOutputChannel: () => channel,
      showErrorMessage: show,
      showWarningMessage: show,
      showInformationMessage: show,
    },
  };
});

const ways = Object.keys(echoes);
const statuses = [400, 401, 403, 422];
let provider: TestProvider;
let asked = 0;

/** Refuses each request in another way, with the key that came with it. */
const echoing: Script = ({ headers }) => {
  const key = headers.authorization?.slice('Bearer '.length) ?? '';
  const { contentType, body } = echoes[ways[asked % ways.length] ?? '']?.(key) ?? {
    contentType: '',
    body: '',
  };
  return {
    status: statuses[asked++ % statuses.length] ?? 400,
    headers: { 'content-type': contentType },
    body,
  };
};

/** The same, with statuses that concern one picture only. */
const refusingPictures: Script = async request => {
  const reply = await echoing(request);
  return reply === undefined ? undefined : { ...reply, status: 422 };
};

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  shown.length = asked = 0;
});

const folders = useRunFolders(() => provider.url);
const destination = (apiKey: string) => ({
  label: 'Acme',
  baseURL: provider.url,
  api: 'chat.completions' as const,
  apiKey,
});

/** Nothing of the key in what could be seen, as it is or as JSON spells it. */
function expectNone(seen: string, key: string, where: string): void {
  const traces = ways.flatMap(way => echoes[way]?.(key).traces ?? []);
  for (const part of [...tellingParts(key), ...traces])
    for (const spelled of [part, JSON.stringify(part).slice(1, -1)])
      expect(seen.includes(spelled), `${where}: ${spelled}`).toBe(false);
}

test.each(Object.entries(canaryKeys))(
  'B5, KEY-8: %s: echoed in any way, it is in no log, no panel and no notification',
  async (_form, key) => {
    const log = createLog();
    const store = new ConversationStore();
    const runner = new EntryRunner({
      store,
      pictures: { add: () => Promise.resolve('none'), get: () => Promise.resolve(undefined) },
      readFile: uri => Promise.reject(new Error(`no ${uri}`)),
      imageOptions: () => ({ maxSide: 2048, quality: 85 }),
      chosenModel: () => ({
        provider: {
          ...{ id: 'p', label: 'Acme', baseURL: provider.url, api: 'chat.completions' },
          ...{ needsKey: true, takesImages: true, local: false },
        },
        model: 'm',
      }),
      ask: (_chosen, turns, { signal }) =>
        ask({ model: 'm', turns: turns.map(({ role, text }) => ({ role, text })) }, destination(key), {
          signal,
          maxRetries: 0,
        }),
      openLabels: () => Promise.resolve({ of: () => Promise.resolve(undefined) }),
      log,
      now: () => 1000,
    });
    provider.script(echoing);
    for (const way of ways) {
      const id = runner.add({ prompt: 'What?', pictures: [] });
      expect(await runner.run(id), way).toBe('failed');
      const entry = store.entry(id);
      await showMessage('error', `${entry?.error?.message ?? ''} ${entry?.error?.hint ?? ''}`);
      expectNone(`${JSON.stringify(entry)}${shown.join('\n')}`, key, way);
    }
    expect(shown.length).toBeGreaterThanOrEqual(2 * ways.length);
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  },
);

test(
  'B5, W17: no echoed key is on the page of a run, in its files or its exports',
  { timeout: 120_000 },
  async () => {
    const pictures = await differentPictures(Math.ceil(ways.length * 1.5));
    for (const [form, key] of Object.entries(canaryKeys)) {
      provider.reset();
      // An answer now and then, so that the refusals do not end the run.
      let requests = (asked = 0);
      provider.script(request =>
        requests++ % 3 === 0
          ? eventStream(...chatStream([`A sign that says ${key}.`]))
          : refusingPictures(request),
      );
      const { run, record } = await folders(pictures, { ask: askPictureBy(() => destination(key)) });
      await run.start();
      const to = await temporaryFolder();
      const seen = [JSON.stringify(record.rows)];
      for (const format of ['jsonl', 'markdown', 'csv'] as const) {
        const target = path.join(to, `out.${format}`);
        await exportRun(format, record, target, exportOptions({ includeFailed: true, includeDetails: true }));
        seen.push(await textOf(to, `out.${format}`));
      }
      expect(seen.join('\n')).toContain('A sign that says …');
      expectNone(seen.join('\n'), key, form);
    }
  },
);

test('B5: no echoed key is in --json or on standard error', { timeout: 300_000 }, async () => {
  await using cli = await freshCli();
  const files = Object.entries(await differentPictures(ways.length)).map(async ([name, bytes]) => {
    await writeFile(path.join(cli.folder, name), bytes);
    return path.join(cli.folder, name);
  });
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({ id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' }),
  );
  const names = await Promise.all(files);
  for (const form of ['Mistral', 'with marks', 'two parts']) {
    const key = canaryKeys[form] ?? '';
    provider.reset();
    provider.script(refusingPictures);
    const words = ['describe', ...names, '--provider', 'mine', '--model', 'm1', '--json'];
    const { code, stdout, stderr } = await cli.run(words, { env: { MINE_API_KEY: key } });
    expect(code).not.toBe(0);
    expect(provider.requests.length).toBeGreaterThanOrEqual(ways.length);
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expectNone(stdout + stderr, key, form);
  }
});
