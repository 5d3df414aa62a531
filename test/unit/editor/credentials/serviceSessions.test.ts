import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeServiceFlow } from '../../../../src/editor/credentials/changeServiceFlow.ts';
import { ServiceSessions } from '../../../../src/editor/credentials/serviceSessions.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow, savedServiceKeys } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';
import { startTestService, summaryOf } from '../../../support/testService.ts';
import type { TestService } from '../../../support/testService.ts';

const key = `ul_${'a'.repeat(40)}`;
const otherKey = `ul_${'b'.repeat(40)}`;
let service: TestService;
let other: TestService;
let window: TestWindow;

beforeEach(async () => {
  service = await startTestService();
  other = await startTestService();
  other.script('/api/account/summary', { body: summaryOf('grace') });
  window = openWindow(service.url);
});
afterEach(async () => {
  window.dispose();
  await Promise.all([service.close(), other.close()]);
});

function sessionsWith(script: ConstructorParameters<typeof ScriptedDialogue>[0] = {}, of = window) {
  const dialogue = new ScriptedDialogue(script);
  return {
    dialogue,
    sessions: new ServiceSessions({ account: of.account, settings: of.credentialSettings, dialogue }),
  };
}

const hostOf = ({ url }: TestService): string => new URL(url).host;

test('there is one session for each service, named after its account, with a token without power', async () => {
  const { sessions } = sessionsWith({ typed: [key, otherKey] });
  await sessions.create(service.url);
  await sessions.create(other.url);
  const before = service.requests.length + other.requests.length;
  expect(await sessions.list()).toEqual([
    {
      id: other.url,
      accessToken: `sightline.service:${other.url}`,
      account: { id: other.url, label: `grace at ${hostOf(other)}` },
      scopes: ['login'],
    },
    {
      id: service.url,
      accessToken: `sightline.service:${service.url}`,
      account: { id: service.url, label: `ada at ${hostOf(service)}` },
      scopes: ['login'],
    },
  ]);
  expect(await sessions.list(service.url)).toHaveLength(1);
  expect(service.requests.length + other.requests.length).toBe(before);
});

