import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedConversation } from '../../../src/editor/conversation/savedConversation.ts';

const writes = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  Uri: { joinPath: (folder: string, ...names: string[]) => [folder, ...names].join('/') },
  workspace: {
    fs: {
      createDirectory: () => Promise.resolve(),
      writeFile: (_uri: string, bytes: Uint8Array) => {
        writes.push(Buffer.from(bytes).toString());
        return Promise.resolve();
      },
      rename: () => Promise.resolve(),
    },
  },
}));

const { ConversationFile } = await import('../../../src/editor/conversation/conversationFile.ts');

beforeEach(() => {
  vi.useFakeTimers();
  writes.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function newFile() {
  return new ConversationFile('folder' as never, { error: () => undefined } as never);
}

const state = (draft: string) => () => ({ draft }) as unknown as SavedConversation;

test('a conversation is not written whole while an answer streams, but once it has ended', async () => {
  const file = newFile();
  for (let piece = 0; piece < 200; piece++) {
    file.schedule(state(`piece ${piece}`), 'text');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(writes).toEqual([]);
  file.schedule(state('the end'), 'state');
  await vi.advanceTimersByTimeAsync(400);
  expect(writes).toEqual(['{"draft":"the end"}']);
});

test('of an answer that streams for minutes the most is on the disk', async () => {
  const file = newFile();
  for (let second = 0; second < 120; second++) {
    file.schedule(state(`second ${second}`), 'text');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(writes).toHaveLength(4);
});

test('a window that closes while an answer streams writes what is there', async () => {
  const file = newFile();
  file.schedule(state('half'), 'text');
  file.dispose();
  await vi.advanceTimersByTimeAsync(0);
  expect(writes).toEqual(['{"draft":"half"}']);
});
