import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../src/service/store/database.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { createHost, connectHost } from '../../src/service/store/hosts.ts';
import { deleteSlice } from '../../src/service/store/retention.ts';
import { findUser } from '../../src/service/store/people.ts';
import {
  findConnectedProvider,
  listProviders,
  openProviderKey,
} from '../../src/service/store/providerKeys.ts';
import { findDescription, keepDescription } from '../../src/service/store/imageDescriptions.ts';
import { keepSharedAnswers } from '../../src/service/store/sharedAnswers.ts';
import { findDescriber } from '../../src/service/store/textOnlyModels.ts';
import { registerPages } from '../../src/service/pages/registerPages.ts';
import { hasSignedIn, makeSignInToken, removeStartLinks } from '../../src/service/store/sessions.ts';
import { addProgress, createJob, finishJob, pageJobs, takeJob } from '../../src/service/store/jobs.ts';
import { keepReservations, removeOldReservations } from '../../src/service/store/reservations.ts';
import {
  deleteOldTraining,
  interruptSilentRuns,
  pageTrainingRuns,
} from '../../src/service/store/trainingRuns.ts';
import { createApp } from '../../src/service/app.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { linkToken } from '../support/service/linkToken.ts';
import { testApp, testOrigin } from '../support/service/testApp.ts';

const folder = path.join(import.meta.dirname, '../../src/service/store');
/** What works on all values that are sealed, by hand, and what runs while the store opens. */
const apart = ['database.ts', 'openStore.ts', 'sealedTables.ts', 'masterKeys.ts', 'rotateMasterKey.ts'];
/** A person's workspaces are few (`upperLimits.workspacesOfPerson`) and sorted by names that lie in another table. */
const sortedFew = /JOIN workspaces w ON w\.id = m\.workspace_id\s+WHERE m\.user_id = \? ORDER BY/;

/** A store that notes every statement, with the places in our code that ran it. */
function watchedStore(dataDir: string, now: () => number) {
  const store = openStore({ dataDir, now });
  const statements = new Map<string, Set<string>>();
  const note = (sql: string) => {
    const frames = (new Error().stack ?? '').matchAll(/service\/store\/(\w+\.ts):(\d+)/g);
    const places = [...frames].map(([, file, line]) => `${file}:${line}`);
    statements.set(sql, new Set([...(statements.get(sql) ?? []), ...places]));
  };
  const { database } = store;
  const watched: Database = {
    ...database,
    all: (sql, ...values) => (note(sql), database.all(sql, ...values)),
    get: (sql, ...values) => (note(sql), database.get(sql, ...values)),
    run: (sql, ...values) => (note(sql), database.run(sql, ...values)),
  };
  return { store: { ...store, database: watched }, database, statements };
}

/** The lines of the store's files on which a statement is run. */
function callsOfStore(): string[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !apart.includes(file))
    .flatMap(file =>
      readFileSync(path.join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (/database\.(all|get|run)\b/.test(line) ? [`${file}:${index + 1}`] : [])),
    );
}

