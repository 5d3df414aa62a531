import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFlow, logInFlow, logOutFlow } from '../../../../src/editor/credentials/logInFlow.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow, savedServiceKeys } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';
import { startTestService } from '../../../support/testService.ts';
import type { ScriptedAnswer, TestService } from '../../../support/testService.ts';

const summary = '/api/account/summary';
const key = `ul_${'a'.repeat(40)}`;
const otherKey = `ul_${'b'.repeat(40)}`;
let service: TestService;
let window: TestWindow;

beforeEach(async () => {
  service = await startTestService();
  window = openWindow(service.url);
});
afterEach(async () => {
  window.dispose();
  await service.close();
});

async function logIn(script: ConstructorParameters<typeof ScriptedDialogue>[0]): Promise<ScriptedDialogue> {
  const dialogue = new ScriptedDialogue(script);
  await logInFlow(window.account, dialogue);
  return dialogue;
}

test('a good key: logged in, with the account and the display prefix', async () => {
  const dialogue = await logIn({ typed: [key] });
  expect(dialogue.shown).toEqual([
    { tone: 'info', message: 'Logged in as ada with the key ul_aaaaaaaa…', buttons: [] },
  ]);
  expect(dialogue.questions[0]?.page).toBe(`${service.url}/settings?tab=api-keys`);
});

test('KEY-3: a malformed key is refused in the box, before anybody is asked', async () => {
  const dialogue = await logIn({ typed: [key.slice(1), `${key} x`, `  ${key}\r\n`] });
  expect(dialogue.refusals).toHaveLength(2);
  expect(dialogue.refusals.join()).not.toContain('aaaa');
  expect(service.authorizations).toEqual([`Bearer ${key}`]);
});

test('leaving the box changes nothing', async () => {
  const dialogue = await logIn({ typed: [] });
  expect(dialogue.shown).toEqual([]);
  expect(service.requests).toEqual([]);
});

describe('each failure is told apart and has its buttons', () => {
  test.each<[ScriptedAnswer, RegExp, string[]]>([
    [
      { status: 401, body: { error: 'Invalid API key' } },
      /not accept this key/,
      ['Enter Another Key', 'Open API Keys Page'],
    ],
    [
      { status: 403, body: { error: 'Permission denied for this operation' } },
      /no permission/,
      ['Enter Another Key', 'Open API Keys Page'],
    ],
    [{ status: 429, headers: { 'retry-after': '5' } }, /Too many requests.*Wait 5 s/, ['Retry']],
    [{ status: 426 }, /too old/, []],
    [{ status: 503 }, /failed with status 503/, ['Retry']],
    [{ body: '<!doctype html>' }, /No Sightline service answers/, ['Retry', 'Open Settings']],
    [{ drop: true }, /no connection.*sightline\.service\.url/, ['Retry', 'Save Anyway', 'Open Settings']],
  ])('%o', async (answer, message, buttons) => {
    service.script(summary, answer);
    const { shown } = await logIn({ typed: [key] });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ tone: 'error', buttons });
    expect(shown[0]?.message).toMatch(message);
    expect(window.store.values.size).toBe(0);
    expect(window.account.state).toEqual({ kind: 'loggedOut' });
  });

  test('KEY-1: a store that refuses: one message that names the keyring', async () => {
    window.store.faults.store = 'refuse';
    const { shown } = await logIn({ typed: [key] });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ tone: 'error', buttons: ['Retry'] });
    expect(shown[0]?.message).toContain('system keyring');
  });
});

