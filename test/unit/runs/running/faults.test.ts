import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { SightlineError, type ErrorCode } from '../../../../src/base/errors.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import type { RowFailure } from '../../../../src/runs/runRow.ts';
import { askPictureBy } from '../../../../src/runs/running/askPictureBy.ts';
import {
  chatChunk,
  data,
  eventStream,
  refusal,
  requestContent,
  type Reply,
} from '../../../support/testProvider.ts';
import { count, askTestProvider, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const ended = (finish: string, more: object = {}): Reply =>
  eventStream(data(chatChunk({ content: 'Half', ...more }, finish)), data('[DONE]'));

const passing: [string, Reply][] = [
  ['a fault of the server', refusal(500, { message: 'Out of order.' })],
  [
    'a bad gateway',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>502</title>' },
  ],
  ['a connection that breaks', { body: [{ cut: true }] }],
  ['a connection that is closed', { headers: { 'content-length': '99' }, body: [{ cut: true }] }],
  ['a stream that breaks', eventStream(data(chatChunk({ content: 'Half' })), { cut: true })],
  ['a stream without an end', eventStream(data(chatChunk({ content: 'Half' })))],
  ['a body that is not JSON', { headers: { 'content-type': 'application/json' }, body: '{"choices": [' }],
  [
    'a web page instead',
    { headers: { 'content-type': 'text/html' }, body: '<html><title>Hello</title></html>' },
  ],
  ['an error in the stream', eventStream(data({ error: { message: 'GPU lost', code: 500 } }))],
];

test.each(passing)('%s is tried again', async (_, fault) => {
  const { run, record } = await runOn(await differentPictures(3));
  provider.script(fault, fault);
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(3);
  expect(provider.requests).toHaveLength(5);
});

test.each(passing)('%s, again and again, fails the row alone, with its reason', async (_, fault) => {
  const { run, record } = await runOn(await differentPictures(3));
  let first: string | undefined;
  provider.script(request => {
    const [url] = requestContent(request.body).images;
    first ??= url;
    return url === first ? fault : undefined;
  });
  expect(await run.start()).toBe('done');
  await onlyOneFailed(record);
  expect(provider.requests).toHaveLength(5);
});

/** Two of three are described, and one has a reason and no text. */
async function onlyOneFailed(record: RunRecord): Promise<RowFailure | undefined> {
  expect(record.rows.map(({ state }) => state).sort()).toEqual(['described', 'described', 'failed']);
  const row = record.rows.find(({ state }) => state === 'failed');
  expect(row?.failure?.message).not.toBe('');
  expect(await record.description(row?.index ?? 0)).toBeUndefined();
  return row?.failure;
}

const final: [string, Reply, ErrorCode][] = [
  ['a refusal', ended('stop', { content: null, refusal: 'I would rather not.' }), 'noAnswer'],
  ['a filtered answer', ended('content_filter'), 'incomplete'],
  ['an answer that is too long', ended('length'), 'incomplete'],
  ['an empty answer', ended('stop', { content: '' }), 'noAnswer'],
  ['a request that is not accepted', refusal(400, { message: 'Invalid image.' }), 'badRequest'],
  ['a picture that is too large', refusal(413, { message: 'Too large.' }), 'requestTooLarge'],
  ['moderation', refusal(403, { message: 'Your input was flagged.' }), 'permissionDenied'],
];

test.each(final)('%s fails the row at once, and is no description', async (_, fault, code) => {
  const { run, record } = await runOn(await differentPictures(3), { most: () => 1 });
  provider.script(fault);
  expect(await run.start()).toBe('done');
  expect((await onlyOneFailed(record))?.code).toBe(code);
  expect(provider.requests).toHaveLength(3);
});

test.each([
  [401, 'keyRejected'],
  [404, 'notFound'],
  [402, 'quotaExceeded'],
] as const)('%i stops the run: every further picture would meet it', async (status, code) => {
  const { run, record } = await runOn(await differentPictures(12), { most: () => 8 });
  provider.script(() => (provider.requests.length > 4 ? refusal(status, { message: 'No.' }) : undefined));
  expect(await run.start()).toBe('failed');
  expect(run.failure?.code).toBe(code);
  expect(count(record, 'described')).toBe(4);
  expect(count(record, 'open')).toBe(8);
  expect(provider.requests.length).toBeLessThanOrEqual(4 + 8);
  // How much is left is told beside it, once.
  expect(run.progress.message).toBe(run.failure?.message);
});

test.each(['missingKey', 'untrusted'] as const)('%s stops the run before any request', async code => {
  const { run, record } = await runOn(await differentPictures(3), {
    ask: askPictureBy(() => Promise.reject(new SightlineError(code, 'Not now.'))),
  });
  expect(await run.start()).toBe('failed');
  expect(run.failure?.code).toBe(code);
  expect(count(record, 'open')).toBe(3);
  expect(provider.requests).toHaveLength(0);
});

test('what was answered on the way to a stop is kept', async () => {
  const { run, record } = await runOn(await differentPictures(12), { most: () => 8 });
  let stopped = (): void => undefined;
  const late = new Promise<undefined>(resolve => {
    stopped = () => resolve(undefined);
  });
  provider.script(() => {
    if (provider.requests.length === 6) return refusal(401, { message: 'No.' });
    return provider.requests.length > 4 ? late : undefined;
  });
  const running = run.start();
  await expect.poll(() => run.progress.concurrency).toBeLessThan(8);
  await expect.poll(() => provider.requests.length).toBeGreaterThan(5);
  stopped();
  expect(await running).toBe('failed');
  expect(count(record, 'described')).toBe(provider.requests.length - 1);
});

test('without any connection the run stops after some tries', async () => {
  const { run, record } = await runOn(await differentPictures(3), {
    ask: askTestProvider(`http://127.0.0.1:${await freePort()}/v1`),
  });
  expect(await run.start()).toBe('failed');
  expect(run.failure).toMatchObject({
    code: 'network',
    message: expect.stringContaining('Nothing answers') as string,
  });
  expect(count(record, 'open')).toBe(3);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

test('where one picture after the other fails, the run stops before all have', async () => {
  const { run, record } = await runOn(await differentPictures(40));
  provider.script(() => refusal(400, { message: 'This model takes no pictures.' }));
  expect(await run.start()).toBe('failed');
  expect(run.progress.message).toContain('in a row');
  expect(run.progress.message).toContain('takes no pictures');
  expect(count(record, 'failed')).toBeLessThan(15);
  expect(count(record, 'open')).toBe(40 - count(record, 'failed'));
});

test('retries are as many as are set', async () => {
  const { run, record } = await runOn(await differentPictures(1), { retries: 0 });
  provider.script(refusal(500, { message: 'Out of order.' }));
  expect(await run.start()).toBe('done');
  expect(count(record, 'failed')).toBe(1);
  expect(provider.requests).toHaveLength(1);
});
