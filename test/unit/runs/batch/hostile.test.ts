import { expect, test } from 'vitest';
import type { DeskBatch } from '../../../support/provider/batchDesk.ts';
import { refusal, wholeResponse, type Script } from '../../../support/testProvider.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, states, texts } from './batchTest.ts';

const bothColours = ['The picture is mostly red.', 'The picture is mostly green.'];

/** Two pictures in a batch; each pause between looks is told to `onSleep`, then the batch is settled. */
async function submitted(before: Script, onSleep: () => void | Promise<void> = () => desk.settle()) {
  provider.script(before, desk.script);
  const record = await runAbout([red, green]);
  const run = await batchesOf(record, { onSleep });
  await run.submit();
  return { record, run };
}

const nothing: Script = () => undefined;

test('an answer counts, whichever line of its picture comes first', async () => {
  const { record, run } = await submitted(nothing, () =>
    desk.settle({
      arrange: lines => [
        ...lines.map((line, index) => {
          const { custom_id } = JSON.parse(line) as { custom_id: string };
          const response = { status_code: index === 0 ? 400 : 500, body: { error: { message: 'No.' } } };
          return JSON.stringify({ custom_id, response });
        }),
        ...lines,
      ],
    }),
  );
  expect(await run.watch()).toMatchObject({ described: 2, failed: 0, reopened: 0 });
  expect(await texts(record)).toEqual(bothColours);
  expect(record.rows.map(({ failure }) => failure)).toEqual([undefined, undefined]);
});

test('a file of answers that is cut off unnoticed is read again, not paid for again', async () => {
  let reads = 0;
  const { record, run } = await submitted(({ path }) => {
    const [, id = ''] = /\/files\/([^/]+)\/content/.exec(path) ?? [];
    const content = desk.files.get(id)?.content ?? '';
    reads += content === '' ? 0 : 1;
    return content !== '' && reads < 3 ? { body: content.slice(0, -40) } : undefined;
  });
  expect(await run.watch()).toMatchObject({ described: 2, reopened: 0, unreadable: 0 });
  expect(await texts(record)).toEqual(bothColours);
  expect(reads).toBe(3);
});

test('a file of answers that is not found yet is asked for again', async () => {
  let reads = 0;
  const { record, run } = await submitted(({ path }) => {
    if (!path.endsWith('/content')) return undefined;
    reads += 1;
    return reads < 4 ? refusal(404, { message: 'No such File object' }) : undefined;
  });
  expect(await run.watch()).toMatchObject({ described: 2, reopened: 0, notes: [] });
  expect(await texts(record)).toEqual(bothColours);
});

test('a batch that is over before its file of answers is there is looked at again', async () => {
  let isHidden = true;
  let looks = 0;
  const { record, run } = await submitted(
    ({ method, path }) => {
      const [, id = ''] = /\/batches\/([^/?]+)$/.exec(path) ?? [];
      const batch = desk.batches.get(id);
      if (method !== 'GET' || batch?.status !== 'completed') return undefined;
      looks += 1;
      if (looks === 3) isHidden = false;
      return isHidden ? { body: { ...batch, output_file_id: null } } : undefined;
    },
    () => desk.settle(),
  );
  expect(await run.watch()).toMatchObject({ described: 2, reopened: 0 });
  expect(await texts(record)).toEqual(bothColours);
});

test('where that file never comes, the rows are open again in the end', async () => {
  const { record, run } = await submitted(({ method, path }) => {
    const [, id = ''] = /\/batches\/([^/?]+)$/.exec(path) ?? [];
    const batch = desk.batches.get(id);
    return method === 'GET' && batch?.status === 'completed'
      ? { body: { ...batch, output_file_id: null } }
      : undefined;
  });
  expect(await run.watch()).toMatchObject({ described: 0, reopened: 2 });
  expect(states(record)).toEqual(['open', 'open']);
});

/** Makes the batch, and answers as if it had not: with this status. */
const madeButSaid =
  (status: number, more: (batch: DeskBatch) => void = () => undefined): Script =>
  async request => {
    if (request.method !== 'POST' || !request.path.endsWith('/batches')) return undefined;
    await desk.script(request);
    for (const batch of desk.batches.values()) more(batch);
    return refusal(status, { message: 'Who knows?' });
  };

test.each([408, 409, 500, 502, 504])(
  'a batch that was made, though the answer was %i, is found and not made twice',
  async status => {
    const { record, run } = await submitted(madeButSaid(status));
    expect(await run.watch()).toMatchObject({ described: 2 });
    expect(await texts(record)).toEqual(bothColours);
    expect(desk.uploads).toHaveLength(1);
    expect(desk.batches.size).toBe(1);
  },
);

test('a batch that the list shows a moment later is found, too', async () => {
  let lists = 0;
  const made = madeButSaid(504);
  const { record, run } = await submitted(async request => {
    if (request.method === 'GET' && request.path.includes('/batches?')) {
      lists += 1;
      if (lists < 3) return { body: { object: 'list', data: [], has_more: false } };
    }
    return made(request);
  });
  expect(await run.watch()).toMatchObject({ described: 2 });
  expect(await texts(record)).toEqual(bothColours);
  expect(desk.batches.size).toBe(1);
});

test('thoughts, a refusal in plain words and a status that is no end describe nothing', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const bodies = [
    wholeResponse('<think>Red?</think>\n\nRed.'),
    wholeResponse("I'm sorry, I can't assist with that."),
    { ...wholeResponse('Half an ans'), status: 'in_progress' },
  ];
  const run = await batchesOf(record, {
    onSleep: () => desk.settle({ fate: (_, index) => ({ status: 200, body: bodies[index] ?? {} }) }),
  });
  await run.submit();
  expect(await run.watch()).toMatchObject({ described: 1, failed: 2 });
  expect(await texts(record)).toEqual(['Red.', undefined, undefined]);
});

test('tokens beyond all numbers in a batch do not spoil what is written down', async () => {
  const { record, run } = await submitted(({ path }) => {
    const [, id = ''] = /\/files\/([^/]+)\/content/.exec(path) ?? [];
    const content = desk.files.get(id)?.content;
    return content === undefined
      ? undefined
      : { body: content.replaceAll(/"input_tokens":\d+/g, '"input_tokens":1e999') };
  });
  expect(await run.watch()).toMatchObject({ described: 2 });
  await run.close();
  const again = await batchesOf(record);
  expect(again.isPending).toBe(false);
  expect(Number.isFinite(again.spent.inBatches?.inputTokens)).toBe(true);
});