describe('what the buttons do', () => {
  test('Enter Another Key asks again', async () => {
    service.script(summary, { status: 401 }, { body: { username: 'grace' } });
    const dialogue = await logIn({ typed: [key, otherKey], pressed: ['Enter Another Key'] });
    expect(dialogue.messages.at(-1)).toBe('Logged in as grace with the key ul_bbbbbbbb…');
  });

  test('Open API Keys Page opens the page and asks again', async () => {
    service.script(summary, { status: 401 }, { body: { username: 'grace' } });
    const dialogue = await logIn({ typed: [key, otherKey], pressed: ['Open API Keys Page'] });
    expect(dialogue.pages).toEqual([`${service.url}/settings?tab=api-keys`]);
    expect(window.account.state).toMatchObject({ username: 'grace' });
  });

  test('Retry sends the same key once more, without asking for it', async () => {
    service.script(summary, { status: 429 }, { body: { username: 'ada' } });
    const dialogue = await logIn({ typed: [key, otherKey], pressed: ['Retry'] });
    expect(dialogue.questions).toHaveLength(1);
    expect(service.authorizations).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  });

  test('Save Anyway saves it unchecked, also where the store lets it only at the second time', async () => {
    service.script(summary, { drop: true });
    window.store.faults.store = 'refuse';
    const dialogue = new ScriptedDialogue({ typed: [key], pressed: ['Save Anyway', 'Retry'] });
    const showMessage = dialogue.showMessage.bind(dialogue);
    dialogue.showMessage = async (tone, message, ...buttons) => {
      if (message.includes('keyring')) delete window.store.faults.store;
      return showMessage(tone, message, ...buttons);
    };
    await logInFlow(window.account, dialogue);
    expect(dialogue.messages.at(-1)).toContain('could not be verified with the service yet');
    expect(window.account.state).toMatchObject({ kind: 'loggedIn', checked: false });
    expect(service.requests).toHaveLength(1);
  });

  test('Open Settings opens the address', async () => {
    service.script(summary, { body: 'hello' });
    const dialogue = await logIn({ typed: [key], pressed: ['Open Settings'] });
    expect(dialogue.settings).toEqual(['service.url']);
  });
});

test('stopping the check shows nothing', async () => {
  service.script(summary, { hang: true });
  const dialogue = new ScriptedDialogue({ typed: [key] });
  dialogue.meanwhile = stop => stop();
  await logInFlow(window.account, dialogue);
  expect(dialogue.shown).toEqual([]);
  expect(window.store.values.size).toBe(0);
});

test('where a variable comes first, the person is told', async () => {
  window.environment['ULTRALYTICS_API_KEY'] = otherKey;
  const dialogue = await logIn({ typed: [key] });
  expect(dialogue.shown).toMatchObject([
    {
      tone: 'warning',
      message: expect.stringMatching(/ULTRALYTICS_API_KEY takes precedence.*ul_bbbbbbbb…/) as string,
    },
  ]);
});

describe('log out', () => {
  test.each([
    [true, 'Logged out.'],
    [false, 'You are already logged out.'],
  ])('logged in before: %s', async (before, message) => {
    if (before) await window.account.logIn(key);
    const dialogue = new ScriptedDialogue();
    await logOutFlow(window.account, dialogue);
    expect(dialogue.messages).toEqual([message]);
    expect(savedServiceKeys(window)).toEqual([]);
  });

  test('a key from the environment stays in use, and the person is told', async () => {
    window.environment['ULTRALYTICS_API_KEY'] = key;
    const dialogue = new ScriptedDialogue();
    await logOutFlow(window.account, dialogue);
    expect(dialogue.shown).toMatchObject([
      { tone: 'warning', message: expect.stringContaining('remove the variable') as string },
    ]);
  });
});

describe('checking the key in use', () => {
  test('good', async () => {
    await window.account.logIn(key, { unchecked: true });
    const dialogue = new ScriptedDialogue();
    await checkFlow(window.account, dialogue);
    expect(dialogue.messages).toEqual(['The key ul_aaaaaaaa… of ada is valid']);
  });

  test('refused: the key stays until the person logs in with another one', async () => {
    await window.account.logIn(key);
    service.script(summary, { status: 401 });
    await checkFlow(window.account, new ScriptedDialogue());
    expect(window.account.state).toMatchObject({ displayPrefix: 'ul_aaaaaaaa…' });
    service.script(summary, { status: 401 }, { body: { username: 'grace' } });
    await checkFlow(
      window.account,
      new ScriptedDialogue({ pressed: ['Enter Another Key'], typed: [otherKey] }),
    );
    expect(window.account.state).toMatchObject({ displayPrefix: 'ul_bbbbbbbb…', username: 'grace' });
  });
});
