import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../src/service/startService.ts';
import { ended, firstLine, startChild } from '../support/service/child.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Two services as processes of their own on one data folder, of ten requests a minute. */
async function twoServices(dataDir = dataFolder()) {
  const options = JSON.stringify({ shareData: true });
  const start = async () => {
    const process = startChild('serviceProcess.ts', dataDir, '10', '0', options);
    const { url, signInUrl } = await firstLine<{ url: string; signInUrl: string }>(process);
    const models = (key: string) =>
      fetch(`${url}/api/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    return { process, url, signInUrl, models, status: async (key: string) => (await models(key)).status };
  };
  const one = await start();
  const browser = await signedIn(one);
  return { dataDir, one, other: await start(), makeKey: async () => (await browser.makeKey()).key };
}

test('requests of a key are counted together, also after one of the processes was killed', async () => {
  const { one, other, makeKey } = await twoServices();
  const key = await makeKey();
  const statuses = [];
  for (let n = 0; n < 14; n += 1) statuses.push(await (n % 2 === 0 ? one : other).status(key));
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
  const refused = await other.models(key);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const next = await makeKey();
  expect(await one.status(next)).toBe(200);
  one.process.kill('SIGKILL');
  await ended(one.process);
  const after = [];
  for (let n = 0; n < 10; n += 1) after.push(await other.status(next));
  expect(after).toEqual([...Array<number>(9).fill(200), 429]);
});

test('a lock on the counters refuses nobody, and what was counted meanwhile is added later', async () => {
  const { dataDir, one, other, makeKey } = await twoServices();
  const key = await makeKey();
  const holder = new DatabaseSync(join(dataDir, 'limits.db'));
  holder.exec('BEGIN IMMEDIATE');
  for (let n = 0; n < 6; n += 1) expect(await one.status(key)).toBe(200);
  holder.exec('ROLLBACK');
  holder.close();
  expect(await one.status(key)).toBe(200);
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push(await other.status(key));
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('counters that cannot be read are made anew', async () => {
  const dataDir = dataFolder();
  await (await startService({ dataDir })).close();
  writeFileSync(join(dataDir, 'limits.db'), 'no database '.repeat(500));
  const { one, other, makeKey } = await twoServices(dataDir);
  const key = await makeKey();
  for (let n = 0; n < 5; n += 1) expect([await one.status(key), await other.status(key)]).toEqual([200, 200]);
  expect(await one.status(key)).toBe(429);
});

test('a service that does not share its data folder lets no other in, and goes into none that is shared', async () => {
  const dataDir = dataFolder();
  const sharing = await startService({ dataDir, shareData: true });
  await expect(startService({ dataDir })).rejects.toThrow('already running');
  const second = await startService({ dataDir, shareData: true });
  await Promise.all([sharing.close(), second.close()]);
  const alone = await startService({ dataDir });
  onTestFinished(() => alone.close());
  await expect(startService({ dataDir, shareData: true })).rejects.toThrow('already running');
});
