import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, summaryOf, type TestService } from '../support/testService.ts';
import type { EditorPage } from './editorPage.ts';
import { AccountsMenu } from './parts/accountsMenu.ts';
import { expectKeptNowhere } from './parts/keptNowhere.ts';
import { startEditor } from './startEditor.ts';

const keyOf = (letter: string): string => `zz_${`${letter}123456789`.repeat(4)}`;
const hostOf = ({ url }: TestService): string => new URL(url).host;

let service: TestService;
let other: TestService;
let editor: EditorPage;
let accounts: AccountsMenu;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService();
  other.script('/api/account/summary', { body: summaryOf('grace') });
  editor = await startEditor({ settings: { 'sightline.service.url': service.url } });
  accounts = new AccountsMenu(editor.page);
});
afterAll(async () => {
  await editor.close();
  await Promise.all([service.close(), other.close()]);
});

test('the Accounts menu offers to sign in to the service of the setting, and does', async () => {
  await accounts.choose(/Sign in with Sightline Service/);
  await editor.quickInput.row(service.url).waitFor();
  await editor.screenshot('accounts-choose-service');
  await editor.quickInput.choose(service.url);
  await editor.quickInput.masked();
  expect(await editor.quickInput.message.innerText()).toContain(hostOf(service));
  await editor.quickInput.answer(keyOf('0'));
  await editor.status(/ada/).waitFor();
  expect(service.authorizations.at(-1)).toBe(`Bearer ${keyOf('0')}`);
  await accounts.open(`ada at ${hostOf(service)} (Sightline Service)`);
  expect(await accounts.item(/Sign in with Sightline Service/).count()).toBe(0);
  await editor.screenshot('accounts-menu');
  await accounts.close();
});

test('a second service is added there, and is the one in use', async () => {
  await accounts.choose(/Manage Extension Account Preferences/);
  await editor.quickInput.choose('Sightline');
  await editor.quickInput.choose('Use a new account...');
  await editor.quickInput.choose('Another Service…');
  await editor.quickInput.answer(other.url);
  await editor.quickInput.masked();
  await editor.quickInput.answer(keyOf('9'));
  await editor.status(/grace/).waitFor();
  expect(other.authorizations.at(-1)).toBe(`Bearer ${keyOf('9')}`);
  await accounts.open(`grace at ${hostOf(other)} (Sightline Service)`);
  await accounts.item(`ada at ${hostOf(service)} (Sightline Service)`).waitFor();
  await editor.screenshot('accounts-two-services');
  await accounts.close();
});

test('Change Service goes back to the first login, without a key', async () => {
  await editor.runCommand('Sightline: Show Account');
  await editor.quickInput.choose('Change Service');
  await editor.quickInput.row(other.url).waitFor();
  await editor.screenshot('accounts-change-service');
  await editor.quickInput.choose(service.url);
  await editor.status(/ada/).waitFor();
});

test('signing out there is the log out of that service, and the other login stays', async () => {
  await accounts.choose(`ada at ${hostOf(service)} (Sightline Service)`, 'Sign Out');
  await editor.notifications.dialog(/ada at/).waitFor();
  await editor.screenshot('accounts-sign-out');
  await editor.notifications.pressInDialog(/ada at/, 'Sign Out');
  await editor.status(/ada/).waitFor({ state: 'detached' });
  // The person wanted that: no login has ended by itself.
  expect(await editor.statusItem('logged out').count()).toBe(0);
  await accounts.open(`grace at ${hostOf(other)} (Sightline Service)`);
  expect(await accounts.item(`ada at ${hostOf(service)} (Sightline Service)`).count()).toBe(0);
  await accounts.close();
});

test('logging out by the command takes the account from the menu', async () => {
  await editor.runCommand('Sightline: Show Account');
  await editor.quickInput.choose('Change Service');
  await editor.quickInput.choose(other.url);
  await editor.status(/grace/).waitFor();
  await editor.runCommand('Sightline: Log Out');
  await editor.status(/grace/).waitFor({ state: 'detached' });
  await accounts.isWithout(/Sightline Service/);
});

test('no key is in any file that the editor wrote', async () => {
  for (const key of [keyOf('0'), keyOf('9')]) await expectKeptNowhere(editor.userData, key);
});
