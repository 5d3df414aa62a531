import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LogEntry } from '../../src/service/log.ts';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import { startService } from '../../src/service/startService.ts';
import { data, eventStream, refusal, startTestProvider } from '../support/testProvider.ts';
import { found } from '../support/service/canaries.ts';
import { bytesOf, dataFolder } from '../support/service/dataFolder.ts';
import { linkToken } from '../support/service/linkToken.ts';
import { signedIn } from '../support/service/signedIn.ts';

test('no secret lies in plaintext in the data folder, in the log or in an error', async () => {
  const dataDir = dataFolder();
  const log: LogEntry[] = [];
  const errors: string[] = [];
  const provider = await startTestProvider();
  const service = await startService({
    dataDir,
    log: entry => log.push(entry),
    rateLimits: { default: 1e6 },
  });
  onTestFinished(() => provider.close());
  const browser = await signedIn(service);
  const json = async (response: Response) => (await response.json()) as Record<string, string>;
  const fails = async (answer: Promise<Response>) => {
    const response = await answer;
    expect(response.status).toBeGreaterThanOrEqual(400);
    errors.push(JSON.stringify([...response.headers]), await response.text());
  };

  const kept = await browser.makeKey('kept');
  const revoked = await browser.makeKey('revoked');
  const providerKey = 'sk-canary-provider-0123456789abcdefghij';
  await browser.ask('PUT', '/api/provider-keys/test', { key: providerKey, baseUrl: provider.url });
  await browser.ask('PUT', '/api/provider-keys/gone', {
    key: 'canary-of-a-provider-gone-0123456789',
    baseUrl: provider.url,
  });
  await browser.ask('DELETE', '/api/provider-keys/gone');
  await browser.ask('POST', '/api/teams', { username: 'acme', fullName: 'Acme' });
  await browser.ask('POST', '/api/members?owner=acme', { email: 'new@example.com', role: 'viewer' });
  const members = (await (await browser.ask('GET', '/api/members?owner=acme')).json()) as {
    members: { inviteId?: string }[];
  };
  const inviteId = members.members.find(member => member.inviteId)?.inviteId ?? '';
  const invitation = await json(await browser.ask('POST', `/api/invitations/${inviteId}/link?owner=acme`));
  const link = await json(await browser.ask('POST', '/api/session/link'));
  const host = await json(await browser.ask('POST', '/api/hosts', { name: 'box' }));
  const unused = await json(await browser.ask('POST', '/api/hosts', { name: 'unused' }));
  const worker = await json(
    await fetch(`${service.url}/api/hosts/connect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: host['token'] }),
    }),
  );
  await browser.ask('DELETE', `/api/api-keys?keyId=${revoked.keyId}`);
  const wrongKey = `sl_${'c0ffee'.repeat(6)}c0ff`;
  const prompt = 'canary-of-a-prompt-that-nobody-shall-keep';
  const canaries: Record<string, string> = {
    'service key': kept.key,
    'revoked key': revoked.key,
    'provider key': providerKey,
    'removed provider key': 'canary-of-a-provider-gone-0123456789',
    'worker key': worker['workerKey'] ?? '',
    'used host token': host['token'] ?? '',
    'open host token': unused['token'] ?? '',
    'session token': browser.cookie.split('=')[1] ?? '',
    'used sign-in token': linkToken(service.signInUrl),
    'open sign-in token': linkToken(link['url']),
    'invitation token': linkToken(invitation['url']),
    'wrong key': wrongKey,
    prompt,
  };
  for (const [name, secret] of Object.entries(canaries)) expect(secret.length, name).toBeGreaterThan(30);

  const ask = (key: string, body: unknown, path = 'chat/completions') =>
    fetch(`${service.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const question = { model: 'test/x', messages: [{ role: 'user', content: prompt }] };
  await (await ask(kept.key, question)).text();
  provider.script(
    refusal(401, { message: `Incorrect API key provided: ${providerKey}` }),
    { status: 500, body: `<title>${providerKey}</title>` },
    eventStream(data({ error: { message: `key ${providerKey}` } })),
  );
  await fails(ask(kept.key, question));
  await fails(ask(kept.key, question));
  const streamed = await ask(kept.key, { ...question, stream: true });
  errors.push(await streamed.text());
  await fails(ask(wrongKey, question));
  await fails(ask(kept.key, { ...question, model: kept.key }));
  await fails(ask(kept.key, `{"model": "${kept.key}`));
  await fails(fetch(`${service.url}/api/${wrongKey}`));
  await fails(fetch(`${service.url}/api/account/summary?key=${wrongKey}`));
  await fails(browser.ask('POST', '/api/session', { token: linkToken(service.signInUrl) }));
  await fails(browser.ask('POST', '/api/api-keys', { name: 'x', [wrongKey]: wrongKey }));
  await fails(
    browser.ask('PUT', '/api/provider-keys/bad', { key: `${wrongKey} x`, baseUrl: 'https://p.example' }),
  );
  await fails(
    browser.ask('PUT', '/api/provider-keys/bad', { key: 'k', baseUrl: `https://user:${wrongKey}@p.example` }),
  );
  await provider.close();
  await fails(ask(kept.key, question));

  const said = new Map([
    ['log', Buffer.from(JSON.stringify(log))],
    ['errors', Buffer.from(errors.join('\n'))],
  ]);
  expect(log.length).toBeGreaterThan(10);
  expect(found(canaries, said)).toEqual([]);
  const files = bytesOf(dataDir);
  expect([...files.keys()]).toContain(join(dataDir, 'sightline.db-wal'));
  expect(found(canaries, files)).toEqual([]);
  // The search itself finds what is there.
  expect(
    found({ id: kept.keyId.slice(4), name: 'not there at all, certainly' }, files).length,
  ).toBeGreaterThan(0);

  await service.close();
  expect(found(canaries, bytesOf(dataDir))).toEqual([]);
  rotateMasterKey({ dataDir });
  expect(found(canaries, bytesOf(dataDir))).toEqual([]);
});
