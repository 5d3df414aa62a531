import { expect, test } from 'vitest';
import { exportActivity } from '../../src/service/activity/exportActivity.ts';
import { record } from '../../src/service/store/activity.ts';
import type { Actor } from '../../src/service/store/activity.ts';
import { testApp } from '../support/service/testApp.ts';

interface Event {
  id: number;
  at: string;
  actor: { id: string };
  subject: string;
}

const eventsOf = (text: string): Event[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Event);

/** A team whose trail is longer than what is read at a time. */
function longTrail() {
  const service = testApp();
  const { workspace, members } = service.team();
  const other: Actor = { kind: 'key', id: 'key_ci', name: 'CI' };
  const write = (subject: string, actor: Actor = members.owner.actor) =>
    record(service.store, {
      ...{ workspaceId: workspace.id, actor, action: 'key.revealed', subjectId: 'key_1', subject },
    });
  service.store.database.transaction(() => {
    for (let n = 0; n < 1234; n += 1) write(`event ${n}`, n % 100 === 0 ? other : undefined);
  });
  const exported = async (query = '') =>
    eventsOf(
      (
        await service.ask<string>('GET', `/api/activity/export?owner=acme${query}`, {
          session: members.admin.session,
        })
      ).body,
    );
  return { ...service, workspace, members, write, exported };
}

test('the export has every event once, the oldest first, as the API tells them', async () => {
  const { exported, ask, members } = longTrail();
  const events = await exported();
  const subjects = events.map(({ subject }) => subject).filter(subject => subject.startsWith('event'));
  expect(subjects).toEqual(Array.from({ length: 1234 }, (_, n) => `event ${n}`));
  const { body } = await ask<{ events: Event[] }>('GET', '/api/activity?owner=acme&limit=200', {
    session: members.owner.session,
  });
  expect(events.slice(-200).reverse()).toEqual(body.events);
});

test('an export goes on where the last one ended, and takes what is wanted alone', async () => {
  const { exported, write, advance } = longTrail();
  const last = (await exported()).at(-1);
  expect(await exported(`&after=${last?.id}`)).toEqual([]);
  advance(60_000);
  write('later');
  const later = await exported(`&after=${last?.id}`);
  expect(later.map(({ subject }) => subject)).toEqual(['later']);
  expect((await exported(`&since=${later[0]?.at}`)).map(({ subject }) => subject)).toEqual(['later']);
  const ofKey = await exported('&actor=key_ci');
  expect(ofKey).toHaveLength(13);
  expect(new Set(ofKey.map(({ actor }) => actor.id))).toEqual(new Set(['key_ci']));
});

test('it is read piece by piece, lets others in between, and ends with what was there when it began', async () => {
  const { app, store, members, write } = longTrail();
  const response = await app.request('/api/activity/export?owner=acme', {
    headers: { cookie: `sightline_${store.id}=${members.owner.session}` },
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="activity-acme.jsonl"');
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const first = await reader.read();
  const lines = eventsOf(Buffer.from(first.value ?? []).toString());
  expect(lines).toHaveLength(500);
  // Nothing more was read yet: a change made now is seen by what comes, an event added is not.
  store.database.run("UPDATE activity SET subject = 'changed' WHERE subject = 'event 1000'");
  write('too late');
  let rest = '';
  for (;;) {
    const piece = await reader.read();
    if (piece.done) break;
    rest += Buffer.from(piece.value).toString();
  }
  const subjects = eventsOf(rest).map(({ subject }) => subject);
  expect(subjects).toContain('changed');
  expect(subjects.at(-1)).toBe('event 1233');
});

test('whoever runs the service exports a workspace from the data folder', async () => {
  const { dataDir, workspace, exported } = longTrail();
  const lines = async (name: string) => {
    let text = '';
    for await (const piece of exportActivity({ dataDir, workspace: name })) text += piece;
    return eventsOf(text);
  };
  expect(await lines(workspace.username)).toEqual(await exported());
  await expect(lines('nobody')).rejects.toThrow('no workspace named nobody');
});
