import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountState } from '../../../../src/editor/credentials/accountState.ts';
import { openWindow, savedServiceKeys } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';
import { startTestService, summaryOf } from '../../../support/testService.ts';
import type { TestService } from '../../../support/testService.ts';

const summary = '/api/account/summary';
const key = keyOf('a');
let service: TestService;
let window: TestWindow;

beforeEach(async () => {
  service = await startTestService();
  window = openWindow(service.url);
});
afterEach(async () => {
  vi.useRealTimers();
  window.dispose();
  await service.close();
});

/** A well-formed service key, different for each digit. */
function keyOf(digit: string): string {
  return `ul_${digit.repeat(40)}`;
}

function savedName(): string {
  return `sightline.serviceKey.${service.url}`;
}

describe('log in', () => {
  test('checks the key, saves it with its origin and whose it is, and shows no more than its prefix', async () => {
    const state = await window.account.logIn(key);
    expect(state).toEqual({
      kind: 'loggedIn',
      origin: service.url,
      displayPrefix: 'ul_aaaaaaaa…',
      source: 'saved',
      checked: true,
      username: 'ada',
      name: 'ada and friends',
    });
    expect(savedServiceKeys(window)).toEqual([savedName()]);
    expect(window.store.values.get('sightline.serviceKeys')).toBe(JSON.stringify([service.url]));
    expect(JSON.parse(window.store.values.get(savedName()) ?? '')).toEqual({
      key,
      origin: service.url,
      checked: true,
      username: 'ada',
      name: 'ada and friends',
    });
    expect(await window.account.key()).toEqual({ key, origin: service.url, source: 'saved' });
  });

  test('a service that leads to the region of the key is followed: the key is saved for that one, and the setting changes', async () => {
    await using region = await startTestService();
    const path = '/api/account/summary';
    service.script(path, { status: 421, headers: { location: region.url + path } });
    expect(await window.account.logIn(key)).toMatchObject({ kind: 'loggedIn', origin: region.url });
    expect(window.account.address.origin).toBe(region.url);
    expect(savedServiceKeys(window)).toEqual([`sightline.serviceKey.${region.url}`]);
    // From now on it is bound there.
    region.script(path, { status: 421, headers: { location: service.url + path } });
    const before = service.requests.length;
    await expect(window.account.check()).rejects.toMatchObject({ code: 'keyRejected' });
    expect(service.requests).toHaveLength(before);
  });

  test.each([`${key}\r\n`, ` ${key} `, `"${key}"`, `'${key}'`, `${key}\u200B`, `Bearer ${key}`])(
    'KEY-3: exactly 43 characters are stored and sent: %j',
    async pasted => {
      await window.account.logIn(pasted);
      expect(service.authorizations).toEqual([`Bearer ${key}`]);
      expect(window.store.values.get(savedName())).toContain(`"${key}"`);
    },
  );

  test.each([key.slice(1), `${key}a`, `${key.slice(0, 9)} ${key.slice(10)}`, `${key.slice(0, -1)}g`])(
    'KEY-3: refused, nothing stored, the old key kept: %j',
    async pasted => {
      await window.account.logIn(keyOf('b'));
      const before = window.store.values.get(savedName());
      await expect(window.account.logIn(pasted)).rejects.toMatchObject({ name: 'ValueError' });
      expect(window.store.values.get(savedName())).toBe(before);
      expect(service.requests).toHaveLength(1);
    },
  );

  test.each([
    [{ status: 401, body: { error: 'Invalid API key' } }, 'keyRejected'],
    [{ status: 403, body: { error: 'Permission denied for this operation' } }, 'permissionDenied'],
    [{ status: 429 }, 'rateLimited'],
    [{ status: 426 }, 'clientTooOld'],
    [{ status: 500 }, 'providerFailed'],
    [{ body: 'hello' }, 'notAService'],
    [{ drop: true }, 'network'],
  ])('after %o the old key is kept', async (answer, code) => {
    await window.account.logIn(keyOf('b'));
    service.script(summary, answer);
    await expect(window.account.logIn(key)).rejects.toMatchObject({ code });
    expect((await window.account.key())?.key).toBe(keyOf('b'));
    expect(window.account.state).toMatchObject({ kind: 'loggedIn', displayPrefix: 'ul_bbbbbbbb…' });
  });

  test('unchecked, it asks nobody; a later check fills in whose key it is', async () => {
    expect(await window.account.logIn(key, { unchecked: true })).toMatchObject({ checked: false });
    expect(service.requests).toEqual([]);
    expect(await window.account.check()).toMatchObject({ checked: true, username: 'ada' });
    expect(window.store.values.get(savedName())).toContain('"checked":true');
  });

  test('stopped while the service is asked, it saves nothing', async () => {
    service.script(summary, { hang: true });
    const controller = new AbortController();
    const asked = window.account.logIn(key, { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(window.store.values.size).toBe(0);
  });

  test('a service that only has settings says good or bad, not whose key it is', async () => {
    service.script(summary, { status: 404 });
    service.script('/api/settings', { body: {} });
    const state = await window.account.logIn(key);
    expect(state).toMatchObject({ kind: 'loggedIn', checked: true });
    expect(state).not.toHaveProperty('username');
  });

  test('in plain http to another machine it refuses, even unchecked', async () => {
    window.settings.serviceUrl = 'http://service.example';
    await expect(window.account.logIn(key, { unchecked: true })).rejects.toThrow(/could be read on the way/);
    expect(window.store.values.size).toBe(0);
  });
});

describe('a login that ends', () => {
  test('by a refusal is told until the service accepts a key again', async () => {
    await window.account.logIn(key);
    window.account.refused('https://other.example', 'Not here.');
    expect(window.account.state).not.toHaveProperty('refusal');
    window.account.refused(service.url, 'Invalid API key.');
    expect(window.account.state).toMatchObject({ kind: 'loggedIn', refusal: 'Invalid API key.' });
    expect(await window.account.refresh()).toMatchObject({ refusal: 'Invalid API key.' });
    expect(await window.account.check()).not.toHaveProperty('refusal');
    window.account.refused(service.url, 'Invalid API key.');
    expect(await window.account.logIn(keyOf('b'))).not.toHaveProperty('refusal');
  });

  test('by itself is told, by the person’s own log out is not, and a newcomer is told nothing', async () => {
    expect(await window.account.refresh()).toEqual({ kind: 'loggedOut' });
    await window.account.logIn(key);
    window.store.values.clear();
    expect(await window.account.refresh()).toEqual({ kind: 'loggedOut', ended: true });
    await window.account.logIn(key);
    expect(await window.account.logOut()).toEqual({ kind: 'loggedOut' });
  });
});

describe('KEY-1: a store that refuses or hangs', () => {
  test('refusing to save: the failure names the keyring, the state stays logged out, nothing is stored', async () => {
    window.store.faults.store = 'refuse';
    await expect(window.account.logIn(key)).rejects.toMatchObject({ code: 'store' });
    expect(window.account.state).toEqual({ kind: 'loggedOut' });
    expect(window.store.values.size).toBe(0);
    expect(JSON.stringify([window.settings, window.environment])).not.toContain(key);
  });

  test('hanging on read: logged out with the reason, after 3 s; a provider that needs no key is not held up', async () => {
    vi.useFakeTimers();
    window.store.faults.get = 'hang';
    const looked = window.account.refresh();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await looked).toMatchObject({ kind: 'loggedOut', problem: { code: 'store' } });
    const local = { id: 'ollama', label: 'Ollama', baseURL: 'http://127.0.0.1:11434/v1', needsKey: false };
    expect(await window.providerKeys.get(local)).toBeUndefined();
    const used = window.account.key().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await used).toMatchObject({ code: 'store' });
  });

  test('a look that ends late does not overrule a later one', async () => {
    await window.account.logIn(key);
    vi.useFakeTimers();
    window.store.faults.get = 'hang';
    const late = window.account.refresh();
    window.store.faults.get = undefined;
    await window.account.refresh();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await late).toMatchObject({ kind: 'loggedIn' });
  });

  test('once it answers again, the saved key is back', async () => {
    await window.account.logIn(key);
    window.store.faults.get = 'refuse';
    expect(await window.account.refresh()).toMatchObject({ kind: 'loggedOut', problem: { code: 'store' } });
    delete window.store.faults.get;
    expect(await window.account.refresh()).toMatchObject({ kind: 'loggedIn' });
  });

  test('building and disposing wait for nothing and ask nothing', () => {
    const fresh = openWindow(service.url);
    expect(fresh.account.state).toEqual({ kind: 'loggedOut' });
    expect(fresh.store.calls).toEqual({ get: 0, store: 0, delete: 0 });
    fresh.dispose();
    expect(fresh.store.listeners).toBe(0);
  });
});

