import { expect, test } from 'vitest';
import type { BatchRequest, Fate, Settlement } from '../../../support/provider/batchDesk.ts';
import { wholeCompletion, wholeResponse } from '../../../support/testProvider.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, states, texts } from './batchTest.ts';

const error = (status: number, message: string, code?: string): Fate => ({
  status,
  body: { error: { message, ...(code === undefined ? {} : { code }) } },
});

/** Gives the fates to the lines in their order; the rest is answered. */
function fates(...list: Fate[]): (request: BatchRequest, index: number) => Fate {
  return (_request: BatchRequest, index: number) => list[index];
}

async function through(
  pictures: Parameters<typeof runAbout>[0],
  settlement: Settlement,
  question: Parameters<typeof runAbout>[1] = {},
) {
  provider.script(desk.script);
  const record = await runAbout(pictures, question);
  const run = await batchesOf(record, { onSleep: () => desk.settle(settlement) });
  await run.submit();
  return { record, run, outcome: await run.watch() };
}

test('BATCH-2: failed lines fail their own rows with the reason, passing failures are open again', async () => {
  const { record, run, outcome } = await through([red, green, blue, [250, 250, 250]], {
    fate: fates(
      error(400, 'Invalid image.', 'invalid_image'),
      error(429, 'Rate limit reached', 'rate_limit_exceeded'),
      error(500, 'The server had an error'),
    ),
  });
  expect(states(record)).toEqual(['failed', 'open', 'open', 'described']);
  expect(record.rows[0]?.failure).toMatchObject({
    code: 'badRequest',
    message: expect.stringContaining('Invalid image.') as string,
  });
  expect(outcome).toMatchObject({ described: 1, failed: 1, reopened: 2 });

  // The next batch holds the open ones only.
  desk.uploads.length = 0;
  await run.submit();
  expect(desk.requests).toHaveLength(2);
});

test('a refusal, a cut, a filtered and an empty answer never describe (responses)', async () => {
  const base = wholeResponse('Half an ans') as Record<string, unknown>;
  const body = (more: object): Fate => ({ status: 200, body: { ...base, ...more } });
  const refused = [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }];
  const { record } = await through([red, green, blue, [10, 10, 10], [240, 140, 20]], {
    fate: fates(
      body({ output: refused }),
      body({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      body({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
      body({ output: [] }),
      body({ status: 'failed', error: { code: 'server_error', message: 'Sorry' } }),
    ),
  });
  expect(states(record)).toEqual(['failed', 'failed', 'failed', 'failed', 'open']);
  expect(record.rows.map(({ failure }) => failure?.code)).toEqual([
    'noAnswer',
    'incomplete',
    'incomplete',
    'noAnswer',
    undefined,
  ]);
});

test('a cut and an empty answer never describe (chat.completions)', async () => {
  const completion = (content: string | null, finish_reason: string | null): Fate => ({
    status: 200,
    body: { ...wholeCompletion(''), choices: [{ index: 0, message: { content }, finish_reason }] },
  });
  const { record } = await through(
    [red, green, blue],
    { fate: fates(completion('Half an ans', 'length'), completion(null, 'stop'), completion('Half', null)) },
    { api: 'chat.completions' },
  );
  expect(record.rows.map(({ state, failure }) => [state, failure?.code])).toEqual([
    ['failed', 'incomplete'],
    ['failed', 'noAnswer'],
    ['failed', 'incomplete'],
  ]);
});

test('an expired batch is kept as far as it came, the rest is open again', async () => {
  const expired: Fate = { error: { code: 'batch_expired', message: 'It could not be executed in time.' } };
  const { record, outcome } = await through([red, green, blue], {
    status: 'expired',
    fate: fates(undefined, expired, 'missing'),
  });
  expect(states(record)).toEqual(['described', 'open', 'open']);
  expect(outcome).toMatchObject({ described: 1, failed: 0, reopened: 2 });
});

test('names that are none of ours are ignored and counted, so are broken lines; a repeated line counts once', async () => {
  const { record, outcome } = await through([red, green], {
    arrange: lines => [
      ...lines,
      ...lines,
      JSON.stringify({
        custom_id: 'somebody-else',
        response: { status_code: 200, body: wholeResponse('Wrong.') },
      }),
      '{"custom_id": "cut o',
      'null',
    ],
  });
  expect(await texts(record)).toEqual(['The picture is mostly red.', 'The picture is mostly green.']);
  expect(outcome).toMatchObject({ described: 2, failed: 0, reopened: 0, unknown: 1, unreadable: 2 });
});

test('an answer of another question never describes, though its picture is the same', async () => {
  const other = await runAbout([red], { prompt: 'Something else?' });
  provider.script(desk.script);
  await (await batchesOf(other)).submit();
  const [foreign] = desk.requests;
  desk.batches.clear();
  const { record, outcome } = await through([red], {
    arrange: lines =>
      lines.map(line => line.replace(/"custom_id":"[^"]*"/, `"custom_id":"${foreign?.custom_id}"`)),
  });
  expect(outcome).toMatchObject({ described: 0, unknown: 1, reopened: 1 });
  expect(states(record)).toEqual(['open']);
});

test('a batch that is refused as a whole opens its rows, save those whose lines are at fault', async () => {
  const { record, outcome } = await through([red, green], {
    status: 'failed',
    faults: [
      { code: 'invalid_request', message: 'The image is broken.', line: 2 },
      { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.', line: null },
    ],
  });
  expect(states(record)).toEqual(['open', 'failed']);
  expect(record.rows[1]?.failure?.message).toContain('The image is broken.');
  expect(outcome).toMatchObject({ described: 0, failed: 1, reopened: 1 });
  expect(outcome.notes.join()).toContain('Enqueued token limit reached.');
  expect(desk.files.size).toBe(0);
});

test('RATE-2: lines without credit are open again, and it is said', async () => {
  const { record, outcome } = await through([red], {
    fate: fates(error(429, 'You exceeded your current quota', 'insufficient_quota')),
  });
  expect(states(record)).toEqual(['open']);
  expect(outcome.notes.join()).toContain('quota');
});

test('what a model does not take is left out of the next batch', async () => {
  const { record, run } = await through(
    [red],
    {
      fate: ({ body }) =>
        'temperature' in body
          ? {
              status: 400,
              body: {
                error: {
                  message: "Unsupported value: 'temperature'",
                  param: 'temperature',
                  code: 'unsupported_value',
                },
              },
            }
          : undefined,
    },
    { parameters: { temperature: 0.3 } },
  );
  expect(states(record)).toEqual(['open']);
  await run.submit();
  expect(desk.requests.map(({ body }) => body.temperature)).toEqual([0.3, undefined]);
});

test('an answer that does not have the form fails, one that has it brings its values', async () => {
  const schema = {
    name: 'colour',
    schema: {
      type: 'object',
      properties: { colour: { type: 'string' } },
      required: ['colour'],
      additionalProperties: false,
    },
  };
  const answer = (text: string): Fate => ({ status: 200, body: wholeResponse(text) });
  const { record } = await through(
    [red, green],
    { fate: fates(answer('{"colour":"red"}'), answer('{"color":"green"}')) },
    { schema },
  );
  expect(states(record)).toEqual(['described', 'failed']);
  expect((await record.description(0))?.columns).toEqual({ colour: 'red' });
  expect(record.rows[1]?.failure).toMatchObject({ code: 'noAnswer' });
});
