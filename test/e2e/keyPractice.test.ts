import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { faultsOf, openWindow, startBrowser } from '../service/pages/pageBrowser.ts';
import { day, startTeam } from '../service/pages/teamService.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const keysPage = '/settings?tab=api-keys&owner=acme';
const shootPage = (page: Page, name: string) =>
  page.screenshot({
    path: path.join(projectFolder, 'test-results/screenshots', `${name}.png`),
    fullPage: true,
  });
const row = (page: Page, name: string) => page.getByRole('row', { name });

test('a member is led to keys of their own, and makes one there', async () => {
  await using team = await startTeam();
  const { page, complaints } = await openWindow(browser, {}, team.viewer);
  await page.goto(team.url + keysPage);
  await page.getByRole('link', { name: 'Go to My Keys' }).click();
  await page.getByRole('button', { name: 'Create Key' }).click();
  await page.getByRole('dialog', { name: 'Create Key' }).getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Key created' });
  const key = await made.getByLabel('Laptop').inputValue();
  const summary = await fetch(`${team.url}/api/account/summary`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await summary.json()).toMatchObject({ username: 'viewer' });
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('each line of good practice leads to what does it', async () => {
  await using team = await startTeam();
  const { page, complaints } = await openWindow(
    browser,
    { permissions: ['clipboard-read', 'clipboard-write'] },
    team.owner,
  );
  await page.goto(team.url + keysPage);
  const practice = page.getByRole('region', { name: 'Good practice' });
  await practice.getByText('No key here is older.').waitFor();
  await practice.getByRole('button', { name: 'Copy Name' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('SIGHTLINE_API_KEY');
  await practice.getByRole('button', { name: 'Create CI Key' }).click();
  const made = page.getByRole('dialog', { name: 'Key created' });
  expect(await made.getByLabel('CI').inputValue()).toMatch(/^[a-z]{2}_[0-9a-f]{40}$/);
  await made.getByRole('button', { name: 'Done' }).click();
  await row(page, 'CI').waitFor();
  await practice.getByRole('link', { name: 'Choose the Key to Remove' }).click();
  expect(new URL(page.url()).hash).toBe('#keys');
  const { now } = team.clock;
  team.clock.now = now - 91 * day;
  await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'Robot' });
  team.clock.now = now;
  await page.reload();
  // The oldest of those that are too old.
  await practice.getByRole('link', { name: 'Rotate “Robot”' }).click();
  await page.getByRole('button', { name: 'Create New Key' }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a key for a dedicated endpoint is made where all keys are, and the overview has its address', async () => {
  await using team = await startTeam({ dedicated: [{ name: 'fast', model: 'offline/describer' }] });
  const { page, complaints } = await openWindow(browser, {}, team.owner);
  await page.goto(team.url + keysPage);
  await page.getByRole('button', { name: 'Create Key' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Key' });
  await creating.getByLabel('Name').fill('Line 3');
  await creating.getByLabel('For').selectOption({ label: 'Dedicated endpoint fast (offline/describer)' });
  expect(await faultsOf(page)).toEqual([]);
  await shootPage(page, 'dedicated-create');
  await creating.getByRole('button', { name: 'Create Key' }).click();
  const key = await page.getByRole('dialog', { name: 'Key created' }).getByLabel('Line 3').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await row(page, 'Line 3').getByText('Only for the dedicated endpoint fast').waitFor();
  await shootPage(page, 'dedicated-keys');
  await page.goto(`${team.url}/?owner=acme`);
  const address = await page.getByLabel(/^Dedicated endpoint fast/).inputValue();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByLabel(/^Dedicated endpoint fast/).scrollIntoViewIfNeeded();
  expect(await faultsOf(page)).toEqual([]);
  await shootPage(page, 'dedicated-overview');
  const answer = await fetch(`${address}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'offline/describer', input: 'Hello' }),
  });
  expect(answer.status).toBe(200);
  const elsewhere = await fetch(`${team.url}/api/jobs`, { headers: { authorization: `Bearer ${key}` } });
  expect(elsewhere.status).toBe(403);
  expect(complaints).toEqual([]);
  await page.context().close();
});
