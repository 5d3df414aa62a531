import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceKeyFlow } from '../../../../src/editor/credentials/replaceKeyFlow.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow, type TestWindow } from '../../../support/testCredentials.ts';
import { startTestService, summaryOf, type TestService } from '../../../support/testService.ts';

const oldKey = `zz_${'0123456789'.repeat(4)}`;
const newKey = `zz_${'abcdef0123'.repeat(4)}`;

let service: TestService;
let window: TestWindow;
beforeEach(async () => {
  service = await startTestService();
  window = openWindow(service.url);
  await window.account.logIn(oldKey);
});
afterEach(() => service.close());

const savedKey = async (): Promise<string | undefined> => (await window.account.key())?.key;

test('the new key is checked and takes the place of the old one, which is to be revoked', async () => {
  const dialogue = new ScriptedDialogue({ typed: [newKey], pressed: ['Open API Keys Page'] });
  await replaceKeyFlow(window.account, dialogue);
  expect(await savedKey()).toBe(newKey);
  expect(service.authorizations.at(-1)).toBe(`Bearer ${newKey}`);
  expect(dialogue.messages).toEqual([expect.stringMatching(/zz_abcdef01….*zz_01234567….*revoke/)]);
  expect(dialogue.pages).toEqual([`${service.url}/settings?tab=api-keys`]);
});

test('a new key that is refused leaves the old one, and another can be entered', async () => {
  service.script(
    '/api/account/summary',
    { status: 401, body: { error: 'Invalid API key' } },
    { body: summaryOf('ada') },
  );
  const dialogue = new ScriptedDialogue({ typed: [newKey] });
  await replaceKeyFlow(window.account, dialogue);
  expect(await savedKey()).toBe(oldKey);
  expect(dialogue.shown[0]?.message).toContain('Invalid API key');
  const again = new ScriptedDialogue({ typed: [newKey] });
  await replaceKeyFlow(window.account, again);
  expect(await savedKey()).toBe(newKey);
});

test('a new key that cannot be checked is not saved, and that is not offered', async () => {
  await service.close();
  const dialogue = new ScriptedDialogue({ typed: [newKey] });
  await replaceKeyFlow(window.account, dialogue);
  expect(await savedKey()).toBe(oldKey);
  expect(dialogue.shown[0]?.buttons).toEqual(['Retry', 'Open Settings']);
});

test('a store that refuses the new key keeps the old one', async () => {
  window.store.faults.store = 'refuse';
  const dialogue = new ScriptedDialogue({ typed: [newKey] });
  await replaceKeyFlow(window.account, dialogue);
  window.store.faults.store = undefined;
  expect(await savedKey()).toBe(oldKey);
  expect(dialogue.shown[0]).toMatchObject({ tone: 'error' });
});

test('stopping the check keeps the old key and shows nothing', async () => {
  service.script('/api/account/summary', { hang: true });
  const dialogue = new ScriptedDialogue({ typed: [newKey] });
  dialogue.meanwhile = stop => stop();
  await replaceKeyFlow(window.account, dialogue);
  expect([await savedKey(), dialogue.shown]).toEqual([oldKey, []]);
});

test.each([
  [undefined, oldKey],
  ['Replace', newKey],
])('a key of another account takes its place only after a question: %s', async (pressed, expected) => {
  service.script('/api/account/summary', { body: summaryOf('grace') });
  const dialogue = new ScriptedDialogue({ typed: [newKey], pressed: pressed === undefined ? [] : [pressed] });
  await replaceKeyFlow(window.account, dialogue);
  expect(dialogue.shown[0]).toMatchObject({
    message: expect.stringMatching(/grace.*ada/) as string,
    buttons: ['Replace'],
  });
  expect(await savedKey()).toBe(expected);
});

test('the key in use is not replaced by itself', async () => {
  const asked = service.requests.length;
  const dialogue = new ScriptedDialogue({ typed: [oldKey] });
  await replaceKeyFlow(window.account, dialogue);
  expect(dialogue.messages).toEqual([expect.stringContaining('already in use')]);
  expect(service.requests.length).toBe(asked);
});

test('KEY-2: with no key saved it offers to log in', async () => {
  await window.account.logOut();
  const dialogue = new ScriptedDialogue({ typed: [newKey], pressed: ['Log In'] });
  await replaceKeyFlow(window.account, dialogue);
  expect(await savedKey()).toBe(newKey);
});
