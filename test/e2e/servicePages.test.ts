import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsTabs } from '../../src/service/pages/view.ts';
import { fillTeam } from '../service/pages/fillTeam.ts';
import { faultsOf, openWindow, startBrowser } from '../service/pages/pageBrowser.ts';
import { scenes } from '../service/pages/scenes.ts';
import { invitationToken, startPages, startTeam } from '../service/pages/teamService.ts';
import type { TeamService } from '../service/pages/teamService.ts';

let browser: Browser;
let service: TeamService;
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startTeam()]);
  await fillTeam(service);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const keysPage = '/settings?tab=api-keys&owner=acme';
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/** Said by the page itself; a dialog has a voice of its own, which keeps its last word. */
const announced = (page: Page) => page.locator('#announcer', { hasText: /^Copied$/ });

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/account/summary`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

test('a key’s whole life: signed in by the link, made, copied, rotated, removed', async () => {
  await using fresh = await startPages();
  const { page, complaints } = await openWindow(browser, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(fresh.signInUrl);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();

  await page.getByRole('button', { name: 'Create Key' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Key' });
  await expect.poll(() => creating.getByLabel('Name').evaluate(isFocused)).toBe(true);
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Key created' });
  const key = await made.getByLabel('Laptop').inputValue();
  expect(key).toMatch(/^sl_[0-9a-f]{40}$/);
  expect(await made.getByLabel('Laptop').evaluate(isWholeSeen)).toBe(true);
  await made.getByRole('button', { name: 'Copy Key' }).click();
  await made.locator('[role=status]', { hasText: 'Copied' }).waitFor({ state: 'attached' });
  expect(await clipboard(page)).toBe(key);
  expect(page.url()).not.toContain('flash');
  await made.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.content()).not.toContain(key);

  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy Laptop' }).click();
  await announced(page).waitFor({ state: 'attached' });
  expect(await clipboard(page)).toBe(key);
  expect(await page.content()).not.toContain(key);
  expect(await statusOf(fresh.url, key)).toBe(200);

  await page.getByRole('link', { name: 'Rotate Laptop' }).click();
  await page.getByRole('button', { name: 'Create New Key' }).click();
  const next = await page.getByRole('dialog', { name: 'Key created' }).getByLabel('Laptop').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  expect([await statusOf(fresh.url, key), await statusOf(fresh.url, next)]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'Revoke Old Key' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Key' }).click();
  await page.getByText('The key “Laptop” is removed.').first().waitFor();
  expect([await statusOf(fresh.url, key), await statusOf(fresh.url, next)]).toEqual([401, 200]);

  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Remove “Laptop”?' });
  await expect.poll(() => asked.getByRole('button', { name: 'Cancel' }).evaluate(isFocused)).toBe(true);
  await asked.getByRole('button', { name: 'Remove Key' }).click();
  await page.getByText('No keys yet').waitFor();
  expect(await statusOf(fresh.url, next)).toBe(401);

  await page.getByLabel(/^Account:/).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('rotation follows the use of both keys without loading the page again', async () => {
  await using team = await startTeam();
  const { page } = await openWindow(browser, {}, team.owner);
  await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'Robot' });
  await page.clock.install();
  await page.goto(team.url + keysPage);
  await page.getByRole('link', { name: 'Rotate Robot' }).click();
  await page.getByRole('button', { name: 'Create New Key' }).click();
  const next = await page.getByRole('dialog').getByLabel('Robot').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('The new key has not been used yet').first().waitFor();
  await statusOf(team.url, next);
  await page.clock.runFor(11_000);
  await page.getByText('The new key is in use').first().waitFor();
  await page.context().close();
});

test('an external provider’s key is saved, and never comes back', async () => {
  const { page } = await openWindow(browser, {}, service.owner);
  await page.goto(service.url + keysPage);
  await page.getByRole('button', { name: 'Add Provider Key' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Provider Key' });
  await adding.getByLabel('Provider', { exact: true }).selectOption({ label: 'Mistral' });
  expect(await adding.getByLabel('Model prefix').isVisible()).toBe(false);
  await adding.getByLabel('Key', { exact: true }).fill('test-mistral-0123456789-0123456789');
  await adding.getByRole('button', { name: 'Save Key' }).click();
  await page.getByText('The key of Mistral is saved.').first().waitFor();
  expect(await page.content()).not.toContain('test-mistral-0123456789');
  await page.getByRole('button', { name: 'Remove Mistral' }).click();
  await page.getByRole('button', { name: 'Remove Key' }).click();
  await page.getByText('Mistral is removed.').first().waitFor();
  await page.context().close();
});

test('a second member sees whom to ask, and no keys', async () => {
  const { page, complaints } = await openWindow(browser, {}, service.viewer);
  await page.goto(service.url + keysPage);
  await page.getByText('Workspace owner access required').waitFor();
  await page.getByText('Ask Grace Hopper (owner) for a key.').waitFor();
  expect(await page.getByRole('button', { name: /Create Key|Add Provider Key|Copy|Remove/ }).count()).toBe(0);
  await page.getByRole('rowheader', { name: /OpenAI/ }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('by keyboard alone: past the bar, into a dialog, out of it to where one was', async () => {
  const { page } = await openWindow(browser, {}, service.owner);
  await page.goto(service.url + keysPage);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  expect(await skip.evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('main').evaluate(isFocused)).toBe(true);

  const remove = page.getByRole('button', { name: 'Remove Laptop' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => remove.evaluate(isFocused)).toBe(true);

  const menu = page.getByLabel('Workspace: Acme Vision');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Grace Hopper personal' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.evaluate(isFocused)).toBe(true);
  expect(await page.getByRole('link', { name: 'Grace Hopper personal' }).isVisible()).toBe(false);
  await page.context().close();
});

test('without JavaScript: all is read, and a key is made', async () => {
  const { page } = await openWindow(browser, { javaScriptEnabled: false }, service.owner);
  await page.goto(service.url + keysPage);
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
  expect(await page.getByRole('button', { name: 'Copy Laptop' }).count()).toBe(0);
  await page
    .getByRole('button', { name: /^Show .+ to copy it$/ })
    .first()
    .click();
  const shown = page.getByRole('dialog', { name: 'Copy key' }).locator('textarea');
  expect(await shown.inputValue()).toMatch(/^sl_[0-9a-f]{40}$/);
  await page.goto(service.url + keysPage);
  expect(await page.content()).not.toMatch(/sl_[0-9a-f]{40}/);
  // Browsers that know `commandfor` open dialogs by themselves.
  await page.getByRole('button', { name: 'Create Key' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Key' });
  await creating.getByLabel('Name', { exact: true }).fill('Scriptless');
  await creating.getByRole('button', { name: 'Create Key' }).click();
  const key = await page.getByRole('dialog', { name: 'Key created' }).getByLabel('Scriptless').inputValue();
  expect(await statusOf(service.url, key)).toBe(200);
  await page.context().close();
});

test('a button that needs the script is not there to be clicked before the script is', async () => {
  const { page } = await openWindow(browser, {}, service.owner);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/pages.js', async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto(service.url + keysPage, { waitUntil: 'commit' });
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
  const copy = page.getByRole('button', { name: 'Copy Laptop' });
  expect(await copy.count()).toBe(0);
  held.resolve(undefined);
  await copy.waitFor();
  await page.context().close();
});

test('where the clipboard is closed, the value is shown to be copied by hand', async () => {
  const { page } = await openWindow(browser, {}, service.owner);
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { write: refuse, writeText: refuse });
  });
  await page.goto(service.url + keysPage);
  await page.getByRole('button', { name: 'Copy Laptop' }).click();
  const shown = page.getByRole('textbox', { name: 'Key', exact: true });
  expect(await shown.inputValue()).toMatch(/^sl_[0-9a-f]{40}$/);
  await shown.blur();
  await shown.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a key that is gone meanwhile says so when it is copied', async () => {
  const { keyId } = (await service.owner.api('POST', '/api/api-keys?owner=acme', { name: 'Gone' })) as {
    keyId: string;
  };
  const { page } = await openWindow(browser, {}, service.owner);
  await page.goto(service.url + keysPage);
  await service.owner.api('DELETE', `/api/api-keys?owner=acme&keyId=${keyId}`);
  await page.getByRole('button', { name: 'Copy Gone' }).click();
  await page.getByText('Not copied: Key not found').first().waitFor();
  await page.context().close();
});

test('browsers that do not know `commandfor` open dialogs too', async () => {
  const { page } = await openWindow(browser, {}, service.owner);
  await page.addInitScript(() => {
    delete (HTMLButtonElement.prototype as { commandForElement?: unknown }).commandForElement;
    document.addEventListener('click', event => event.preventDefault(), { capture: true });
  });
  await page.goto(service.url + keysPage);
  await page.getByRole('button', { name: 'Create Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Key' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.context().close();
});

test.for([
  { name: 'light', options: { colorScheme: 'light', viewport: { width: 1100, height: 800 } } },
  { name: 'dark, 360 px wide', options: { colorScheme: 'dark', viewport: { width: 360, height: 740 } } },
] as const)('every page is free of faults: $name', async ({ options }) => {
  // A team of its own: what a scene makes is there afterwards.
  await using team = await startTeam();
  await fillTeam(team);
  const faults: string[] = [];
  for (const [who, theirs] of Map.groupBy(scenes, scene => scene.who)) {
    // One window for each person: a page opens much faster in a process that has shown one of the service.
    const { page, complaints } = await openWindow(browser, options, who && team[who]);
    for (const { name, reach } of theirs) {
      // As in a new window, nothing is pointed at.
      await page.mouse.move(0, 0);
      await reach(page, team);
      const found = await faultsOf(page);
      // The browser itself notes every answer that is not a good one.
      const said = complaints.splice(0).filter(words => !words.startsWith('Failed to load resource'));
      faults.push(...[...found, ...said].map(fault => `${name}: ${fault}`));
    }
    await page.context().close();
  }
  expect(faults).toEqual([]);
});

test('in forced colours everything can still be told apart', async () => {
  const options = { forcedColors: 'active', viewport: { width: 900, height: 700 } } as const;
  const { page } = await openWindow(browser, options, service.owner);
  await page.goto(`${service.url}/settings?tab=integrations&owner=acme`);
  expect(await faultsOf(page)).toEqual([]);
  const line = await page
    .getByRole('link', { name: 'Integrations' })
    .evaluate(element => getComputedStyle(element).borderBottomColor);
  const other = await page
    .getByRole('link', { name: 'Team' })
    .evaluate(element => getComputedStyle(element).borderBottomColor);
  expect(line).not.toBe(other);
  await page.context().close();
});

function isFocused(element: Element): boolean {
  return document.activeElement === element;
}

/** Whether no part of what a field holds is cut off. */
function isWholeSeen({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}

test('UX-27: places and tabs stay where they are whichever of them is current', async () => {
  const { page } = await openWindow(browser, { viewport: { width: 1100, height: 800 } }, service.owner);
  const places = new Set<string>();
  const tabs = new Set<string>();
  for (const address of ['/', '/activity', '/training', ...settingsTabs.map(tab => `/settings?tab=${tab}`)]) {
    await page.goto(`${service.url}${address}`);
    const left = (selector: string) =>
      page.locator(selector).evaluateAll(links => links.map(link => link.getBoundingClientRect().x).join());
    places.add(await left('.places a'));
    if (address.startsWith('/settings')) tabs.add(await left('.tabs a'));
    expect(
      await page.locator('.places [aria-current]').evaluate(link => getComputedStyle(link).fontWeight),
    ).toBe('550');
  }
  expect([...places].map(found => found.split(',').length)).toEqual([4]);
  expect([...tabs].map(found => found.split(',').length)).toEqual([settingsTabs.length]);
  await page.context().close();
});

test('UX-27: what is done to a key stands there in words, and no page is wider than a window of 720 pixels for it', async () => {
  for (const width of [720, 1100]) {
    const { page } = await openWindow(browser, { viewport: { width, height: 800 } }, service.owner);
    await page.goto(service.url + keysPage);
    const actions = await page.locator('tr', { hasText: 'Laptop' }).locator('.row-actions').innerText();
    expect(actions.split(/\s+/)).toEqual(['Copy', 'Rotate', 'Remove']);
    expect(await page.locator('tr', { hasText: 'OpenAI' }).locator('.row-actions').innerText()).toMatch(
      /Replace Key\s+Remove/,
    );
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${service.url}/settings?tab=integrations&owner=acme`);
    expect(await page.locator('tr', { hasText: 'Lab GPU 1' }).first().innerText()).toContain('Disconnect');
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  }
});

