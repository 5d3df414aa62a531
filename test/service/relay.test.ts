import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { redactReason, scrubKey } from '../../src/service/gateway/keyScrubber.ts';
import { relayStream } from '../../src/service/gateway/relayStream.ts';
import { readStreamUsage, usageInBody } from '../../src/service/gateway/usageReader.ts';

const bytes = (text: string) => Buffer.from(text);

/** A source that the test feeds. */
function source() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancelled = vi.fn();
  const stream = new ReadableStream<Uint8Array>({
    start: given => void (controller = given),
    cancel: cancelled,
  });
  return {
    pieces: piecesOf(stream),
    cancelled,
    send: (text: string) => controller?.enqueue(bytes(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error('gone')),
  };
}

/** A stream piece by piece; a piece that is awaited comes to its end when nobody wants more. */
function piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterator<Uint8Array, unknown> {
  const reader = stream.getReader();
  return {
    next: () => reader.read(),
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function relayed(
  pieces: AsyncIterator<Uint8Array, unknown>,
  options: { key?: string; stallTime?: number } = {},
) {
  const stop = new AbortController();
  const [onChunk, onEnd, onStall] = [vi.fn(), vi.fn(), vi.fn()];
  const { key, ...rest } = options;
  const relay = relayStream(pieces, { key, signal: stop.signal, onChunk, onEnd, onStall, ...rest });
  return { reader: relay.getReader(), stop, onChunk, onEnd, onStall };
}

const text = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  let all = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all;
    all += Buffer.from(value).toString();
  }
};

