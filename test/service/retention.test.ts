import { expect, test } from 'vitest';
import { record } from '../../src/service/store/activity.ts';
import { createJob, cancelJob, getJob, takeJob, addProgress } from '../../src/service/store/jobs.ts';
import { findDescription, keepDescription } from '../../src/service/store/imageDescriptions.ts';
import { defaultRetention, deleteSlice, startCleaning } from '../../src/service/store/retention.ts';
import type { Retention } from '../../src/service/store/retention.ts';
import { addTrainingPoints } from '../../src/service/store/trainingPoints.ts';
import {
  createTrainingRun,
  endTrainingRun,
  getTrainingRun,
  interruptSilentRuns,
} from '../../src/service/store/trainingRuns.ts';
import { testApp } from '../support/service/testApp.ts';

const day = 24 * 60 * 60 * 1000;

/** A workspace in which, today, something happened, a job ended, another waits, and a key was used. */
function used() {
  const world = testApp();
  const { store, dependencies } = world;
  const { workspace, actor } = world.person('ada');
  const put = (name: string) =>
    createJob(store, { workspaceId: workspace.id, name, input: '1', actor, hostId: 'host_1' });
  const [ended, waiting] = [put('ended'), put('waiting')];
  takeJob(store, workspace.id, 'host_1');
  addProgress(store, ended.id, '{}');
  cancelJob(store, ended, actor);
  const use = { workspaceId: workspace.id, keyId: 'key_1', keyName: 'k', memberId: 'user_1', model: 'p/m' };
  dependencies.usage.countGateway({ ...use, inputTokens: 1, outputTokens: 1 });
  dependencies.usage.flush();
  const count = (table: string) =>
    store.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  const clean = async (retention: Retention = {}) => {
    const cleaner = startCleaning(store, retention, entry => expect.unreachable(entry.message));
    await cleaner.clean();
    cleaner.close();
    return {
      activity: count('activity') > 0,
      ended: getJob(store, ended.id) !== undefined,
      progress: count('job_progress') > 0,
      waiting: getJob(store, waiting.id) !== undefined,
      usage: count('usage') > 0,
    };
  };
  return { ...world, workspace, actor, clean, count };
}

const all = { activity: true, ended: true, progress: true, waiting: true, usage: true };

test('what is older than it is kept goes, and a job that waits stays', async () => {
  const { advance, clean } = used();
  expect(defaultRetention).toEqual({
    ...{ activity: 365, jobs: 90, usage: 365, training: 365 },
    ...{ descriptions: 30, answers: 90 },
  });
  expect(await clean()).toEqual(all);
  advance(89 * day);
  expect(await clean()).toEqual(all);
  advance(2 * day);
  expect(await clean()).toEqual({ ...all, ended: false, progress: false });
  advance(275 * day);
  expect(await clean()).toEqual({
    ...{ activity: false, ended: false, progress: false },
    ...{ waiting: true, usage: false },
  });
});

test('days are set for each; 0 keeps for ever', async () => {
  const { advance, clean } = used();
  advance(3 * day);
  expect(await clean({ activity: 2 })).toEqual({ ...all, activity: false });
  advance(4000 * day);
  expect(await clean({ jobs: 0, usage: 0 })).toEqual({ ...all, activity: false });
  expect(await clean({ jobs: 1, usage: 0 })).toMatchObject({ ended: false, usage: true });
});

test('much is deleted in slices, between which others have their turn', async () => {
  const { advance, clean, store, workspace, actor, count } = used();
  store.database.transaction(() => {
    for (let number = 0; number < 100_000; number++)
      record(store, {
        workspaceId: workspace.id,
        actor,
        action: 'key.created',
        subjectId: 'k',
        subject: 'k',
      });
  });
  advance(400 * day);
  expect(deleteSlice(store, {})).toBe(true);
  expect(count('activity')).toBeGreaterThan(0);
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  expect(await clean()).toMatchObject({ activity: false });
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});

test('the description of an image goes a while after its last use', async () => {
  const { advance, store, clean, workspace } = used();
  const key = (image: string) => ({ workspaceId: workspace.id, image, question: 'What?', model: 'p/vision' });
  keepDescription(store, key('aa'), 'A cat.');
  keepDescription(store, key('bb'), 'A dog.');
  advance(20 * day);
  expect(findDescription(store, key('aa'))).toBe('A cat.');
  advance(20 * day);
  await clean({ descriptions: 0 });
  expect(findDescription(store, key('bb'))).toBe('A dog.');
  advance(29 * day);
  await clean();
  expect(findDescription(store, key('aa'))).toBeUndefined();
  expect(findDescription(store, key('bb'))).toBe('A dog.');
});

test('a training run goes with its points, long after its script was last heard of', async () => {
  const { advance, store, count, clean, workspace, actor } = used();
  const create = (name: string) =>
    createTrainingRun(store, {
      ...{ workspaceId: workspace.id, name, model: undefined, tags: [], config: undefined, actor },
    });
  const [old, silent] = [create('old'), create('silent')];
  const points = Array.from({ length: 1200 }, (_, step) => ({ name: 'loss', step, value: step, at: 1 }));
  addTrainingPoints(store, old, points);
  addTrainingPoints(store, silent, points);
  endTrainingRun(store, old, { state: 'finished' });
  await clean({ training: 30 });
  expect(count('training_points')).toBe(2400);
  advance(31 * day);
  await clean({ training: 30 });
  expect(getTrainingRun(store, workspace.id, old.id)).toBeUndefined();
  expect([count('training_points'), count('training_metrics')]).toEqual([1200, 1]);
  interruptSilentRuns(store, 60_000);
  await clean({ training: 30 });
  expect([count('training_points'), count('training_metrics'), count('training_runs')]).toEqual([0, 0, 0]);
});
