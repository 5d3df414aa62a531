import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigFolder } from '../../src/platform/saved/configFolder.ts';
import { KeyStore } from '../../src/platform/saved/keyStore.ts';
import { ConversationStore } from '../../src/editor/conversation/conversationStore.ts';
import { parseSavedConversation } from '../../src/editor/conversation/savedConversation.ts';
import { parseHostMessage } from '../../src/protocol/panel.ts';
import { customIdOf } from '../../src/runs/batch/customId.ts';
import { questionId } from '../../src/runs/runQuestion.ts';
import { knownProviders } from '../../src/inference/providers/providers.ts';
import { openRunStore } from '../../src/runs/store/openRunStore.ts';
import { findUnopenable } from '../../src/service/store/sealedTables.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { findConnectedProvider, openProviderKey } from '../../src/service/store/providerKeys.ts';
import { pageJobs } from '../../src/service/store/jobs.ts';
import { pageInvitations } from '../../src/service/store/invitations.ts';
import { findSession } from '../../src/service/store/sessions.ts';
import { listWorkspaces } from '../../src/service/store/workspaces.ts';
import { FakeSecretStore } from '../support/fakeSecretStorage.ts';
import type { DeskBatch, DeskFile } from '../support/provider/batchDesk.ts';
import { testApp } from '../support/service/testApp.ts';
import { openWindow } from '../support/testCredentials.ts';
import { batchesOf, desk, provider, states, texts } from './runs/batch/batchTest.ts';
import { originOf } from '../../src/base/address.ts';

const written = path.resolve('test/fixtures/data-0.2.0');

/** A copy of what 0.2.0 wrote, to be changed as one likes. */
async function copyOf(part: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-0.2.0-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(written, part), folder, { recursive: true });
  return folder;
}

async function jsonFrom<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(path.join(written, name), 'utf8')) as T;
}

interface Ids {
  run: string;
  batch: string;
  batchOrigin: string;
  batchQuestion: string;
}

test('a run of 0.2.0 with edits and failures opens, goes on, and opens again', async () => {
  const folder = await copyOf('runs');
  const told: string[] = [];
  const store = openRunStore(folder, { report: message => told.push(message) });
  const { run: id } = await jsonFrom<Ids>('ids.json');
  expect((await store.list()).map(run => [run.title, run.counts])).toContainEqual([
    'Holiday',
    { all: 6, described: 2, failed: 2 },
  ]);
  const run = await store.open(id);
  expect(states(run)).toEqual(['described', 'described', 'open', 'failed', 'failed', 'open']);
  expect(run.rows.map(({ accepted }) => accepted)).toEqual([true, true, false, false, false, false]);
  expect(run.skipped).toEqual([{ name: 'notes.txt', reason: 'no picture' }]);
  expect(run.question.schema?.name).toBe('caption');
  expect((await run.description(0))?.text).toBe('{"caption":"Picture 0."}');
  expect((await run.description(1))?.text).toBe('Edited by hand.');
  expect(run.rows[3]?.failure).toMatchObject({ code: 'providerFailed', message: 'It answered 500.' });
  // Its question has an id of its own: were it computed in another way, every picture would be paid for again.
  await run.edit(0, 'Changed today.');
  await run.reopen([3]);
  await run.close();
  const again = await openRunStore(folder).open(id);
  expect(states(again)).toEqual(['described', 'described', 'open', 'open', 'failed', 'open']);
  expect((await again.description(0))?.text).toBe('Changed today.');
  await again.close();
  expect(told).toEqual([]);
});

test('a batch that 0.2.0 submitted is watched and read, and nothing is submitted again', async () => {
  const folder = await copyOf('runs');
  const { batch: id, batchOrigin, batchQuestion } = await jsonFrom<Ids>('ids.json');
  const moved = await moveTo(folder, id, {
    from: batchOrigin,
    to: originOf(provider.url),
    question: batchQuestion,
  });
  const there = await jsonFrom<{ files: [string, DeskFile][]; batches: [string, DeskBatch][] }>(
    'batchDesk.json',
  );
  for (const [name, file] of there.files)
    desk.files.set(name, { ...file, content: file.content.replaceAll(idPart(batchQuestion), idPart(moved)) });
  for (const [name, batch] of there.batches) desk.batches.set(name, batch);
  provider.script(desk.script);
  const record = await openRunStore(folder).open(id);
  onTestFinished(() => record.close());
  const batches = await batchesOf(record, {
    folder: path.join(folder, 'runs'),
    onSleep: () => desk.settle(),
  });
  expect(batches.isPending).toBe(true);
  expect(states(record)).toEqual(['submitted', 'submitted']);
  await batches.submit();
  expect(desk.uploads).toEqual([]);
  expect(await batches.watch()).toMatchObject({ described: 2 });
  expect(await texts(record)).toEqual(['The picture is mostly red.', 'The picture is mostly green.']);
});

