import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../support/service/dataFolder.ts';
import { runChild } from '../support/service/child.ts';

const script = fileURLToPath(new URL('../bench/children/serviceFloods.ts', import.meta.url));

/** How long the others wait meanwhile depends on the machine: `npm run bench -- floods` tells. */
test('W1: with a heap of 256 MB the service lives through 30 bodies of 31 MiB, endless lists, answers and streams, and lists of jobs', async () => {
  const figures = await runChild<Record<string, number>>(script, dataFolder());
  expect(figures).toMatchObject({ alive: 1, status: 200 });
  const statuses = Object.keys(figures).filter(name => /Status\d+$/.test(name));
  // Served, refused for a while, or, of what has no end, left by the client; never a failure of the service's own.
  expect(statuses.filter(name => !/Status(?:0|200|503)$/.test(name))).toEqual([]);
  expect(figures['bodiesStatus200']).toBeGreaterThan(0);
  expect((figures['bodiesStatus200'] ?? 0) + (figures['bodiesStatus503'] ?? 0)).toBe(30);
  expect(figures['listsStatus200']).toBeGreaterThan(0);
  expect(figures['jobsStatus200']).toBe(10);
}, 600_000);
