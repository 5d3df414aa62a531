/** Keys checked per second by `GET /api/account/summary`, with 10 and with 100,000 keys in the store, in turns. */
import { Agent, get } from 'node:http';
import path from 'node:path';
import { startService } from '../../../src/service/startService.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { createServiceKey } from '../../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace } from '../../../src/service/store/workspaces.ts';
import { median } from '../figure.ts';

const [scratch] = process.argv.slice(2) as [string];
const rounds = 30;
const checks = 400;

/** Fills a data folder and gives some of its keys in random order. */
function fill(dataDir: string, count: number): string[] {
  const store = openStore({ dataDir });
  const owner = firstOwner(store, 'Owner');
  const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
  const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
  const keys = store.database.transaction(() =>
    Array.from(
      { length: count },
      (_, n) => createServiceKey(store, { workspaceId, name: `key ${n}`, prefix: 'sl_', actor }).key,
    ),
  );
  store.close();
  return Array.from({ length: checks }, () => keys[Math.floor(Math.random() * count)] ?? '');
}

/** A service with so many keys, and the function that measures its checks per second. */
async function filled(count: number): Promise<() => Promise<number>> {
  const dataDir = path.join(scratch, `keys-${count}`);
  const keys = fill(dataDir, count);
  const { url } = await startService({ dataDir, rateLimits: { default: 1e9 } });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const check = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      get(`${url}/api/account/summary`, { agent, headers }, response => {
        if (response.statusCode === 200) response.resume().once('end', resolve);
        else reject(new Error(`A key was answered ${response.statusCode ?? ''}.`));
      }).once('error', reject);
    });
  return async () => {
    const begin = performance.now();
    await Promise.all(keys.map(check));
    return (checks / (performance.now() - begin)) * 1000;
  };
}

const [few, many] = [await filled(10), await filled(100_000)];
const [fewRates, manyRates]: [number[], number[]] = [[], []];
for (let round = -6; round < rounds; round++) {
  const fewFirst = round % 2 === 0;
  const first = await (fewFirst ? few : many)();
  const second = await (fewFirst ? many : few)();
  if (round < 0) continue;
  fewRates.push(fewFirst ? first : second);
  manyRates.push(fewFirst ? second : first);
}
const ratio = median(fewRates.map((rate, round) => rate / (manyRates[round] ?? Number.NaN)));
console.log(JSON.stringify({ few: median(fewRates), many: median(manyRates), ratio, rounds }));
process.exit();
