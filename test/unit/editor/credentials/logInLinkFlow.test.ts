import { afterEach, beforeEach, expect, test } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { logInLinkFlow } from '../../../../src/editor/credentials/logInLinkFlow.ts';
import { logInLink, readLogInLink } from '../../../../src/platform/logInLink.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';
import { startTestService } from '../../../support/testService.ts';
import type { TestService } from '../../../support/testService.ts';

const key = `ul_${'a'.repeat(40)}`;
const elsewhere = 'https://elsewhere.example';
let service: TestService;
let window: TestWindow;
beforeEach(async () => {
  service = await startTestService();
  window = openWindow(elsewhere);
});
afterEach(async () => {
  window.dispose();
  await service.close();
});

/** A link as the editor hands it over: its query decoded. */
function handedOver(link: string): { path: string; query: string } {
  const url = new URL(link);
  return { path: url.pathname, query: decodeURIComponent(url.search.slice(1)) };
}

async function open(link: string, script: ConstructorParameters<typeof ScriptedDialogue>[0]) {
  const dialogue = new ScriptedDialogue(script);
  const { account, credentialSettings: settings } = window;
  await logInLinkFlow(handedOver(link), { account, settings, dialogue });
  return dialogue;
}

test('the link of a service’s page logs in there, once the person has agreed to the address', async () => {
  const dialogue = await open(logInLink(service.url), { pressed: ['Continue'], typed: [key] });
  expect(dialogue.messages[0]).toContain(`Log in to the service at ${service.url}?`);
  expect(dialogue.messages[0]).toContain(`changes from ${elsewhere}`);
  expect(service.authorizations).toEqual([`Bearer ${key}`]);
  expect(window.settings.serviceUrl).toBe(service.url);
});

test('who does not agree keeps the setting, and nothing is asked or sent', async () => {
  const dialogue = await open(logInLink(service.url), { typed: [key] });
  expect(dialogue.questions).toEqual([]);
  expect(service.requests).toEqual([]);
  expect(window.settings.serviceUrl).toBe(elsewhere);
});

test('the setting stays as it is written where it names the same service', async () => {
  window = openWindow(`${service.url}/`);
  const dialogue = await open(logInLink(service.url), { pressed: ['Continue'] });
  expect(dialogue.messages[0]).toContain('uses already');
  expect(window.settings.serviceUrl).toBe(`${service.url}/`);
  expect(dialogue.questions).toHaveLength(1);
});

test('the link opens this extension, and holds the address alone', () => {
  const url = new URL(logInLink('https://sightline.example.com'));
  expect([url.protocol, url.host]).toEqual(['vscode:', `${manifest.publisher}.${manifest.name}`]);
  expect([...url.searchParams.keys()]).toEqual(['service']);
  expect(readLogInLink(handedOver(url.href))).toBe('https://sightline.example.com');
  expect(manifest.activationEvents).toContain('onUri');
});

test.for([
  ['of another path', '/log-out', 'service=https://a.example', /not one that Sightline knows/],
  ['without a path', '', 'service=https://a.example', /not one that Sightline knows/],
  ['without a service', '/log-in', '', /must name a service/],
  ['with two services', '/log-in', 'service=https://a.example&service=https://b.example', /and nothing else/],
  ['with a key', '/log-in', `service=https://a.example&key=${key}`, /and nothing else/],
  ['of another scheme', '/log-in', 'service=javascript:alert(1)', /starts with https/],
  ['of a file', '/log-in', 'service=file:///etc/passwd', /starts with https/],
  ['with a password', '/log-in', 'service=https://a:b@a.example', /must not hold a user/],
  ['without encryption', '/log-in', 'service=http://a.example', /without encryption/],
  ['as long as none', '/log-in', `service=https://a.example/${'a'.repeat(2000)}`, /too long/],
] as const)('a link %s is refused in plain words', ([, path, query, words]) => {
  expect(() => readLogInLink({ path, query })).toThrow(words);
});