describe('KEY-2: a vanished secret', () => {
  const other = { id: 'b', label: 'B', baseURL: 'https://b.example/v1', needsKey: true };

  test('is logged out for that account alone, and sends nothing', async () => {
    await window.account.logIn(key);
    await window.providerKeys.save(other, 'provider-b-key');
    window.store.values.delete(savedName());
    expect(await window.account.key()).toBeUndefined();
    expect(window.account.state).toEqual({ kind: 'loggedOut', ended: true });
    await expect(window.account.client()).rejects.toMatchObject({
      code: 'missingKey',
      hint: expect.stringContaining('Log In') as string,
    });
    await expect(window.account.check()).rejects.toMatchObject({ code: 'missingKey' });
    expect(service.requests).toHaveLength(1);
    expect(await window.providerKeys.require(other)).toBe('provider-b-key');
  });

  test.each([
    '',
    'undefined',
    '{"key":"","origin":"X","checked":true}',
    '{"key":"undefined","origin":"X","checked":true}',
  ])('so is one that is no key: %s', async text => {
    window.store.values.set(savedName(), text.replace('X', service.url));
    expect(await window.account.key()).toBeUndefined();
  });
});

describe('KEY-4: every window follows', () => {
  async function twoWindows(
    events: boolean,
  ): Promise<[TestWindow, TestWindow, AccountState[], AccountState[]]> {
    const first = openWindow(service.url, { events });
    const second = openWindow(service.url, { store: first.store });
    await first.account.logIn(key);
    await expect.poll(() => second.account.state.kind).toBe('loggedIn');
    const seenInFirst: AccountState[] = [];
    const seenInSecond: AccountState[] = [];
    first.account.onDidChange(state => seenInFirst.push(state));
    second.account.onDidChange(state => seenInSecond.push(state));
    return [first, second, seenInFirst, seenInSecond];
  }

  test.each([true, false])('log out in one; store tells it of changes: %s', async events => {
    const [first, second, seenInFirst, seenInSecond] = await twoWindows(events);
    await first.account.logOut();
    expect(first.account.state).toEqual({ kind: 'loggedOut' });
    await expect.poll(() => second.account.state).toEqual({ kind: 'loggedOut' });
    // Each once, although the window that made the change may hear of it twice.
    expect(seenInFirst).toEqual([{ kind: 'loggedOut' }]);
    // The person did it: the other window does not tell of a login that ended by itself.
    expect(seenInSecond).toEqual([{ kind: 'loggedOut' }]);
    await expect(second.account.client()).rejects.toMatchObject({ code: 'missingKey' });
    expect(service.authorizations).toHaveLength(1);
  });

  test('another key in one shows in both', async () => {
    const [first, second] = await twoWindows(false);
    await first.account.logIn(keyOf('c'));
    expect(first.account.state).toMatchObject({ displayPrefix: 'ul_cccccccc…' });
    await expect.poll(() => second.account.state).toMatchObject({ displayPrefix: 'ul_cccccccc…' });
  });

  test('a window that heard nothing uses the old key no more', async () => {
    const [first] = await twoWindows(true);
    const deaf = openWindow(service.url, { store: first.store, events: false });
    expect(await deaf.account.refresh()).toMatchObject({ kind: 'loggedIn' });
    await first.account.logOut();
    expect(deaf.account.state.kind).toBe('loggedIn');
    await expect(deaf.account.client()).rejects.toMatchObject({ code: 'missingKey' });
    expect(deaf.account.state).toEqual({ kind: 'loggedOut' });
  });

  test('a check that ends after the log out does not bring the key back', async () => {
    await window.account.logIn(key, { unchecked: true });
    let answer = (): void => {};
    const after = new Promise<void>(resolve => (answer = resolve));
    service.script(summary, { after, body: summaryOf('ada') });
    const checked = window.account.check();
    await expect.poll(() => service.requests).toHaveLength(1);
    await window.account.logOut();
    answer();
    expect(await checked).toEqual({ kind: 'loggedOut' });
    expect(savedServiceKeys(window)).toEqual([]);
  });

  test('what did not change is not told', async () => {
    const seen: AccountState[] = [];
    window.account.onDidChange(state => seen.push(state));
    await window.account.refresh();
    await window.account.logIn(key);
    await window.account.refresh();
    await window.account.key();
    expect(seen).toMatchObject([{ kind: 'loggedIn' }]);
  });
});