test('a stream passes and ends; its end is told once', async () => {
  const from = source();
  const { reader, onChunk, onEnd } = relayed(from.pieces);
  from.send('data: one\n\n');
  from.send('data: two\n\n');
  from.end();
  expect(await text(reader)).toBe('data: one\n\ndata: two\n\n');
  await expect.poll(() => onChunk).toHaveBeenCalledTimes(2);
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('a client that goes cancels the source', async () => {
  const from = source();
  const { reader, onEnd } = relayed(from.pieces);
  from.send('one');
  await reader.read();
  await reader.cancel();
  expect(from.cancelled).toHaveBeenCalledOnce();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a stop from our side cancels the source and tells the client the reason', async () => {
  const from = source();
  const { reader, stop, onEnd } = relayed(from.pieces);
  from.send('one');
  await reader.read();
  const rest = text(reader);
  stop.abort(new Error('Invalid API key'));
  expect(await rest).toMatch(/^\n\ndata: .*"error":\{"message":"Invalid API key"/);
  expect(from.cancelled).toHaveBeenCalledOnce();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a stop that came first lets nothing through', async () => {
  const from = source();
  const stop = AbortSignal.abort(new Error('late'));
  const noted = vi.fn();
  const relay = relayStream(from.pieces, {
    key: undefined,
    signal: stop,
    onChunk: noted,
    onEnd: noted,
    onStall: noted,
  });
  expect(await text(relay.getReader())).toContain('late');
});

test('a source that fails is told as such', async () => {
  const from = source();
  const { reader, onEnd } = relayed(from.pieces);
  from.send('one');
  await reader.read();
  const rest = text(reader);
  from.fail();
  expect(await rest).toContain('The connection to the provider was lost');
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a client that stops reading is noticed; one that waits for the provider is not', async () => {
  vi.useFakeTimers();
  try {
    const from = source();
    const { reader, onStall } = relayed(from.pieces, { stallTime: 1000 });
    from.send('one');
    await reader.read();
    const waiting = reader.read();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onStall).not.toHaveBeenCalled();
    from.send('two');
    await waiting;
    await vi.advanceTimersByTimeAsync(1001);
    expect(onStall).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('a key is taken out wherever the bytes are cut, and nothing else is changed', () => {
  const key = 'aab-aaab-0123456789';
  const whole = bytes(`aa${key} aaab-aab- ${key}${key} aab-aaab-012345678 a`);
  const expected = `aa[key] aaab-aab- [key][key] aab-aaab-012345678 a`;
  for (let first = 0; first <= whole.length; first += 1)
    for (let second = first; second <= whole.length; second += 3) {
      const scrubber = scrubKey(key);
      const parts = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
      const passed = [...parts.map(part => scrubber.push(part)), scrubber.rest()];
      expect(Buffer.concat(passed).toString(), `${first}, ${second}`).toBe(expected);
    }
});

test('only what might begin the key is held back', () => {
  const scrubber = scrubKey('sk-secret');
  expect(Buffer.from(scrubber.push(bytes('data: ask'))).toString()).toBe('data: a');
  expect(Buffer.from(scrubber.push(bytes('ing\n\n'))).toString()).toBe('sking\n\n');
});

test("a provider's reason is redacted text by text", () => {
  const key = 'plain-provider-key-0001';
  const reason = {
    error: { message: `Bad key ${key}`, hint: ['sk-a1b2****wxyz is wrong'], code: 401, param: null },
  };
  expect(redactReason(reason, key)).toEqual({
    error: { message: 'Bad key …', hint: ['… is wrong'], code: 401, param: null },
  });
});

test('usage is read from both formats, whole and streamed, wherever the bytes are cut', () => {
  expect(usageInBody('{"usage":{"prompt_tokens":3,"completion_tokens":4}}')).toEqual({
    inputTokens: 3,
    outputTokens: 4,
  });
  expect(usageInBody('{"response":{"usage":{"input_tokens":5,"output_tokens":6}}}')).toEqual({
    inputTokens: 5,
    outputTokens: 6,
  });
  const stream = bytes(
    'data: {"usage":null,"é":1}\r\n\r\nevent: x\ndata: {"usage":{"prompt_tokens":7,"completion_tokens":8}}\n\ndata: [DONE]\n\n',
  );
  for (let at = 0; at <= stream.length; at += 1) {
    const reader = readStreamUsage();
    reader.push(stream.subarray(0, at));
    reader.push(stream.subarray(at));
    expect(reader.count()).toEqual({ inputTokens: 7, outputTokens: 8 });
  }
});

test.each([
  '',
  'no JSON',
  '[]',
  '7',
  'null',
  '{"usage":7}',
  '{"usage":{"prompt_tokens":-1,"completion_tokens":"9"}}',
])('usage of %j is nothing', answer => {
  const { inputTokens, outputTokens } = usageInBody(answer) ?? { inputTokens: 0, outputTokens: 0 };
  expect([inputTokens, outputTokens]).toEqual([0, 0]);
});

test('an event without an end is not kept for ever', () => {
  const reader = readStreamUsage();
  const megabyte = Buffer.alloc(1 << 20, 'x');
  const before = heapKept();
  for (let n = 0; n < 64; n += 1) reader.push(megabyte);
  expect(heapKept() - before).toBeLessThan(40 * (1 << 20));
  reader.push(bytes('\ndata: {"usage":{"prompt_tokens":1,"completion_tokens":1}}\n'));
  expect(reader.count()).toEqual({ inputTokens: 1, outputTokens: 1 });
});

/** Bytes of the heap that are still reachable. */
function heapKept(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('W1: usage in a stream is counted at most of events of 256 KiB, and after longer ones', () => {
  const usage = (tokens: number, more = '') =>
    `data: {"usage":{"prompt_tokens":${tokens},"completion_tokens":1}${more}}\n\n`;
  const reader = readStreamUsage();
  reader.push(bytes(usage(1)));
  const long = bytes(usage(2, `,"x":"${'x'.repeat(300_000)}"`));
  for (let at = 0; at < long.length; at += 1000) reader.push(long.subarray(at, at + 1000));
  expect(reader.count().inputTokens).toBe(1);
  reader.push(long);
  expect(reader.count().inputTokens).toBe(1);
  reader.push(bytes(usage(3)));
  expect(reader.count().inputTokens).toBe(3);
});
