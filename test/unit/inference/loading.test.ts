import { describe, expect, test } from 'vitest';
import { isAbort } from '../../../src/base/errors.ts';
import { present } from '../../../src/base/present.ts';
import { ask } from '../../../src/inference/ask.ts';
import { isLoading } from '../../../src/inference/faults/loading.ts';
import { collect } from '../../support/provider/collect.ts';
import { refusal, type Reply } from '../../support/testProvider.ts';
import { destination, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const question = { model: 'm', turns: [{ role: 'user' as const, text: 'Hello' }] };

/** What servers say while they load a model. */
const loading: [string, Reply][] = [
  // containers/ramalama#2343, mindverse/Second-Me#20
  [
    'llama.cpp',
    { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
  ],
  // canonical/inference-snaps#234
  [
    'llama.cpp, flat',
    { status: 503, body: { message: 'Loading model', type: 'unavailable_error', code: 503 } },
  ],
  ['ollama', { status: 503, body: { error: 'llm server loading model' } }],
  // openinterpreter/openinterpreter#540
  [
    'Hugging Face',
    { status: 503, body: { error: 'Model org/eye is currently loading', estimated_time: 20 } },
  ],
  ['TGI', { status: 503, body: { error: 'Model is not ready', error_type: 'unhealthy' } }],
  ['vLLM behind a gateway', { status: 503, body: 'The model is still loading. Please retry later.' }],
  ['a host that starts a machine', { status: 503, body: { detail: 'The model is warming up' } }],
  [
    'Bedrock',
    {
      status: 429,
      body: { message: 'The model is not ready for inference.', type: 'ModelNotReadyException' },
    },
  ],
];

describe('PACE-2: a server that loads its model', () => {
  test.each(loading)('is waited for, beside the tries: %s', async (_, reply) => {
    provider.script(...Array.from({ length: 6 }, () => reply));
    const waits: number[] = [];
    const { text, events, error } = await collect(
      ask(question, destination(provider.url), {
        maxRetries: 0,
        sleep: milliseconds => void waits.push(milliseconds) as unknown as Promise<void>,
      }),
    );
    expect([error, text]).toEqual([undefined, 'You wrote: Hello']);
    expect(waits).toHaveLength(6);
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
    expect(events.find(({ type }) => type === 'waiting')).toMatchObject({
      message: expect.stringMatching(/(?:load|ready|warm).*Trying again in /i) as string,
    });
  });

  test('is waited for as long as it says', async () => {
    provider.script({ status: 503, body: { error: 'Model m is currently loading', estimated_time: 20.0 } });
    const waits: number[] = [];
    await collect(
      ask(question, destination(provider.url), {
        sleep: milliseconds => void waits.push(milliseconds) as unknown as Promise<void>,
      }),
    );
    expect(waits).toEqual([20_000]);
  });

  test('is waited for ten minutes at most, then the reason is told', async () => {
    provider.script(() => refusal(503, { message: 'Loading model' }));
    let waited = 0;
    const { error } = await collect(
      ask(question, destination(provider.url), {
        maxRetries: 0,
        sleep: milliseconds => {
          waited += milliseconds;
          return Promise.resolve();
        },
      }),
    );
    expect(error).toMatchObject({
      code: 'providerFailed',
      message: expect.stringContaining('Loading model') as string,
    });
    expect(waited).toBe(600_000);
  });

  test('the wait ends when the person stops', async () => {
    provider.script(() => refusal(503, { message: 'Loading model' }));
    const stop = new AbortController();
    const asked = collect(ask(question, destination(provider.url), { signal: stop.signal }));
    await expect.poll(() => provider.requests.length).toBe(1);
    stop.abort();
    expect((await asked).error).toSatisfy(isAbort);
  });

  test.each([
    [500, 'error loading model: unable to allocate buffer'],
    [500, 'llama runner process has terminated: failed to load model'],
    [500, 'timed out waiting for llama runner to start - progress 0.00'],
    [503, 'Overloaded'],
    [404, 'model is loading'],
    [400, 'Loading model'],
  ])('%i "%s" is something else', (status, reason) => {
    expect(isLoading({ status, reason })).toBe(false);
  });

  test.each([undefined, 408, 409, 425, 429, 500, 503, 520, 529])(
    'may say so with any status that passes: %s',
    status => expect(isLoading({ ...present({ status }), reason: 'Loading model' })).toBe(true),
  );
});