describe('precedence, by the header that was sent', () => {
  async function sent(explicit?: string): Promise<string | undefined> {
    const before = service.requests.length;
    await (await window.account.client(explicit)).accountSummary();
    expect(service.requests).toHaveLength(before + 1);
    return service.authorizations.at(-1)?.replace('Bearer ', '');
  }

  test('explicit, then the environment, then the saved one', async () => {
    await window.account.logIn(keyOf('c'));
    expect(await sent()).toBe(keyOf('c'));
    window.environment['ULTRALYTICS_API_KEY'] = ` ${keyOf('b')}\n`;
    expect(await sent()).toBe(keyOf('b'));
    expect(await sent(keyOf('a'))).toBe(keyOf('a'));
    window.environment['ULTRALYTICS_API_KEY'] = ' ';
    expect(await sent()).toBe(keyOf('c'));
  });

  test('the variable is the one of the setting', async () => {
    window.settings.keyVariable = 'TEAM_KEY';
    window.environment['ULTRALYTICS_API_KEY'] = keyOf('b');
    window.environment['TEAM_KEY'] = keyOf('d');
    expect(await sent()).toBe(keyOf('d'));
    expect(await window.account.refresh()).toMatchObject({
      source: 'environment',
      variable: 'TEAM_KEY',
      checked: false,
    });
    expect(await window.account.check()).toMatchObject({ checked: true, username: 'ada' });
    expect(window.store.values.size).toBe(0);
  });

  test('what the service said of one key in the variable is not said of the next', async () => {
    window.environment['ULTRALYTICS_API_KEY'] = keyOf('b');
    await window.account.check();
    window.environment['ULTRALYTICS_API_KEY'] = keyOf('d');
    const state = await window.account.refresh();
    expect(state).toMatchObject({ checked: false, displayPrefix: 'ul_dddddddd…' });
    expect(state).not.toHaveProperty('username');
  });

  test('log out leaves the variable, and says so by the state', async () => {
    await window.account.logIn(key);
    window.environment['ULTRALYTICS_API_KEY'] = keyOf('b');
    expect(await window.account.logOut()).toMatchObject({ kind: 'loggedIn', source: 'environment' });
    expect(savedServiceKeys(window)).toEqual([]);
  });

  test('a variable with a broken key is told, not passed over, and its value not repeated', async () => {
    await window.account.logIn(key);
    window.environment['ULTRALYTICS_API_KEY'] = keyOf('b').slice(1);
    const state = await window.account.refresh();
    expect(state).toMatchObject({ kind: 'loggedOut', problem: { code: 'keyRejected' } });
    expect(JSON.stringify(state) + String(state.kind === 'loggedOut' && state.problem)).not.toContain('bbbb');
    await expect(window.account.client()).rejects.toThrow(
      'The environment variable ULTRALYTICS_API_KEY contains no valid key.',
    );
  });

  test('the public service’s variable goes to another machine only if the person chose it for that', async () => {
    window.environment['ULTRALYTICS_API_KEY'] = key;
    window.settings.serviceUrl = 'https://service.example';
    expect(await window.account.key()).toBeUndefined();
    window.settings.keyVariableChosen = true;
    expect(await window.account.key()).toMatchObject({ key, origin: 'https://service.example' });
    window.settings.keyVariableChosen = false;
    window.settings.serviceUrl = 'https://platform.ultralytics.com/';
    expect(await window.account.key()).toMatchObject({ key, origin: 'https://platform.ultralytics.com' });
  });
});

