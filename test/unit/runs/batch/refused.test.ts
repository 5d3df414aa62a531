import { beforeEach, expect, test } from 'vitest';
import type { Fate } from '../../../support/provider/batchDesk.ts';
import { wholeCompletion } from '../../../support/testProvider.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, states } from './batchTest.ts';

beforeEach(() => provider.script(desk.script));

const never = new AbortController().signal;

const schema = {
  name: 'caption',
  schema: { type: 'object', properties: { caption: { type: 'string' } }, required: ['caption'] },
};

test.each([
  { message: 'No endpoints found that can handle the requested parameters.' },
  { message: 'Unprocessable' },
])('REF-1: lines whose schema is refused are asked again in words, with a note: %j', async error => {
  const record = await runAbout([red, green, blue], { api: 'chat.completions', schema });
  const batches = await batchesOf(record);
  await batches.submit({ signal: never });
  await desk.settle({ fate: () => ({ status: 400, body: { error } }) });
  await batches.watch({ signal: never });
  expect(states(record)).toEqual(['open', 'open', 'open']);
  await batches.submit({ signal: never });
  // OpenRouter's words are about the form alone: JSON is asked for first.
  const sent = desk.requests.slice(3);
  expect(sent).toHaveLength(3);
  for (const { body } of sent) {
    expect(JSON.stringify(body)).toContain('JSON Schema');
    expect(JSON.stringify(body)).not.toContain('"json_schema"');
  }
  const fate = (): Fate => ({ status: 200, body: wholeCompletion('{"caption":"A colour."}') });
  await desk.settle({ fate });
  await batches.watch({ signal: never });
  expect(states(record)).toEqual(['described', 'described', 'described']);
  expect((await record.description(0))?.notes).toContainEqual(expect.stringContaining('in the prompt'));
});

test('REF-1: a line that nothing helps fails, and is not asked again and again', async () => {
  const record = await runAbout([red, green], { api: 'chat.completions' });
  const batches = await batchesOf(record);
  await batches.submit({ signal: never });
  await desk.settle({
    fate: (_, index) => (index === 0 ? { status: 400, body: { error: { message: 'No.' } } } : undefined),
  });
  await batches.watch({ signal: never });
  expect(states(record)).toEqual(['failed', 'described']);
});

test('REF-2: a line of a model that does not support images says so', async () => {
  const record = await runAbout([red], { api: 'chat.completions' });
  const batches = await batchesOf(record);
  await batches.submit({ signal: never });
  const error = { message: 'Image inputs are not supported by this model.' };
  await desk.settle({ fate: () => ({ status: 400, body: { error } }) });
  await batches.watch({ signal: never });
  expect(record.rows[0]?.failure).toMatchObject({ code: 'imagesUnsupported' });
});
