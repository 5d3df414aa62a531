import { expect, test, vi } from 'vitest';
import { isAbort } from '../../../../src/base/errors.ts';
import { refusal, type Reply, type Script } from '../../../support/testProvider.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, states } from './batchTest.ts';

/** Says what to answer to looks at a batch, one after the other; what is `undefined` is left to the desk. */
function looks(...replies: (Reply | undefined)[]): Script {
  return ({ method, path }) =>
    method === 'GET' && /\/batches\/[^/]+$/.test(path) ? replies.shift() : undefined;
}

function batch(): { status: string; request_counts: object } {
  const [first] = desk.batches.values();
  if (first === undefined) throw new Error('There is no batch.');
  return first;
}

test('the looks grow rarer, from ten seconds to five minutes, and come sooner after a change', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const pauses: number[] = [];
  const seen: string[] = [];
  const run = await batchesOf(record, {
    onSleep: async milliseconds => {
      pauses.push(milliseconds);
      if (pauses.length === 14) batch().status = 'in_progress';
      if (pauses.length === 14) batch().request_counts = { total: 1, completed: 1, failed: 0 };
      if (pauses.length === 16) await desk.settle();
    },
    onProgress: () => {
      const [view] = run.progress.batches;
      if (view && seen.at(-1) !== view.words) seen.push(view.words);
      if (view?.status === 'in_progress' && view.completed === 1) expect(run.progress.done).toBe(1);
    },
    now: () => 1000,
  });
  await run.submit();
  await run.watch();
  expect(pauses.slice(0, 3)).toEqual([10_000, 15_000, 22_500]);
  expect(pauses[13]).toBe(300_000);
  expect(pauses.slice(14)).toEqual([10_000, 15_000]);
  expect(seen).toEqual([
    'It is on its way to the provider.',
    'The provider checks it.',
    'The provider works on it.',
    'It is answered.',
  ]);
});

test('a provider that cannot be reached for a while is asked again, and it is said', async () => {
  const fault = refusal(503, { message: 'Overloaded' });
  provider.script(looks(fault, fault, fault, fault, fault), desk.script);
  const record = await runAbout([red]);
  const messages = new Set<string>();
  const run = await batchesOf(record, {
    onSleep: async milliseconds => {
      if (milliseconds >= 10_000) await desk.settle();
    },
    onProgress: () => {
      if (run.progress.nextLookAt !== undefined && run.progress.message) messages.add(run.progress.message);
    },
  });
  await run.submit();
  expect(await run.watch()).toMatchObject({ described: 1 });
  expect([...messages].join()).toContain('Overloaded');
  expect(run.progress.message).toBeUndefined();
});

test('a rejected key ends the watching; what was submitted stays submitted', async () => {
  provider.script(looks(refusal(401, { message: 'Incorrect API key' })), desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record, { onSleep: () => desk.settle() });
  await run.submit();
  await expect(run.watch()).rejects.toMatchObject({ code: 'keyRejected' });
  expect(states(record)).toEqual(['submitted']);
  expect(await run.watch()).toMatchObject({ described: 1 });
});

test('STREAM-7: a stop ends the watching at once; the batch goes on and can be watched again', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const stop = new AbortController();
  const run = await batchesOf(record, { onSleep: () => stop.abort() });
  await run.submit();
  await expect(run.watch({ signal: stop.signal })).rejects.toSatisfy(isAbort);
  expect(states(record)).toEqual(['submitted']);
  await desk.settle();
  expect(await run.watch()).toMatchObject({ described: 1 });
});

test('a batch that is cancelled half-way is kept as far as it came', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  let looked = 0;
  const run = await batchesOf(record, {
    onSleep: async () => {
      if (++looked === 1) await run.cancel();
      else
        await desk.settle({ status: 'cancelled', fate: (_, index) => (index === 0 ? undefined : 'missing') });
    },
  });
  await run.submit();
  expect(await run.watch()).toMatchObject({ described: 1, failed: 0, reopened: 2 });
  expect(states(record).sort()).toEqual(['described', 'open', 'open']);
  expect(provider.requests.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(1);
});

test('cancelling brings the next look forward', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const waits: AbortSignal[] = [];
  const run = await batchesOf(record, {
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => {
        if (signal) waits.push(signal);
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  });
  await run.submit();
  const watching = run.watch();
  await expect.poll(() => waits.length).toBe(1);
  await desk.settle();
  await run.cancel();
  expect(await watching).toMatchObject({ described: 1 });
});

test('a batch that the provider does not know is told as that, and given up by cancelling', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record);
  await run.submit();
  desk.batches.clear();
  await expect(run.watch()).rejects.toMatchObject({
    code: 'notFound',
    message: expect.stringContaining('does not know the batch') as string,
    hint: expect.stringContaining('cancel') as string,
  });
  expect(states(record)).toEqual(['submitted']);
  await run.cancel();
  expect(states(record)).toEqual(['open']);
  expect(run.isPending).toBe(false);
});

test('a download that breaks off is read again, and nothing of it counts twice', async () => {
  const record = await runAbout([red, green, blue]);
  let downloads = 0;
  provider.script(async request => {
    if (!request.path.endsWith('/content') || ++downloads > 2) return undefined;
    const whole = ((await desk.script(request)) as { body: string }).body;
    return { body: [whole.slice(0, whole.length / 2), { pauseMs: 20 }, { cut: true }] };
  }, desk.script);
  const describe = vi.spyOn(record, 'describe');
  const run = await batchesOf(record, { onSleep: () => desk.settle() });
  await run.submit();
  expect(await run.watch()).toMatchObject({ described: 3, failed: 0, reopened: 0, unreadable: 0 });
  expect(downloads).toBe(3);
  expect(describe).toHaveBeenCalledTimes(3);
});

test('answers that the provider does not have any more open their rows, and it is said', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record, {
    onSleep: async () => {
      await desk.settle();
      desk.files.clear();
    },
  });
  await run.submit();
  const { reopened, notes } = await run.watch();
  expect(reopened).toBe(1);
  expect(notes.join()).toContain('does not have the answers');
  expect(states(record)).toEqual(['open']);
});

test('files that the provider does not delete are only noted', async () => {
  provider.script(
    ({ method }) => (method === 'DELETE' ? refusal(403, { message: 'Not allowed' }) : undefined),
    desk.script,
  );
  const record = await runAbout([red]);
  const run = await batchesOf(record, { onSleep: () => desk.settle() });
  await run.submit();
  const { described, notes } = await run.watch();
  expect(described).toBe(1);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toContain('did not delete the file');
  expect(run.isPending).toBe(false);
});

test('several batches are each taken in as they end', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const done: number[] = [];
  const run = await batchesOf(record, {
    limits: { lines: 1, bytes: 1e9 },
    onSleep: async () => {
      done.push(record.rows.filter(({ state }) => state === 'described').length);
      const next = [...desk.batches.values()].find(({ completed_at }) => completed_at === null);
      const others = [...desk.batches.values()].filter(
        other => other !== next && other.completed_at === null,
      );
      for (const { id } of others) desk.batches.delete(id);
      await desk.settle();
      for (const other of others) desk.batches.set(other.id, other);
    },
  });
  await run.submit();
  await run.watch();
  expect(done).toEqual([0, 1, 2]);
});