test('UX-27: who has no link is given the command that makes one, to copy', async () => {
  const { page } = await openWindow(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${service.url}/settings`);
  await page.getByRole('button', { name: 'Copy Command' }).click();
  await announced(page).waitFor({ state: 'attached' });
  const [begin, folder] = (await clipboard(page)).split(' --data ');
  expect(begin).toBe(`sightline serve --sign-in USERNAME --public-url ${service.url}`);
  expect(folder).toMatch(/^\S+$/);
  await page.context().close();
});

test('W14: the browser sends no token in an address, neither of a sign-in link nor of an invitation', async () => {
  await using team = await startTeam();
  const token = await invitationToken(team.owner, 'guest@acme.example', 'viewer');
  const { page, complaints } = await openWindow(browser);
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url().replace(/#.*/, '')));
  await page.goto(`${team.url}/invitation#token=${token}`);
  await page.getByRole('heading', { name: 'Join Acme Vision' }).waitFor();
  const { url } = (await team.viewer.api('POST', '/api/session/link')) as { url: string };
  // As some programs open it; in the same tab, first without a link.
  await page.goto(`${team.url}/sign-in`);
  await page.getByText('There are no passwords.').waitFor();
  await page.goto(url.replace('#token=', '#token%3D'));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Account: Vera Rubin').waitFor();
  expect(asked.filter(address => address.includes('token'))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