describe('several services', () => {
  test('each login is listed with whose it is and nothing of its key, and asks nobody', async () => {
    await using other = await startTestService();
    other.script(summary, { body: summaryOf('grace') });
    await window.account.logIn(key);
    await window.account
      .logIn(keyOf('b'), { address: { base: `${other.url}/vision`, origin: other.url } })
      .catch(
        () => undefined, // Nothing is below that path.
      );
    expect(window.settings.serviceUrl).toBe(service.url);
    await window.account.logIn(keyOf('b'), { address: { base: other.url, origin: other.url } });
    expect(window.settings.serviceUrl).toBe(other.url);
    const before = service.requests.length + other.requests.length;
    const logins = await window.account.logins();
    expect(logins).toEqual([
      { origin: other.url, base: other.url, source: 'saved', username: 'grace', name: 'grace and friends' },
      { origin: service.url, base: service.url, source: 'saved', username: 'ada', name: 'ada and friends' },
    ]);
    expect(service.requests.length + other.requests.length).toBe(before);
  });

  test('log out of one that is not in use leaves the one in use', async () => {
    await using other = await startTestService();
    await window.account.logIn(key);
    await window.account.logIn(keyOf('b'), { address: { base: other.url, origin: other.url } });
    expect(await window.account.logOut(service.url)).toMatchObject({ kind: 'loggedIn', origin: other.url });
    expect(savedServiceKeys(window)).toEqual([`sightline.serviceKey.${other.url}`]);
    expect((await window.account.logins()).map(({ origin }) => origin)).toEqual([other.url]);
  });

  test('a login from before there was a list is found, and listed from then on', async () => {
    await window.account.logIn(key);
    window.store.values.delete('sightline.serviceKeys');
    expect(await window.account.logins()).toHaveLength(1);
    window.settings.serviceUrl = 'https://service.example';
    expect((await window.account.logins()).map(({ origin }) => origin)).toEqual([service.url]);
  });

  test('a list that cannot be written keeps no key', async () => {
    await window.account.logIn(key);
    window.store.faults.store = 'refuse';
    await expect(window.account.logOut()).rejects.toMatchObject({ code: 'store' });
    expect(savedServiceKeys(window)).toEqual([]);
  });
});

