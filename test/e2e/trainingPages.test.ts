import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf, openWindow, startBrowser } from '../service/pages/pageBrowser.ts';
import { startTeam } from '../service/pages/teamService.ts';
import type { TeamService } from '../service/pages/teamService.ts';

let browser: Browser;
let service: TeamService;
beforeAll(async () => {
  [browser, service] = await Promise.all([
    startBrowser(),
    startTeam({ rateLimits: { default: 1e6, metrics: 1e6 }, training: { look: 50 } }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const api = (path: string, body: object) =>
  service.owner.api('POST', `/api/training-runs${path}?owner=acme`, body) as Promise<{ runId: string }>;
const create = async (name: string) => (await api('', { name })).runId;
const report = (runId: string, name: string, start: number, values: readonly (number | string)[]) =>
  api(`/${runId}/metrics`, { metrics: values.map((value, index) => ({ name, step: start + index, value })) });
const addressOf = (runId: string) => `${service.url}/training/run?run=${runId}&owner=acme`;
const chart = (page: Page, name: RegExp) => page.getByRole('img', { name });
const valueOf = (page: Page, runId: string, name: string, part: string) =>
  page.locator(`tr[data-run="${runId}"][data-metric="${name}"] [data-part=${part}]`);

/** Whether a chart has a line: pixels that are neither its ground nor its axes. */
const drawnPixels = (page: Page, index: number) =>
  page
    .locator('.plot canvas')
    .nth(index)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let blue = 0;
      for (let at = 0; at < data.length; at += 4)
        if ((data[at + 3] ?? 0) > 100 && (data[at + 2] ?? 0) - (data[at] ?? 0) > 60) blue += 1;
      return blue;
    });

test('a run’s curves grow while its points come, and its end is announced', async () => {
  const runId = await create('Growing');
  const { page, complaints } = await openWindow(browser, {}, service.viewer);
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).origin));
  await page.goto(`${service.url}/training?owner=acme`);
  await page.getByRole('link', { name: 'Growing' }).click();
  await page.getByText('No points yet.').waitFor();
  await report(runId, 'lr', 0, [0.1, 0.09]);
  await report(runId, 'metrics/mAP50(B)', 0, [0.1, 0.2]);
  await report(runId, 'train/loss', 0, [3, 2, 'NaN', 1]);
  await chart(page, /^train\/loss: 1 at step 3, some values are not numbers$/).waitFor();
  expect(await page.locator('.chart h3').allInnerTexts()).toEqual(['train/loss', 'metrics/mAP50(B)', 'lr']);
  const before = await drawnPixels(page, 0);
  expect(before).toBeGreaterThan(0);
  await report(runId, 'train/loss', 4, [0.9, 0.8, 0.75]);
  await chart(page, /^train\/loss: 0\.75 at step 6/).waitFor();
  expect(await valueOf(page, runId, 'train/loss', 'points').innerText()).toBe('7');
  await page.locator('.plot').first().hover();
  await page.getByText(/^Step \d: \S+/).waitFor();
  await api(`/${runId}/finish`, {});
  await page.locator('#announcer', { hasText: 'Growing: finished' }).waitFor({ state: 'attached' });
  expect(await page.locator('[data-run-state]').innerText()).toBe('Finished');
  expect(complaints).toEqual([]);
  expect([...new Set(asked)]).toEqual([service.url]);
  await page.context().close();
});

test('a script that dies is seen on the open page, and its next word, too', async () => {
  const runId = await create('Dying');
  await report(runId, 'train/loss', 0, [3]);
  const { page } = await openWindow(browser, {}, service.viewer);
  await page.goto(addressOf(runId));
  await chart(page, /^train\/loss: 3/).waitFor();
  const { now } = service.clock;
  service.clock.now += 11 * 60_000;
  await page.locator('#announcer', { hasText: 'Dying: interrupted' }).waitFor({ state: 'attached' });
  await report(runId, 'train/loss', 1, [2]);
  await page.locator('#announcer', { hasText: 'Dying: running' }).waitFor({ state: 'attached' });
  await chart(page, /^train\/loss: 2 at step 1/).waitFor();
  service.clock.now = now;
  await page.context().close();
});