/** Lets a run ask the test's provider, which has another port each time; the question's id follows from it. */
async function moveTo(
  folder: string,
  id: string,
  { from, to, question }: { from: string; to: string; question: string },
): Promise<string> {
  const run = path.join(folder, 'runs', `${id}.jsonl`);
  const text = (await readFile(run, 'utf8')).replaceAll(from, to);
  await writeFile(run, text);
  const header = JSON.parse(text.slice(0, text.indexOf('\n'))) as {
    question: Parameters<typeof questionId>[0];
  };
  // What 0.2.0 computed is what is computed now.
  expect(questionId({ ...header.question, origin: from })).toBe(question);
  const moved = questionId(header.question);
  const journal = path.join(folder, 'runs', `${id}.batches.jsonl`);
  await writeFile(
    journal,
    (await readFile(journal, 'utf8')).replaceAll(from, to).replaceAll(question, moved),
  );
  const answers = (name: string): string => path.join(folder, 'answers', `${name}.jsonl`);
  await writeFile(
    answers(question),
    (await readFile(answers(question), 'utf8')).replaceAll(from, to).replaceAll(question, moved),
  );
  await rename(answers(question), answers(moved));
  return moved;
}

/** The part of a request's name that stands for the question. */
function idPart(question: string): string {
  return customIdOf(question, '').slice(0, -1);
}

test('a conversation of 0.2.0 opens whole', async () => {
  const saved = parseSavedConversation(await readFile(path.join(written, 'conversation.json'), 'utf8'));
  const store = new ConversationStore();
  store.restore(saved.conversation);
  const { entries, draft, followUpOf } = store.snapshot();
  expect(entries.map(({ status, text }) => [status, text])).toEqual([
    ['complete', 'A **lake**.'],
    ['failed', ''],
    ['stopped', 'Half'],
  ]);
  expect(entries[0]).toMatchObject({
    prompt: 'Describe the image.',
    reasoning: 'Look.',
    notices: ['Scaled to 1,568 px.'],
    usage: { inputTokens: 10, outputTokens: 5 },
    pictures: [{ name: 'lake.jpg', width: 640, notes: ['Turned upright.'] }],
  });
  expect(entries[1]?.error).toMatchObject({ message: 'No key.', hint: 'Set one.', retryAt: 5 });
  expect(entries[1]?.followUpOf).toBe('e1');
  expect([draft, followUpOf]).toEqual(['Half a question', 'e1']);
  expect(saved.sent.e1?.pictures).toEqual([{ id: 'aaaaaaaa', name: 'lake.jpg' }]);
  // What the page is told of it passes the page's guard.
  for (const entry of entries)
    expect(parseHostMessage({ type: 'entryAdded', entry })).toEqual({ type: 'entryAdded', entry });
});

test("the keys that 0.2.0 saved are found, the editor's and the command line's", async () => {
  const secrets = await jsonFrom<Record<string, string>>('secrets.json');
  const store = new FakeSecretStore();
  for (const [name, value] of Object.entries(secrets)) store.values.set(name, value);
  const window = openWindow('http://127.0.0.1:7777', { store });
  const service = await window.account.key();
  expect(service).toMatchObject({ key: `sl_${'0123456789'.repeat(4)}`, origin: 'http://127.0.0.1:7777' });
  const openai = knownProviders.find(({ id }) => id === 'openai');
  expect(openai && (await window.providerKeys.get(openai))).toBe('sk-test-0000000000');
  const keys = new KeyStore(new ConfigFolder(await copyOf('config')), undefined);
  expect(await keys.find('service', 'http://127.0.0.1:7777')).toMatchObject({ keptIn: 'file' });
  expect(await keys.find('provider', 'https://api.openai.com')).toMatchObject({ key: 'sk-test-0000000000' });
});

test('a data folder that a service of 0.2.0 left opens: keys, sessions, teams, providers, jobs', async () => {
  const dataDir = await copyOf('service');
  const { key, session } = await jsonFrom<{ key: string; session: string }>('service.json');
  const store = openStore({ dataDir, now: () => createdAt });
  expect(findUnopenable(store.database, store.masterKeys.current())).toEqual([]);
  const { ask } = testApp({ store, dataDir });
  expect((await ask('GET', '/api/account/summary', { key })).status).toBe(200);
  expect((await ask('GET', '/api/session', { session })).status).toBe(200);
  const owner = findSession(store, session)?.user.id ?? '';
  const team = listWorkspaces(store, owner).find(({ kind }) => kind === 'team');
  expect(team?.fullName).toBe('The Lab');
  const openai = findConnectedProvider(store, team?.id ?? '', 'openai');
  expect(openai && openProviderKey(store, openai)).toBe('sk-test-0000000000');
  expect(pageInvitations(store, team?.id ?? '', { limit: 10 }).rows).toMatchObject([
    { email: 'grace@example.org', role: 'editor' },
  ]);
  expect(pageJobs(store, team?.id ?? '', { limit: 10 }).rows).toMatchObject([
    { name: 'describe', state: 'queued' },
  ]);
});

/** When the folder was written, plus an hour: its session lasts 30 days. */
const createdAt = Date.parse('2026-11-28T18:45:00Z');
