import { expect, onTestFinished, test, vi } from 'vitest';
import { watchTraining } from '../../../../src/editor/training/trainingWatch.ts';
import type { ShownTrainingRun } from '../../../../src/protocol/training.ts';
import { startTeam } from '../../../service/pages/teamService.ts';
import { openWindow } from '../../../support/testCredentials.ts';

vi.setConfig({ testTimeout: 60_000 });

const pauses = { running: 5, resting: 5 };

/** A run of a real service that is watched, and what the watch told. */
async function watched() {
  const team = await startTeam();
  // One test ends it by itself.
  onTestFinished(() => Promise.resolve(team[Symbol.asyncDispose]()).catch(() => undefined));
  const at = (path: string) => `/api/training-runs${path}?owner=acme`;
  const { key } = (await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'k' })) as {
    key: string;
  };
  const { account } = openWindow(team.url);
  await account.logIn(key);
  const { runId } = (await team.owner.api('POST', at(''), { name: 'First' })) as { runId: string };
  const told: { runs: readonly ShownTrainingRun[]; failure?: string }[] = [];
  const paths: string[] = [];
  const client = await account.client();
  const ask: typeof client.ask = (call, shape) => {
    paths.push(call.path);
    return client.ask(call, shape);
  };
  const end = new AbortController();
  const watching = watchTraining(
    {
      client: () => Promise.resolve({ ask }),
      runIds: () => [runId],
      onChange: (runs, failure) =>
        told.push({ runs, ...(failure === undefined ? {} : { failure: failure.code }) }),
      pauses,
    },
    end.signal,
  );
  const post = (...values: (number | string)[]) =>
    team.owner.api('POST', at(`/${runId}/metrics`), {
      metrics: values.map((value, step) => ({ name: 'loss', value, step })),
    });
  return { team, at, runId, told, paths, post, end, watching };
}

test('curves come with their points, and a run that stands still is not told again', async () => {
  const { team, at, runId, told, paths, post, end, watching } = await watched();
  await expect.poll(() => told.at(-1)?.runs).toMatchObject([{ name: 'First', state: 'running', curves: [] }]);
  await post(3, 'NaN', 1);
  await expect
    .poll(() => told.at(-1)?.runs[0]?.curves)
    .toMatchObject([{ name: 'loss', points: 3, steps: [0, 1, 2], values: [3, 'NaN', 1] }]);
  const before = { told: told.length, curves: paths.filter(path => path.endsWith('/curves')).length };
  const asked = paths.length;
  await expect.poll(() => paths.length).toBeGreaterThan(asked + 5);
  expect(told).toHaveLength(before.told);
  expect(paths.filter(path => path.endsWith('/curves'))).toHaveLength(before.curves);
  await team.owner.api('POST', at(`/${runId}/fail`), { error: 'out of memory' });
  await expect.poll(() => told.at(-1)?.runs[0]).toMatchObject({ state: 'failed', error: 'out of memory' });
  end.abort();
  await watching;
});

test('while the service is away its last answer stays, with the reason', async () => {
  const { team, told, post, end, watching } = await watched();
  await post(1);
  await expect.poll(() => told.at(-1)?.runs[0]?.points).toBe(1);
  await team[Symbol.asyncDispose]();
  await expect.poll(() => told.at(-1)).toMatchObject({ failure: 'network', runs: [{ points: 1 }] });
  end.abort();
  await watching;
});