test('several runs are compared in one chart for each metric', async () => {
  const runs = await Promise.all(['First', 'Second'].map(create));
  for (const [index, runId] of runs.entries())
    await report(runId, 'train/loss', 0, [3, 2 - index, 1 + index]);
  const { page } = await openWindow(browser, { viewport: { width: 360, height: 740 } }, service.owner);
  await page.goto(`${service.url}/training?owner=acme`);
  for (const name of ['First', 'Second']) await page.getByLabel(`Compare ${name}`).check();
  await page.getByRole('button', { name: 'Compare Selected Runs' }).click();
  await chart(page, /^train\/loss: (Second 2; First 1|First 1; Second 2)$/).waitFor();
  expect(await page.locator('.chart').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${addressOf(runs[0] ?? '')}&compare=${runs[1]}`);
  await page.getByRole('heading', { name: 'Compared training runs' }).waitFor();
  await page.context().close();
});

test('without JavaScript the last values stand there, and all points as CSV', async () => {
  const runId = await create('Plain');
  await report(runId, 'train/loss', 0, [3, 'Infinity']);
  const { page } = await openWindow(browser, { javaScriptEnabled: false }, service.viewer);
  await page.goto(addressOf(runId));
  expect(await valueOf(page, runId, 'train/loss', 'value').innerText()).toBe('Infinity');
  await page.getByText('Drawing the curves requires JavaScript.').waitFor();
  const address = await page.getByRole('link', { name: 'CSV of Plain' }).getAttribute('href');
  const csv = await page.context().request.get(service.url + (address ?? ''));
  expect(await csv.text()).toMatch(/^name,step,value,time\r\ntrain\/loss,0,3,/);
  await page.context().close();
});

test('another workspace’s run is no page', async () => {
  const runId = await create('Hidden');
  const { page } = await openWindow(browser, {}, service.owner);
  const answer = await page.goto(`${service.url}/training/run?run=${runId}`);
  expect(answer?.status()).toBe(404);
  await page.context().close();
});

test('100,000 points are drawn as they come and when the page is opened, from a few thousand that are held', async () => {
  const runId = await create('Long');
  const { page } = await openWindow(browser, {}, service.viewer);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe(
      {
        entryTypes: ['longtask'],
      },
    );
  });
  const longTasks = () =>
    page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.map(Math.round));
  await page.goto(addressOf(runId));
  await page.getByText('No points yet.').waitFor();
  const all = 100_000;
  const value = (step: number) => (step === 51_234 ? 50 : Math.exp(-step / 30_000) + Math.sin(step) / 50);
  for (let start = 0; start < all; start += 2000)
    await report(
      runId,
      'train/loss',
      start,
      Array.from({ length: 2000 }, (_, index) => value(start + index)),
    );
  await chart(page, /at step 99,999$/).waitFor();
  expect(await valueOf(page, runId, 'train/loss', 'points').innerText()).toBe('100,000');
  console.info(`long tasks while points came: ${(await longTasks()).join(', ')} ms`);
  await page.reload();
  await chart(page, /at step 99,999$/).waitFor();
  expect(await drawnPixels(page, 0)).toBeGreaterThan(100);
  console.info(`long tasks when the page was opened: ${(await longTasks()).join(', ')} ms`);
  // As text: the page itself imports the script that its charts use.
  const held = await page.evaluate<{ held: number; peak: number; gap: boolean }>(`
    import('/assets/curvePoints.js').then(({ CurvePoints }) => {
      const curve = new CurvePoints();
      for (let step = 0; step < ${all}; step += 1) curve.add(step, step === 51_234 ? 50 : step === 70 ? 'NaN' : 1);
      return { held: curve.steps.length, peak: Math.max(...curve.values), gap: curve.values.includes(null) };
    })`);
  expect(held.held).toBeLessThanOrEqual(4000);
  expect(held).toMatchObject({ peak: 50, gap: true });
  await page.context().close();
});