describe('signing in', () => {
  test('offers the services that are known, and takes the address of another one; that one is in use then', async () => {
    await window.account.logIn(key);
    const { dialogue, sessions } = sessionsWith({
      picked: ['Another Service…'],
      typed: ['ftp://vision.example', 'http://vision.example', other.url, otherKey],
    });
    expect(await sessions.create()).toMatchObject({ id: other.url });
    expect(dialogue.lists).toEqual([
      ['https://platform.ultralytics.com | ', 'Another Service… | enter its address'],
    ]);
    expect(dialogue.refusals).toHaveLength(2);
    expect(window.settings.serviceUrl).toBe(other.url);
    expect(window.account.state).toMatchObject({ kind: 'loggedIn', username: 'grace' });
  });

  test('left before a key is saved, it changes nothing', async () => {
    await window.account.logIn(key);
    const { sessions } = sessionsWith({ picked: ['Another Service…'], typed: [other.url] });
    expect(await sessions.create()).toBeUndefined();
    expect(window.settings.serviceUrl).toBe(service.url);
    expect(await sessions.list()).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  test('an address without https:// is one with it', async () => {
    const { dialogue, sessions } = sessionsWith({ picked: ['Another Service…'], typed: ['vision.example'] });
    await sessions.create();
    expect(dialogue.questions[0]?.prompt).toContain('API key for vision.example.');
  });
});

describe('signing out', () => {
  test('removes the login of that service alone', async () => {
    const { dialogue, sessions } = sessionsWith({ typed: [key, otherKey] });
    await sessions.create(service.url);
    await sessions.create(other.url);
    expect(await sessions.remove(service.url)).toBe(true);
    expect(dialogue.messages.at(-1)).toBe(`Logged out of ${hostOf(service)}.`);
    expect(savedServiceKeys(window)).toEqual([`sightline.serviceKey.${other.url}`]);
    expect(await sessions.remove(other.url)).toBe(true);
    expect(dialogue.messages.at(-1)).toBe('Logged out.');
    expect(window.account.state).toEqual({ kind: 'loggedOut' });
    expect(await sessions.list()).toEqual([]);
  });

  test('is refused with words where the key is from the environment', async () => {
    window.environment['ULTRALYTICS_API_KEY'] = key;
    const { dialogue, sessions } = sessionsWith();
    expect(await sessions.list()).toMatchObject([{ id: service.url, account: { label: hostOf(service) } }]);
    expect(await sessions.remove(service.url)).toBe(false);
    expect(dialogue.shown).toMatchObject([
      { tone: 'warning', message: expect.stringContaining('ULTRALYTICS_API_KEY') as string },
    ]);
    expect(await sessions.list()).toHaveLength(1);
  });
});

describe('what the editor is told', () => {
  test('follows log in and log out by the commands, here and in another window', async () => {
    const second = openWindow(service.url, { store: window.store });
    const inFirst = sessionsWith().sessions;
    const inSecond = sessionsWith({}, second).sessions;
    expect(await inFirst.changes()).toBeUndefined(); // The editor has not asked yet.
    for (const sessions of [inFirst, inSecond]) expect(await sessions.list()).toEqual([]);
    await window.account.logIn(key);
    for (const sessions of [inFirst, inSecond]) {
      expect(await sessions.changes()).toMatchObject({ added: [{ id: service.url }], removed: [] });
      expect(await sessions.changes()).toBeUndefined();
    }
    await second.account.logOut();
    for (const sessions of [inFirst, inSecond])
      expect(await sessions.changes()).toMatchObject({ added: [], removed: [{ id: service.url }] });
    second.dispose();
  });

  test('an account with another name is another one', async () => {
    await window.account.logIn(key, { unchecked: true });
    const { sessions } = sessionsWith();
    await sessions.list();
    await window.account.check();
    expect(await sessions.changes()).toMatchObject({
      added: [{ account: { label: `ada at ${hostOf(service)}` } }],
      removed: [{ account: { label: hostOf(service) } }],
    });
  });

  test('every change of a login is told as one that may matter', async () => {
    let told = 0;
    window.account.onDidChangeLogins(() => told++);
    await window.account.logIn(key);
    expect(told).toBeGreaterThan(0);
    told = 0;
    window.environment['ULTRALYTICS_API_KEY'] = otherKey;
    await window.account.refresh();
    expect(told).toBe(1);
  });
});

describe('a login is missed', () => {
  test('where it ended by itself, not after a log out', async () => {
    const { sessions } = sessionsWith();
    await window.account.logIn(key);
    expect(await sessions.isMissed()).toBe(false);
    window.store.values.delete(`sightline.serviceKey.${service.url}`);
    expect(await sessions.isMissed()).toBe(true);
    await window.account.logIn(key);
    await window.account.logOut();
    expect(await sessions.isMissed()).toBe(false);
  });

  test('where somebody has set an address and never logged in, not at the public service', async () => {
    const { sessions } = sessionsWith();
    expect(await sessions.isMissed()).toBe(true);
    window.settings.serviceUrl = 'https://platform.ultralytics.com/';
    expect(await sessions.isMissed()).toBe(false);
  });
});

describe('Change Service', () => {
  async function change(
    script: ConstructorParameters<typeof ScriptedDialogue>[0],
  ): Promise<ScriptedDialogue> {
    const dialogue = new ScriptedDialogue(script);
    await changeServiceFlow({ account: window.account, settings: window.credentialSettings, dialogue });
    return dialogue;
  }

  test('goes to another login, without a request', async () => {
    await window.account.logIn(key);
    await window.account.logIn(otherKey, { address: { base: other.url, origin: other.url } });
    const before = service.requests.length + other.requests.length;
    const { lists, messages } = await change({ picked: [service.url] });
    expect(lists[0]).toEqual([
      `${other.url} | grace`,
      `${service.url} | ada`,
      'Another Service… | enter its address',
    ]);
    expect(messages).toEqual([`Sightline now uses the service at ${service.url}.`]);
    expect(window.account.state).toMatchObject({ username: 'ada' });
    expect(service.requests.length + other.requests.length).toBe(before);
  });

  test('logs in to one that is entered', async () => {
    await window.account.logIn(key);
    await change({ picked: ['Another Service…'], typed: [other.url, otherKey] });
    expect(window.account.state).toMatchObject({ username: 'grace', origin: other.url });
  });
});
