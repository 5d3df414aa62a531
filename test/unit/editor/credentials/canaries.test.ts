import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logInFlow, logOutFlow } from '../../../../src/editor/credentials/logInFlow.ts';
import { accountMenu, accountText } from '../../../../src/editor/credentials/accountState.ts';
import { ServiceSessions } from '../../../../src/editor/credentials/serviceSessions.ts';
import { setProviderKeyFlow } from '../../../../src/editor/credentials/setProviderKeyFlow.ts';
import { SightlineError } from '../../../../src/base/errors.ts';
import type { Provider } from '../../../../src/inference/providers/provider.ts';
import { redact } from '../../../../src/base/redact.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';
import { startTestService } from '../../../support/testService.ts';
import type { TestService } from '../../../support/testService.ts';

const hex = 'c0ffee00'.repeat(5);
const serviceKey = `ul_${hex}`;
const providerKey = 'acme-canary-0123456789';
/** Anything longer than the display prefix is too much. */
const canaries = [hex.slice(0, 12), hex.slice(-12), providerKey, providerKey.slice(5, 15)];
const provider: Provider = {
  id: 'acme',
  label: 'Acme',
  baseURL: 'https://api.acme.example/v1',
  api: 'responses',
  needsKey: true,
  takesImages: true,
  local: false,
};
let service: TestService;
let window: TestWindow;
/** All that a person, a log or a file could get to see. */
let visible: unknown[];

beforeEach(async () => {
  service = await startTestService();
  window = openWindow(service.url);
  visible = [];
  window.account.onDidChange(state => visible.push(state, accountText(state), accountMenu(state)));
});
afterEach(async () => {
  window.dispose();
  await service.close();
});

function expectNoCanary(): void {
  const all = inspect([visible, window.settings, window.account.state], {
    depth: 12,
    showHidden: true,
    maxStringLength: null,
  });
  expect(visible.length).toBeGreaterThan(0);
  for (const canary of canaries) expect(all).not.toContain(canary);
}

test('after log ins of every outcome no key is in messages, errors with their causes, settings or state', async () => {
  const answers = [
    { status: 401, body: { error: `Invalid API key ${serviceKey}` } },
    { status: 400, body: { error: `Bearer ${serviceKey} is odd` } },
    { status: 502, headers: { 'content-type': 'text/html' }, body: `<title>${serviceKey}</title>` },
    { status: 302, headers: { location: `https://elsewhere.example/?key=${serviceKey}` } },
    { body: serviceKey },
    { drop: true },
  ];
  for (const answer of answers) {
    service.script('/api/account/summary', answer);
    const dialogue = new ScriptedDialogue({ typed: [serviceKey, `${serviceKey}0`, `${serviceKey} x`] });
    await logInFlow(window.account, dialogue);
    visible.push(dialogue.shown, dialogue.refusals);
    visible.push(await window.account.logIn(serviceKey).catch((error: unknown) => error));
    visible.push(await window.account.logIn(serviceKey.slice(1)).catch((error: unknown) => error));
  }
  service.script('/api/account/summary', { body: { username: 'ada' } });
  for (const operation of ['store', 'get', 'delete'] as const) {
    window.store.faults[operation] = 'refuse';
    visible.push(await window.account.logIn(serviceKey).catch((error: unknown) => error));
    visible.push(await window.account.logOut().catch((error: unknown) => error));
    window.store.faults[operation] = undefined;
  }
  const good = new ScriptedDialogue({ typed: [serviceKey] });
  await logInFlow(window.account, good);
  expect(good.messages.join()).toContain('Logged in as ada');
  expectNoCanary();
  window.environment['ULTRALYTICS_API_KEY'] = `${serviceKey}0`;
  visible.push(await window.account.refresh());
  delete window.environment['ULTRALYTICS_API_KEY'];
  const out = new ScriptedDialogue();
  await logOutFlow(window.account, out);
  visible.push(good.shown, out.shown);
  expectNoCanary();
  expect(JSON.stringify([...window.store.values])).not.toContain(hex);
});

test('nor in a session of the menu of accounts, which any extension may ask for', async () => {
  const sessions = new ServiceSessions({
    account: window.account,
    settings: window.credentialSettings,
    dialogue: new ScriptedDialogue({ typed: [serviceKey] }),
  });
  visible.push(await sessions.list());
  const made = await sessions.create(service.url);
  expect(made?.id).toBe(service.url);
  visible.push(
    made,
    await sessions.list(),
    await sessions.changes(),
    await window.account.logins(),
    sessions,
  );
  window.environment['ULTRALYTICS_API_KEY'] = serviceKey;
  visible.push(await sessions.list());
  delete window.environment['ULTRALYTICS_API_KEY'];
  await sessions.remove(service.url);
  visible.push(await sessions.changes());
  expectNoCanary();
});

test('nor after setting provider keys', async () => {
  for (const failure of [
    undefined,
    new SightlineError('keyRejected', 'no'),
    new SightlineError('network', 'no'),
  ]) {
    const dialogue = new ScriptedDialogue({
      typed: [`${providerKey} x`, providerKey],
      pressed: ['Save Anyway'],
    });
    const checkKey = async (): Promise<void> =>
      failure === undefined ? Promise.resolve() : Promise.reject(failure);
    await setProviderKeyFlow(
      { providerKeys: window.providerKeys, providers: () => [provider], checkKey },
      dialogue,
      'acme',
    );
    visible.push(dialogue.shown, dialogue.refusals);
  }
  window.store.faults.store = 'refuse';
  visible.push(await window.providerKeys.save(provider, providerKey).catch((error: unknown) => error));
  expectNoCanary();
});

test('what is written to a log passes through redact', () => {
  const line = redact(`Bearer ${serviceKey} x-api-key: ${providerKey} ${providerKey}`, providerKey);
  for (const canary of canaries) expect(line).not.toContain(canary);
});

test('only the vault touches the secret store, and nothing in these rooms writes to a console or a memento', () => {
  const files = ['src/editor/credentials', 'src/platform'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const { name, text } of files) {
    expect(text, name).not.toMatch(/console\.|globalState|workspaceState|Memento/);
    if (name !== 'secretVault.ts') expect(text, name).not.toMatch(/secrets\s*\.\s*(get|store|delete)\b/);
  }
});
