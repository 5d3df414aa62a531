import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { KeptConversations } from '../../src/editor/conversation/keptConversations.ts';
import type { SavedConversation } from '../../src/editor/conversation/savedConversation.ts';
import type { Log } from '../../src/editor/log.ts';

const log = { error: () => undefined } as unknown as Log;

function saved(prompt: string, picture: string): SavedConversation {
  const notes: string[] = [];
  return {
    version: 1,
    conversation: {
      entries: [
        {
          ...{ id: 'e', createdAt: 0, prompt, pictures: [{ id: picture, name: `${picture}.jpg`, notes }] },
          ...{ status: 'complete', text: 'A lake.', reasoning: '', notices: [] },
          ...{ model: 'm', provider: 'p', fromSelection: false },
        },
      ],
      attachments: [],
      draft: '',
    },
    sent: {},
    sources: {},
  };
}

suite('the conversations that were left for others', () => {
  let folder: string;
  const open = (): KeptConversations => new KeptConversations(vscode.Uri.file(folder), log);

  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-kept-'));
  });
  teardown(() => rm(folder, { recursive: true }));

  test('are listed with the newest first, opened, renamed, kept again under the same name, and deleted', async () => {
    const kept = open();
    assert.deepEqual(await kept.list(), []);
    await kept.keep(saved('Which colour?', 'lake'), 1000);
    await kept.keep(saved('How many?', 'herd'), 2000);
    const [herd, lake] = await open().list();
    assert.deepEqual([herd?.title, lake?.title], ['herd.jpg: How many?', 'lake.jpg: Which colour?']);
    assert.deepEqual([lake?.at, lake?.questions, lake?.pictures], [1000, 1, ['lake']]);
    assert.match(lake?.words ?? '', /lake\.jpg Which colour\?/);

    await kept.rename(lake?.id ?? '', 'The evening');
    const whole = await kept.get(lake?.id ?? '');
    assert.equal(whole.conversation.entries[0]?.text, 'A lake.');
    await kept.keep(whole, 3000);
    assert.deepEqual(
      (await open().list()).map(({ title, at }) => [title, at]),
      [
        ['The evening', 3000],
        ['herd.jpg: How many?', 2000],
      ],
    );
    await kept.remove(herd?.id ?? '');
    assert.equal((await open().list()).length, 1);
  });

  test('are listed from their files where the index is lost or damaged; a damaged file keeps none of the others away', async () => {
    await open().keep(saved('Which colour?', 'lake'), 1000);
    for (const index of ['{', undefined]) {
      if (index === undefined) await rm(path.join(folder, 'index.json'));
      else await writeFile(path.join(folder, 'index.json'), index);
      await writeFile(path.join(folder, 'broken.json'), 'no conversation');
      assert.deepEqual(
        (await open().list()).map(({ title }) => title),
        ['lake.jpg: Which colour?'],
      );
    }
  });
});
