import { expect, test } from 'vitest';
import { sharedAnswerLimits } from '../../src/platform/shapes.ts';
import type { SharedAnswer } from '../../src/platform/shapes.ts';
import { createServiceKey, revokeServiceKey } from '../../src/service/store/serviceKeys.ts';
import {
  countSharedAnswers,
  deleteSharedAnswers,
  findSharedAnswers,
  keepSharedAnswers,
} from '../../src/service/store/sharedAnswers.ts';
import { deleteSlice } from '../../src/service/store/retention.ts';
import { findMember, removeMember } from '../../src/service/store/members.ts';
import { testApp } from '../support/service/testApp.ts';

const day = 24 * 60 * 60 * 1000;
const key = (number: number): string => number.toString(16).padStart(64, '0');
const answer = (number: number, text = `Answer ${number}.`): SharedAnswer => ({
  ...{ key: key(number), text, model: 'm' },
  ...{ width: 640, height: 480 },
});

interface Found {
  workspace: string;
  answers: SharedAnswer[];
}

/** A team whose members have keys of its workspace, and a person of another one. */
function world() {
  const app = testApp();
  const { workspace, members } = app.team();
  const stranger = app.person('stranger');
  const keyOf = (workspaceId: string) =>
    createServiceKey(app.store, { workspaceId, name: 'key', prefix: 'sl_', actor: members.owner.actor });
  const [one, other, foreign] = [keyOf(workspace.id), keyOf(workspace.id), keyOf(stranger.workspace.id)];
  const find = (asKey: string, ...keys: string[]) =>
    app.ask<Found>('POST', '/api/shared-answers/find', { key: asKey, body: { keys } });
  const keep = (asKey: string, ...answers: unknown[]) =>
    app.ask('POST', '/api/shared-answers', { key: asKey, body: { answers } });
  return { ...app, workspace, members, one, other, foreign, find, keep };
}

test('what one member shares, another one finds; another workspace does not', async () => {
  const { one, other, foreign, find, keep, ask, members } = world();
  expect((await keep(one.key, answer(1), answer(2))).status).toBe(200);
  expect((await find(other.key, key(1), key(3), key(1))).body).toEqual({
    workspace: 'acme',
    answers: [answer(1)],
  });
  expect((await find(foreign.key, key(1))).body).toEqual({ workspace: 'stranger', answers: [] });
  // The same key of another workspace is another answer.
  await keep(foreign.key, answer(1, 'Something else.'));
  expect((await find(one.key, key(1))).body.answers).toEqual([answer(1)]);
  const { session } = members.viewer;
  const found = await ask<Found>('POST', '/api/shared-answers/find?owner=acme', {
    session,
    body: { keys: [key(2)] },
  });
  expect(found.body.answers).toEqual([answer(2)]);
});

test('an answer that was asked anew replaces the one before', async () => {
  const { one, find, keep } = world();
  await keep(one.key, answer(1));
  await keep(one.key, answer(1, 'Better.'));
  expect((await find(one.key, key(1))).body.answers).toEqual([answer(1, 'Better.')]);
});

test('who is a member no more, or whose key is revoked, finds and shares nothing', async () => {
  const { store, one, other, find, keep, ask, members, workspace } = world();
  await keep(one.key, answer(1));
  revokeServiceKey(store, other.serviceKey, members.owner.actor);
  expect((await find(other.key, key(1))).status).toBe(401);
  expect((await keep(other.key, answer(2))).status).toBe(401);
  const { session, user } = members.editor;
  const asEditor = () =>
    ask('POST', '/api/shared-answers/find?owner=acme', { session, body: { keys: [key(1)] } });
  expect((await asEditor()).status).toBe(200);
  const member = findMember(store, workspace.id, user.id);
  if (member !== undefined) removeMember(store, workspace.id, member, members.owner.actor);
  expect((await asEditor()).status).toBe(403);
});

test('requests and answers are bounded, and what is too much is refused whole', async () => {
  const { store, workspace, one, find, keep } = world();
  const { keys, answers, textBytes } = sharedAnswerLimits;
  const many = (count: number) => Array.from({ length: count }, (_, number) => number);
  expect((await find(one.key, ...many(keys).map(key))).status).toBe(200);
  expect((await find(one.key, ...many(keys + 1).map(key))).status).toBe(400);
  expect((await find(one.key)).body).toEqual({ workspace: 'acme', answers: [] });
  for (const wrong of ['', 'A'.repeat(64), '0'.repeat(63), '0'.repeat(65)])
    expect((await find(one.key, wrong)).status).toBe(400);
  expect((await keep(one.key, ...many(answers + 1).map(number => answer(number)))).status).toBe(400);
  const refused = [
    answer(1, 'a'.repeat(textBytes + 1)),
    answer(1, 'ä'.repeat(textBytes / 2 + 1)),
    answer(1, ' \n'),
    { ...answer(1), width: 0 },
    { ...answer(1), model: 'm'.repeat(301) },
    { ...answer(1), more: true },
  ];
  for (const wrong of refused) expect((await keep(one.key, answer(2), wrong)).status).toBe(400);
  expect(countSharedAnswers(store, workspace.id).answers).toBe(0);
  expect((await keep(one.key, answer(1, 'ä'.repeat(textBytes / 2)))).status).toBe(200);
  const large = many(8).map(number => answer(number, 'a'.repeat(textBytes)));
  expect((await keep(one.key, ...large)).status).toBe(413);
});

