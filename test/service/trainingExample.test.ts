import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/startService.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace } from '../../src/service/store/workspaces.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { works } from '../support/works.ts';

const page = readFileSync(`${import.meta.dirname}/../../docs/training-runs.md`, 'utf8');
const example = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

/** A service and a key of it, as the examples find them. */
async function startKeyed() {
  const dataDir = dataFolder();
  const service = await startService({ dataDir });
  const store = openStore({ dataDir });
  onTestFinished(async () => {
    store.close();
    await service.close();
  });
  const owner = firstOwner(store, 'Owner');
  const { key } = createServiceKey(store, {
    ...{ workspaceId: findOwnWorkspace(store, owner.id)?.id ?? '', name: 'k', prefix: 'sl_' },
    actor: { kind: 'user', id: owner.id, name: owner.username },
  });
  const headers = { authorization: `Bearer ${key}` };
  const read = async (path: string) => {
    const response = await fetch(`${service.url}/api/training-runs${path}`, { headers });
    return (await response.json()) as {
      runs: { runId: string }[];
      state: string;
      metrics: { name: string; points: number }[];
    };
  };
  return { env: { ...process.env, SIGHTLINE_SERVICE: service.url, SIGHTLINE_API_KEY: key }, read };
}

test.skipIf(!works('python3', '-c', 'import requests'))('the example in Python reports a run', async () => {
  const { env, read } = await startKeyed();
  await promisify(execFile)('python3', ['-c', example('python')], { env });
  const { runs } = await read('');
  expect(runs).toHaveLength(1);
  const run = await read(`/${runs[0]?.runId}`);
  expect(run).toMatchObject({ name: 'Cracks', state: 'finished', config: { epochs: 3 } });
  expect(run.metrics.map(({ name, points }) => [name, points])).toEqual([
    ['lr', 3],
    ['metrics/mAP50-95(B)', 3],
    ['train/loss', 3],
  ]);
});

test.skipIf(!works('curl', '--version') || !works('sh', '-c', 'true'))(
  'the example with curl reports a run and reads it back',
  async () => {
    const { env } = await startKeyed();
    const { stdout } = await promisify(execFile)('sh', ['-c', example('sh')], { env });
    expect(stdout).toMatch(/name,step,value,time\r\ntrain\/loss,1,1\.5,/);
  },
);
