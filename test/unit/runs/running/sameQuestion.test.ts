import { expect, test } from 'vitest';
import { refusal } from '../../../support/testProvider.ts';
import { count, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

test('BATCH-1: two runs that ask the same at the same time pay once for each picture', async () => {
  const one = await runOn(await differentPictures(30));
  const other = await one.sameAgain();
  expect(await Promise.all([one.run.start(), other.run.start()])).toEqual(['done', 'done']);
  expect(count(one.record, 'described')).toBe(30);
  expect(count(other.record, 'described')).toBe(30);
  expect(provider.requests).toHaveLength(30);
});

test('what one run does not get an answer to, the other one asks', async () => {
  const one = await runOn(await differentPictures(1), { retries: 0 });
  const other = await one.sameAgain();
  const late = Promise.withResolvers<undefined>();
  provider.script(async () => {
    if (provider.requests.length > 1) return undefined;
    await late.promise;
    return refusal(500, { message: 'Out of order.' });
  });
  const running = one.run.start();
  await expect.poll(() => provider.requests.length).toBe(1);
  const following = other.run.start();
  await expect.poll(() => other.record.rows[0]?.sha256).toBeDefined();
  late.resolve(undefined);
  expect(await Promise.all([running, following])).toEqual(['done', 'done']);
  expect(count(other.record, 'described')).toBe(1);
  expect(provider.requests).toHaveLength(2);
});

test('a run that is cancelled leaves its pictures to the other one, which can be cancelled while it waits', async () => {
  const one = await runOn(await differentPictures(2), { most: () => 2 });
  const other = await one.sameAgain();
  let isHeld = true;
  provider.script(() => (isHeld ? { body: [{ hang: true }] } : undefined));
  const running = one.run.start();
  await expect.poll(() => count(one.record, 'asking')).toBe(1);
  const following = other.run.start();
  await expect.poll(() => count(other.record, 'asking')).toBe(1);
  expect(provider.requests).toHaveLength(2);
  other.run.cancel();
  expect(await following).toBe('cancelled');

  const again = other.run.start();
  isHeld = false;
  one.run.cancel();
  expect(await running).toBe('cancelled');
  expect(await again).toBe('done');
  expect(count(other.record, 'described')).toBe(2);
});

test('what another run has had answered meanwhile is not asked again, though it is ready to be sent', async () => {
  const one = await runOn(await differentPictures(8), { most: () => 1 });
  const { run, record } = one;
  const { record: other } = await one.sameAgain();
  const running = run.start();
  run.pause();
  // All are read and prepared, and wait for their turn.
  await expect.poll(() => record.rows.every(({ sha256 }) => sha256 !== undefined)).toBe(true);
  for (const { index, sha256 = '' } of record.rows)
    await other.describe(index, { sha256, text: 'A colour.', model: 'm', notes: [], width: 8, height: 8 });
  run.resume();
  expect(await running).toBe('done');
  expect(count(record, 'described')).toBe(8);
  expect(provider.requests).toHaveLength(0);
});
