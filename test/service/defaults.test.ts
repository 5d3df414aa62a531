import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/startService.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';

/** A service as it is started without options, and a key of it. */
async function start() {
  const clock = { now: Date.now() };
  const service = await startService({ dataDir: dataFolder(), clock: () => clock.now });
  onTestFinished(() => service.close());
  const { key } = await (await signedIn(service)).makeKey();
  const ask = async (): Promise<Response> =>
    fetch(`${service.url}/api/account/summary`, { headers: { authorization: `Bearer ${key}` } });
  return { clock, ask };
}

test('a key makes a hundred requests in a minute and no more', async () => {
  const { ask } = await start();
  const statuses = [];
  for (let n = 0; n < 101; n += 1) statuses.push((await ask()).status);
  expect(statuses.indexOf(429)).toBe(100);
});

test('a key has no end but its removal', async () => {
  const { clock, ask } = await start();
  clock.now += 20 * 365 * 24 * 60 * 60_000;
  expect((await ask()).status).toBe(200);
});