test('every statement finds its rows by an index, sorted as they are wanted', async () => {
  let skew = 0;
  const { store, database, statements } = watchedStore(dataFolder(), () => Date.now() + skew);
  const { ask, dependencies, team, person } = testApp({ store });
  const { workspace, members } = team();
  const { session } = members.owner;
  const stranger = person('stranger');
  const at = (place: string) => `${place}${place.includes('?') ? '&' : '?'}owner=acme`;
  const change = async <Body>(method: string, place: string, body?: unknown) =>
    (await ask<Body>(method, at(place), { session, body })).body;

  const { keyId, key } = await change<{ keyId: string; key: string }>('POST', '/api/api-keys', { name: 'a' });
  for (const name of ['b', 'c']) await change('POST', '/api/api-keys', { name });
  await change('GET', `/api/api-keys/${keyId}/value`);
  await ask('GET', '/api/account/summary', { key });
  for (const model of ['p/a', 'p/b', 'p/a']) {
    dependencies.usage.countGateway({
      ...{ workspaceId: workspace.id, keyId, keyName: 'a', memberId: members.owner.user.id, model },
      ...{ inputTokens: 1, outputTokens: 1 },
    });
    dependencies.usage.flush();
  }
  dependencies.usage.flush();
  const prices = ['p/a', 'p/b'].map(model => ({ model, input: 1, output: 2 }));
  for (const price of prices) await change('PUT', '/api/prices', price);
  await change('GET', '/api/prices');
  await change('DELETE', '/api/prices?model=p/b');
  const spender = { workspaceId: workspace.id, keyId, keyName: 'a', memberId: members.owner.user.id };
  const bound = () => ({ inputTokens: 1, outputTokens: 1, certain: true });
  const costly = { ...spender, model: 'p/a', bound, signal: new AbortController().signal };
  for (const period of ['day', 'week']) {
    (await dependencies.spending.open(costly)).answered({ inputTokens: 1, outputTokens: 1 }, 1);
    await change('PUT', '/api/budgets', { keyId, period, dollars: 7e-6 });
  }
  const free = await dependencies.spending.open({ ...costly, model: 'offline/describer' });
  free.answered({ inputTokens: 1, outputTokens: 1 }, 1);
  for (const name of ['a', 'a']) await change('POST', '/api/api-keys', { name });
  keepReservations(store, 'nobody');
  const budgets = await change<{ budgets: { budgetId: string }[] }>('GET', '/api/budgets');
  await change('DELETE', `/api/budgets/${budgets.budgets[0]?.budgetId}`);
  (await dependencies.spending.open({ ...costly, model: 'p/c' }).catch(() => undefined))?.failed();
  for (const place of ['/api/spend', '/api/spend/export'])
    expect((await ask('GET', at(place), { session })).status).toBe(200);
  for (const provider of ['openai', 'mistral'])
    await change('PUT', `/api/provider-keys/${provider}`, { key: 'sk-0000000000000000000000000000' });
  await change('DELETE', '/api/provider-keys/mistral');
  listProviders(store, workspace.id);
  const openai = findConnectedProvider(store, workspace.id, 'openai');
  if (openai !== undefined) openProviderKey(store, openai);
  const textOnly = { describedBy: 'offline/describer', models: ['openai/a', 'openai/b'] };
  expect(await change('PUT', '/api/text-only-models', textOnly)).toEqual(textOnly);
  expect(await change('GET', '/api/text-only-models')).toEqual(textOnly);
  expect(findDescriber(store, workspace.id, 'openai/a')).toBe('offline/describer');
  const image = { workspaceId: workspace.id, image: 'ab', question: 'What?', model: 'offline/describer' };
  keepDescription(store, image, 'A cat.');
  skew += 2 * 60 * 60 * 1000;
  expect(findDescription(store, image)).toBe('A cat.');
  skew -= 2 * 60 * 60 * 1000;
  expect(await change('DELETE', '/api/text-only-models')).toEqual({ success: true });
  expect(findDescription(store, image)).toBeUndefined();
  const shared = ['aa', 'bb'].map(one => ({
    key: one.repeat(32),
    text: 'A cat.',
    model: 'm',
    ...{ width: 1, height: 1 },
  }));
  const keys = shared.map(({ key }) => key);
  await change('POST', '/api/shared-answers', { answers: shared });
  keepSharedAnswers(store, workspace.id, shared, { answers: 1, bytes: 1 });
  await change('POST', '/api/shared-answers', { answers: shared });
  skew += 2 * 24 * 60 * 60 * 1000;
  expect(await change('POST', '/api/shared-answers/find', { keys })).toMatchObject({ answers: shared });
  skew -= 2 * 24 * 60 * 60 * 1000;
  await change('DELETE', '/api/shared-answers');
  findUser(store, 'stranger');
  hasSignedIn(store, members.owner.user.id);
  skew = 10 * 60 * 1000;
  const hosts = ['one', 'two'].map(name =>
    createHost(store, { workspaceId: workspace.id, name, actor: members.owner.actor }),
  );
  const connected = connectHost(store, hosts[0]?.token ?? '');
  const hostId = connected?.host.id ?? '';
  const put = (name: string) =>
    createJob(store, {
      ...{ workspaceId: workspace.id, name, hostId, actor: members.owner.actor },
      input: '1',
    });
  const [first, second] = [put('first'), put('second')];
  takeJob(store, workspace.id, hostId);
  addProgress(store, first.id, '{"loss":1}');
  finishJob(store, first.id, { state: 'done' });
  database.run('UPDATE jobs SET bytes = 104857600 WHERE id = ?', first.id);
  for (const name of ['third', 'fourth']) put(name);
  skew += 60_000;
  await ask('POST', '/api/jobs/take', { key: connected?.workerKey ?? '', body: undefined });
  const { workerKey = '' } = connected ?? {};
  await ask('POST', `/api/jobs/${second.id}/progress`, { key: workerKey, body: { metrics: {} } });
  await ask('POST', '/api/jobs/give-back', { key: workerKey });
  await change('GET', `/api/jobs/${second.id}`);
  await change('POST', `/api/jobs/${second.id}/cancel`);
  for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
    await change('POST', '/api/members', { email, role: 'viewer' });
  const listed = await change<{ members: { inviteId?: string }[] }>('GET', '/api/members');
  const [accepted, withdrawn] = listed.members.flatMap(({ inviteId }) => inviteId ?? []);
  const { url } = await change<{ url: string }>('POST', `/api/invitations/${accepted}/link`);
  const token = linkToken(url);
  await ask('POST', '/api/invitations/accept', { session: stranger.session, body: { token } });
  await change('DELETE', `/api/invitations/${withdrawn}`);
  const another = await change<{ url: string }>(
    'POST',
    `/api/invitations/${listed.members.flatMap(({ inviteId }) => inviteId ?? [])[2]}/link`,
  );
  await ask('POST', '/api/invitations/accept', {
    headers: { origin: testOrigin },
    body: { token: linkToken(another.url), name: 'New', username: 'newcomer' },
  });
  await change('PATCH', `/api/members/${members.viewer.user.id}`, { role: 'editor' });
  await change('DELETE', `/api/members/${members.editor.user.id}`);
  await change('POST', '/api/teams', { username: 'other', fullName: 'Other' });

  const runs = [];
  for (const name of ['one', 'two', 'three'])
    runs.push((await change<{ runId: string }>('POST', '/api/training-runs', { name })).runId);
  const [trained = '', other = ''] = runs;
  const metrics = [
    ...[1, 2, 2].map(step => ({ name: 'loss', value: 1, step })),
    { name: 'mAP', value: 'NaN', step: 1 },
  ];
  for (const run of runs) await change('POST', `/api/training-runs/${run}/metrics`, { metrics });
  await change('GET', `/api/training-runs/${trained}/metrics?limit=1`);
  for (const metric of ['', '&name=loss']) {
    const place = at(`/api/training-runs/${trained}/metrics?limit=1${metric}`);
    const { body } = await ask<{ next: string }>('GET', place, { session });
    await ask('GET', `${place}&cursor=${body.next}`, { session });
  }
  await change('POST', `/api/training-runs/${trained}/finish`, {});
  await change('POST', `/api/training-runs/${other}/fail`, {});
  for (const part of ['', '/metrics.csv', '/curves', '/events'])
    await change('GET', `/api/training-runs/${trained}${part}`);
  const finished = await change<{ next: string }>('GET', '/api/training-runs?state=running&limit=1');
  expect(finished.next).toBeUndefined();
  pageTrainingRuns(store, workspace.id, { state: 'finished', limit: 1 });
  interruptSilentRuns(store, -1);
  skew += 400 * 24 * 60 * 60 * 1000;
  for (let left = 10; left > 0; left--) deleteOldTraining(store, store.now() - 1);
  skew -= 400 * 24 * 60 * 60 * 1000;
  for (const name of ['four', 'five']) await change('POST', '/api/training-runs', { name });

  const app = createApp(dependencies, registerPages);
  const page = (place: string) =>
    app.request(at(place), { headers: { cookie: `sightline_${store.id}=${session}` } });
  for (const place of [
    ...['/', '/activity', '/sessions', '/settings?tab=api-keys', '/settings?tab=integrations'],
    '/settings?tab=spending',
    ...['/settings?tab=team', `/settings/api-keys/rotate?old=${keyId}`],
  ])
    expect((await page(place)).status).toBe(200);
  for (const list of [
    'activity',
    'usage',
    'api-keys',
    'jobs',
    'hosts',
    'members',
    'training-runs',
    'spend',
  ]) {
    const start = await ask('GET', at(`/api/${list}?limit=1`), { session });
    expect(start.status).toBe(200);
    const next = /<([^>]+)>; rel="next"/.exec(start.headers.get('link') ?? '')?.[1];
    expect(next).toBeDefined();
    expect((await ask('GET', next ?? '', { session })).status).toBe(200);
  }
  expect((await ask('GET', at('/api/activity/export'), { session })).status).toBe(200);
  const filters = [{}, { state: 'done' as const }, { hostId }, { state: 'done' as const, hostId }];
  for (const filter of filters) {
    const { next } = pageJobs(store, workspace.id, { ...filter, limit: 1 });
    pageJobs(store, workspace.id, { ...filter, limit: 1, cursor: next });
  }
  await change('DELETE', `/api/hosts/${hostId}`);
  const signIn = makeSignInToken(store, members.owner.user.id, 'start').token;
  await ask('POST', '/api/session', { headers: { origin: testOrigin }, body: { token: signIn } });
  removeStartLinks(store);
  const { body } = await ask<{ sessions: { sessionId: string; current: boolean }[] }>(
    'GET',
    '/api/sessions',
    {
      session,
    },
  );
  await change('DELETE', `/api/sessions/${body.sessions.find(({ current }) => !current)?.sessionId}`);
  await change('DELETE', `/api/api-keys?keyId=${keyId}`);
  await change('POST', '/api/members/transfer-ownership', { targetUserId: members.admin.user.id });
  removeOldReservations(store);
  deleteSlice(store, {});

  const ran = new Set([...statements.values()].flatMap(places => [...places]));
  expect(callsOfStore().filter(place => !ran.has(place))).toEqual([]);
  const bad = [...statements.keys()]
    .filter(sql => /^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql) && !sortedFew.test(sql))
    .flatMap(sql => {
      const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
      const first = /LIMIT 1$/.test(sql);
      const faults = plan.filter(
        step =>
          /TEMP B-TREE|^SCAN (?!CONSTANT|\(subquery)/.test(step) &&
          !(first && /^SCAN \w+ USING (COVERING )?INDEX/.test(step)),
      );
      return faults.length === 0 ? [] : [`${sql.replace(/\s+/g, ' ')}: ${faults.join('; ')}`];
    });
  expect(bad).toEqual([]);
});