test('a workspace keeps so many, and those used longest ago go first', () => {
  const { store, workspace, advance } = world();
  const kept = () => findSharedAnswers(store, workspace.id, [key(1), key(60)]).map(one => one.key);
  for (let number = 1; number <= 60; number++) {
    keepSharedAnswers(store, workspace.id, [answer(number)]);
    advance(1);
  }
  expect(kept()).toEqual([key(1), key(60)]);
  keepSharedAnswers(store, workspace.id, [answer(61)], { answers: 60, bytes: 1e9 });
  expect(kept()).toEqual([key(60)]);
  keepSharedAnswers(store, workspace.id, [answer(62)], { answers: 60, bytes: 1 });
  expect(countSharedAnswers(store, workspace.id)).toEqual({ answers: 0, bytes: 0 });
});

test('what is kept is known without counting, whatever was added, replaced, and went', () => {
  const { store, workspace, foreign, advance } = world();
  const counted = (workspaceId: string) =>
    store.database.get(
      'SELECT count(*) AS answers, coalesce(sum(bytes), 0) AS bytes FROM shared_answers WHERE workspace_id = ?',
      workspaceId,
    );
  const known = () => {
    const other = foreign.serviceKey.workspaceId;
    for (const id of [workspace.id, other]) expect(countSharedAnswers(store, id)).toEqual(counted(id));
    return countSharedAnswers(store, workspace.id);
  };
  const keep = (answers: SharedAnswer[], most?: { answers: number; bytes: number }, id = workspace.id) =>
    keepSharedAnswers(store, id, answers, most);
  keep(Array.from({ length: 120 }, (_, number) => answer(number)));
  keep([answer(1, 'Of another.')], undefined, foreign.serviceKey.workspaceId);
  expect(known().answers).toBe(120);
  const { bytes } = known();
  keep([answer(1, 'Longer than it was before.'), answer(2, '2')]);
  expect(known().answers).toBe(120);
  expect(known().bytes).not.toBe(bytes);
  keep([answer(200)], { answers: 100, bytes: 1e9 });
  expect(known().answers).toBe(71);
  advance(91 * day);
  keep([answer(300)]);
  while (deleteSlice(store, {}));
  expect(known().answers).toBe(1);
  expect(() =>
    store.database.transaction(() => {
      keep([answer(400)]);
      throw new Error('Not kept.');
    }),
  ).toThrow('Not kept.');
  expect(known().answers).toBe(1);
});

test('an answer goes 90 days after its last use, or as the setting has it', () => {
  const { store, workspace, advance } = world();
  const isKept = () => findSharedAnswers(store, workspace.id, [key(1)]).length > 0;
  keepSharedAnswers(store, workspace.id, [answer(1)]);
  advance(80 * day);
  expect(isKept()).toBe(true);
  advance(80 * day);
  deleteSlice(store, {});
  expect(countSharedAnswers(store, workspace.id).answers).toBe(1);
  advance(20 * day);
  deleteSlice(store, { answers: 0 });
  expect(countSharedAnswers(store, workspace.id).answers).toBe(1);
  deleteSlice(store, {});
  expect(isKept()).toBe(false);
});

test('the owner deletes them all, which the audit trail tells; nobody else does', async () => {
  const { store, workspace, members, one, foreign, find, keep, ask } = world();
  await keep(one.key, answer(1));
  await keep(foreign.key, answer(1));
  const remove = (asked: { session?: string; key?: string }) =>
    ask('DELETE', `/api/shared-answers${asked.session === undefined ? '' : '?owner=acme'}`, asked);
  expect((await remove({ session: members.admin.session })).status).toBe(403);
  expect((await remove({ key: one.key })).status).toBe(403);
  expect((await find(one.key, key(1))).body.answers).toHaveLength(1);
  expect((await remove({ session: members.owner.session })).status).toBe(200);
  expect(countSharedAnswers(store, workspace.id).answers).toBe(0);
  expect((await find(foreign.key, key(1))).body.answers).toHaveLength(1);
  const { session } = members.owner;
  const { body } = await ask<{ events: { action: string }[] }>('GET', '/api/activity?owner=acme', {
    session,
  });
  expect(body.events[0]?.action).toBe('sharedAnswers.deleted');
});

test('many are deleted a few at a time; what is shared meanwhile stays', async () => {
  const { store, workspace, members } = world();
  const many = Array.from({ length: 350 }, (_, number) => answer(number));
  keepSharedAnswers(store, workspace.id, many);
  const deleting = deleteSharedAnswers(store, workspace.id, members.owner.actor);
  expect(countSharedAnswers(store, workspace.id).answers).toBe(250);
  keepSharedAnswers(store, workspace.id, [answer(1000)]);
  await deleting;
  expect(countSharedAnswers(store, workspace.id).answers).toBe(1);
  expect(findSharedAnswers(store, workspace.id, [key(1000)])).toHaveLength(1);
});
