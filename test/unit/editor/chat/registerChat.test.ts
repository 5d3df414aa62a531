import { beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter.ts';
import * as standIn from '../../../support/chatStandIn.ts';

/** What the editor says and is told. */
const editor = vi.hoisted(() => ({
  isTrusted: true,
  isChatOff: false,
  trust: [] as (() => void)[],
  changed: [] as ((event: { affectsConfiguration: (name: string) => boolean }) => void)[],
  /** Vendors that are registered now. */
  vendors: [] as string[],
  /** Times that a provider said that the editor should ask. */
  told: 0,
}));

vi.mock('vscode', async () => {
  const own = await import('../../../support/chatStandIn.ts');
  const nothing = { dispose: () => undefined };
  return {
    ...own,
    commands: { registerCommand: () => nothing },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      onDidGrantWorkspaceTrust: (listener: () => void) => (editor.trust.push(listener), nothing),
      onDidChangeConfiguration: (listener: (typeof editor.changed)[number]) => (
        editor.changed.push(listener),
        nothing
      ),
      getConfiguration: (section?: string) =>
        section === undefined ? { get: () => editor.isChatOff } : own.workspace.getConfiguration(),
    },
    lm: {
      registerLanguageModelChatProvider: (
        vendor: string,
        provider: { onDidChangeLanguageModelChatInformation: (listener: () => void) => unknown },
      ) => {
        editor.vendors.push(vendor);
        provider.onDidChangeLanguageModelChatInformation(() => (editor.told += 1));
        return { dispose: () => editor.vendors.splice(editor.vendors.indexOf(vendor), 1) };
      },
    },
  };
});

const { registerChat } = await import('../../../../src/editor/chat/registerChat.ts');

beforeEach(() => {
  Object.assign(editor, { isTrusted: true, isChatOff: false, trust: [], changed: [], vendors: [], told: 0 });
  standIn.settings['chat.enabled'] = true;
});

function register() {
  const never = { onDidChange: new Emitter().event };
  return registerChat({ keys: never, providers: never, choice: never } as never);
}

const change = (): void => editor.changed.forEach(listener => listener({ affectsConfiguration: () => true }));

/** Waits until activation is over and what comes after it has been loaded. */
const registered = () => expect.poll(() => editor.vendors, { timeout: 20_000 }).toEqual(['sightline']);

test('the models are registered, and the editor is told once to ask for them: it does not by itself', async () => {
  const chat = register();
  await registered();
  expect(editor.told).toBe(1);
  chat.dispose();
  expect(editor.vendors).toEqual([]);
});

test('in a folder that is not trusted there are none, until it is', async () => {
  editor.isTrusted = false;
  register();
  change();
  await import('../../../../src/editor/chat/offerModels.ts');
  await new Promise(resolve => setImmediate(resolve));
  expect(editor.vendors).toEqual([]);
  editor.isTrusted = true;
  editor.trust.forEach(listener => listener());
  await registered();
  expect(editor.told).toBe(1);
});

test('our setting, and the editor’s own that turns its chat off, take them away and bring them back', async () => {
  register();
  await registered();
  standIn.settings['chat.enabled'] = false;
  change();
  expect(editor.vendors).toEqual([]);
  standIn.settings['chat.enabled'] = true;
  change();
  await registered();
  editor.isChatOff = true;
  change();
  expect(editor.vendors).toEqual([]);
});

test('what is turned off while it is being loaded is not left registered', async () => {
  register();
  await new Promise(resolve => setImmediate(resolve));
  standIn.settings['chat.enabled'] = false;
  change();
  await import('../../../../src/editor/chat/offerModels.ts');
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(editor.vendors).toEqual([]);
});
