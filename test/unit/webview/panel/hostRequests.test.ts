import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PanelMessage } from '../../../../src/protocol/panel.ts';
import { HostRequests, requestTimeout } from '../../../../src/webview/panel/hostRequests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sent = { url: 'http://127.0.0.1/v1', body: '{}', pictures: [] };

test('each request settles with its own reply', async () => {
  const posted: PanelMessage[] = [];
  const requests = new HostRequests(message => posted.push(message));
  const [first, second] = [requests.sent('a'), requests.sent('b')];
  expect(posted).toEqual([
    { type: 'request', request: 1, method: 'sent', id: 'a' },
    { type: 'request', request: 2, method: 'sent', id: 'b' },
  ]);
  requests.settle({ type: 'reply', request: 2, result: { ok: true, sent } });
  requests.settle({ type: 'reply', request: 1, result: { ok: false, message: 'Nothing was sent.' } });
  await expect(second).resolves.toEqual(sent);
  await expect(first).rejects.toThrow('Nothing was sent.');
});

test('a request that is not answered fails after 15 seconds, and a late reply is left alone', async () => {
  const requests = new HostRequests(() => undefined);
  const asked = requests.sent('a');
  const failed = expect(asked).rejects.toThrow('did not respond within 15 seconds');
  expect(requestTimeout).toBe(15_000);
  await vi.advanceTimersByTimeAsync(requestTimeout);
  await failed;
  requests.settle({ type: 'reply', request: 1, result: { ok: true, sent } });
  expect(vi.getTimerCount()).toBe(0);
});