describe('a key is bound to its origin', () => {
  test('one saved for A is not sent to B, and is there again when A is', async () => {
    await using other = await startTestService();
    await window.account.logIn(key);
    window.settings.serviceUrl = other.url;
    expect(await window.account.refresh()).toEqual({ kind: 'loggedOut' });
    await expect(window.account.client()).rejects.toMatchObject({ code: 'missingKey' });
    expect(other.requests).toEqual([]);
    window.settings.serviceUrl = `${service.url}/`;
    expect(await window.account.refresh()).toMatchObject({ kind: 'loggedIn', displayPrefix: 'ul_aaaaaaaa…' });
  });

  test('a record under the name of another origin counts as absent', async () => {
    await window.account.logIn(key);
    const record = window.store.values.get(savedName()) ?? '';
    window.store.values.set(savedName(), record.replace(service.url, 'https://elsewhere.example'));
    expect(await window.account.key()).toBeUndefined();
  });

  test('a redirect to another origin does not take it along', async () => {
    await using other = await startTestService();
    service.script(summary, { status: 307, headers: { location: `${other.url}${summary}` } });
    await expect(window.account.logIn(key)).rejects.toMatchObject({ code: 'notAService' });
    expect(other.requests).toEqual([]);
  });

  test('each origin keeps its own', async () => {
    await using other = await startTestService();
    other.script(summary, { body: summaryOf('grace') });
    await window.account.logIn(key);
    window.settings.serviceUrl = other.url;
    expect(await window.account.logIn(keyOf('b'))).toMatchObject({ username: 'grace' });
    await window.account.logOut();
    window.settings.serviceUrl = service.url;
    expect(await window.account.refresh()).toMatchObject({ username: 'ada' });
  });
});

test('a setting that is no address is a problem of the account, not of the extension', async () => {
  window.settings.serviceUrl = 'platform';
  expect(await window.account.refresh()).toMatchObject({
    kind: 'loggedOut',
    problem: { remedy: { kind: 'correctServiceAddress' } },
  });
  await window.providerKeys.save(
    { id: 'b', label: 'B', baseURL: 'https://b.example', needsKey: true },
    'b-key',
  );
  expect(await window.providerKeys.origins()).toEqual(['https://b.example']);
});
