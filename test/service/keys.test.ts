import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { activityShape, apiKeyListShape, createdApiKeyShape } from '../../src/platform/shapes.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { testApp } from '../support/service/testApp.ts';

type Created = z.infer<typeof createdApiKeyShape>;
type Listed = z.infer<typeof apiKeyListShape>;

test('a key is the prefix and 40 hexadecimal characters, and shows its first 11', async () => {
  const { ask, team } = testApp({ keyPrefix: 'ab_' });
  const { session } = team().members.owner;
  const { body } = await ask<Created>('POST', '/api/api-keys', { session, body: { name: 'laptop' } });
  expect(body.key).toMatch(/^ab_[0-9a-f]{40}$/);
  expect(body.keyPrefix).toBe(body.key.slice(0, 11));
});

test('the list tells everything but the value, and when a key was last used', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const first = await ask<Created>('POST', '/api/api-keys', { session, body: { name: 'laptop' } });
  const second = await ask<Created>('POST', '/api/api-keys', { session, body: { name: ' laptop ' } });
  await ask('GET', '/api/account/summary', { key: first.body.key });
  await ask('GET', '/api/account/summary', { key: first.body.key });
  const { body } = await ask<Listed>('GET', '/api/api-keys', { session });
  expect(body.keys.map(({ keyId, name, usageCount }) => [keyId, name, usageCount])).toEqual([
    [second.body.keyId, 'laptop', 0],
    [first.body.keyId, 'laptop', 2],
  ]);
  expect(body.keys[0]).not.toHaveProperty('lastUsedAt');
  expect(body.keys[1]?.lastUsedAt).toBeDefined();
  expect(JSON.stringify(body)).not.toContain(first.body.key.slice(11));
});

test.each([
  ['no name', {}],
  ['an empty name', { name: '  ' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['no text', { name: 7 }],
  ['an unknown member', { name: 'x', admin: true }],
  ['no JSON', '{"name":'],
])('a key with %s is refused', async (_what, body) => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const answer = await ask<{ error: string }>('POST', '/api/api-keys', { session, body });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual(expect.any(String));
});

test('a name of 100 characters is taken', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const { status } = await ask('POST', '/api/api-keys', { session, body: { name: 'x'.repeat(100) } });
  expect(status).toBe(201);
});

test('a revoked key fails with the very next request; the other of the same name goes on', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const make = async () =>
    (await ask<Created>('POST', '/api/api-keys', { session, body: { name: 'rotated' } })).body;
  const [old, fresh] = [await make(), await make()];
  const summary = async (key: string) => (await ask('GET', '/api/account/summary', { key })).status;
  expect([await summary(old.key), await summary(fresh.key)]).toEqual([200, 200]);
  const revoked = await ask('DELETE', `/api/api-keys?keyId=${old.keyId}`, { session });
  expect(revoked.body).toEqual({ deleted: true, keyId: old.keyId });
  expect([await summary(old.key), await summary(fresh.key)]).toEqual([401, 200]);
  expect((await ask('DELETE', `/api/api-keys?keyId=${old.keyId}`, { session })).status).toBe(404);
});

test('the value of a key is shown to the owner again, and the audit trail says so', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const { body } = await ask<Created>('POST', '/api/api-keys', { session, body: { name: 'laptop' } });
  const shown = await ask('GET', `/api/api-keys/${body.keyId}/value`, { session });
  expect(shown.body).toEqual({ keyId: body.keyId, key: body.key });
  const activity = await ask<z.infer<typeof activityShape>>('GET', '/api/activity', { session });
  expect(activity.body.events.map(({ action, subject, actor }) => [action, subject, actor.name])).toEqual([
    ['key.revealed', 'laptop', 'owner'],
    ['key.created', 'laptop', 'owner'],
  ]);
});

test("a key of one workspace is nothing in the owner's other workspace", async () => {
  const { ask, team, store } = testApp();
  const { workspace, members } = team();
  const { serviceKey } = createServiceKey(store, {
    workspaceId: workspace.id,
    name: 'team',
    prefix: 'sl_',
    actor: members.owner.actor,
  });
  const { session } = members.owner;
  const personal = await ask('GET', `/api/api-keys/${serviceKey.id}/value`, { session });
  expect([personal.status, personal.body]).toEqual([
    403,
    { error: 'Key is not in the workspace owner: add ?owner= with the username of its workspace' },
  ]);
  expect((await ask('GET', `/api/api-keys/${serviceKey.id}/value?owner=acme`, { session })).status).toBe(200);
});

test('a key sees its own workspace and no other', async () => {
  const { ask, team, store } = testApp();
  const { workspace, members } = team();
  const { key } = createServiceKey(store, {
    workspaceId: workspace.id,
    name: 'team',
    prefix: 'sl_',
    actor: members.owner.actor,
  });
  const { body } = await ask('GET', '/api/account/summary', { key });
  expect(body).toMatchObject({ username: 'acme', name: 'Team acme', accountType: 'team' });
  expect(body['teams']).toEqual([{ username: 'acme', fullName: 'Team acme', role: 'owner' }]);
  expect((await ask('GET', '/api/account/summary?owner=owner', { key })).status).toBe(403);
});

test.each([
  ['none', undefined],
  ['an empty one', 'Bearer '],
  ['another scheme', 'Basic c2w6'],
  ['a key without its prefix', `Bearer ${'0'.repeat(40)}`],
  ['two keys', 'Bearer sl_1 sl_2'],
  ['a very long one', `Bearer ${'x'.repeat(5000)}`],
])('authorization with %s is an invalid key', async (_what, authorization) => {
  const { ask } = testApp();
  const headers = authorization === undefined ? {} : { authorization };
  const { status, body } = await ask('GET', '/api/account/summary', { headers });
  expect([status, body]).toEqual([401, { error: 'Invalid API key' }]);
});
