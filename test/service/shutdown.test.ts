import { expect, onTestFinished, test } from 'vitest';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { startService } from '../../src/service/startService.ts';
import { chatStream, eventStream, startTestProvider } from '../support/testProvider.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import { testApp } from '../support/service/testApp.ts';

/** A service with a question under way whose answer has begun, and is ended by `release`. */
async function streaming(options: Partial<ServiceOptions>) {
  const provider = await startTestProvider();
  const service = await startService({ dataDir: dataFolder(), metrics: { port: 0 }, ...options });
  onTestFinished(() => provider.close());
  const browser = await signedIn(service);
  const { key } = await browser.makeKey();
  await browser.ask('PUT', '/api/provider-keys/test', { key: 'sk-test', baseUrl: provider.url });
  const ask = () =>
    fetch(`${service.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'test/small',
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
  let release: () => void = () => undefined;
  const released = new Promise<void>(resolve => (release = resolve));
  const [begin = '', ...more] = chatStream(['first ', 'last']);
  provider.script(eventStream(begin, { until: released }, ...more));
  const response = await ask();
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const first = Buffer.from((await reader.read()).value ?? []).toString();
  const rest = async () => {
    let text = first;
    for (;;) {
      const piece = await reader.read();
      if (piece.done) return text;
      text += Buffer.from(piece.value).toString();
    }
  };
  return { service, browser, ask, release, rest, ready: () => fetch(`${service.url}/readyz`) };
}

test('while it shuts down it is not ready and refuses questions, and the one under way ends', async () => {
  const { service, ask, release, rest, ready } = await streaming({ drainMs: 600_000 });
  expect((await ready()).status).toBe(200);
  const closed = service.close();
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'shutting down' },
  ]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await fetch((service.metricsUrl ?? '').replace('/metrics', '/readyz'))).status).toBe(503);
  const refused = await ask();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The service is shutting down; please try again' },
  ]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  release();
  expect(await rest()).toContain('[DONE]');
  await closed;
  await expect(ready()).rejects.toThrow();
});

test('a question that does not end in time is ended, and its client is told why', async () => {
  const { service, rest } = await streaming({ drainMs: 50 });
  const closed = service.close();
  const text = await rest();
  expect(text).toContain('The service is shutting down');
  expect(text).not.toContain('[DONE]');
  await closed;
});

test('a service whose database does not answer lives, and is not ready', async () => {
  const { app, store } = testApp();
  expect((await app.request('/readyz')).status).toBe(200);
  store.database.run('ALTER TABLE meta RENAME TO elsewhere');
  const answer = await app.request('/readyz');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the database does not answer' },
  ]);
  expect((await app.request('/healthz')).status).toBe(200);
  store.database.run('ALTER TABLE elsewhere RENAME TO meta');
});
