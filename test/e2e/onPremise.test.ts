import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf, openWindow, startBrowser } from '../service/pages/pageBrowser.ts';
import { startTeam } from '../service/pages/teamService.ts';
import type { TeamService } from '../service/pages/teamService.ts';
import { freshCli } from '../support/cliProcess.ts';

let browser: Browser;
let service: TeamService;
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startTeam()]);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

test('the page’s command and token connect a machine, which does a job; Disconnect on the page ends its worker', async () => {
  await using cli = await freshCli();
  const { page, complaints } = await openWindow(
    browser,
    { permissions: ['clipboard-read', 'clipboard-write'] },
    service.owner,
  );
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`${service.url}/settings?tab=integrations&owner=acme`);
  await page.getByRole('button', { name: 'Connect Host' }).click();
  await page.getByLabel('Name').fill('Bench');
  await page.getByRole('button', { name: 'Create Token' }).click();
  const made = page.getByRole('dialog', { name: 'Connect “Bench”' });
  await made.getByRole('button', { name: 'Copy Command' }).click();
  await expect.poll(copied).toBe(`sightline worker --service ${service.url}`);
  const [, ...words] = (await copied()).split(' ');
  await made.getByRole('button', { name: 'Copy Token' }).click();
  await expect.poll(copied).not.toContain('sightline');
  const token = await copied();
  expect(await faultsOf(page)).toEqual([]);
  await made.getByRole('button', { name: 'Done' }).click();

  const worker = cli.start([...words, '--token-stdin'], { input: token });
  await worker.printed(/Waiting for jobs/);
  const image = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="red"/></svg>').toString('base64')}`;
  await service.owner.api('POST', '/api/jobs?owner=acme', {
    name: 'Nightly',
    input: { task: 'describe', image },
  });
  await worker.printed(/Done: Nightly/);
  await page.reload();
  await page.locator('tr', { hasText: 'Bench' }).getByText('Connected', { exact: true }).waitFor();
  await page.locator('tr', { hasText: 'Nightly' }).getByText('Done', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Disconnect Bench' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect Host' }).click();
  await page.getByText('The host “Bench” is disconnected').first().waitFor();
  const { code, stderr } = await worker.ended;
  expect(code).toBe(3);
  expect(stderr).toContain(`This host has been disconnected from ${service.url}.`);
  expect(complaints).toEqual([]);
  await page.context().close();
});
