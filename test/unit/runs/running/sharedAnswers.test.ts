import { expect, test } from 'vitest';
import { PlatformClient } from '../../../../src/platform/platformClient.ts';
import { teamAnswers } from '../../../../src/platform/sharedAnswers.ts';
import type { SightlineError } from '../../../../src/base/errors.ts';
import { askStructured } from '../../../../src/runs/running/askStructured.ts';
import { SharedAnswers } from '../../../../src/runs/running/sharedAnswers.ts';
import { dataFolder } from '../../../support/service/dataFolder.ts';
import { signedIn } from '../../../support/service/signedIn.ts';
import { startClosable } from '../../../support/service/startClosable.ts';
import { askTestProvider, count, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { png, solid, type Colour } from '../../../support/pictures.ts';
import { startTestService } from '../../../support/testService.ts';
import { eventStream, chatStream } from '../../../support/testProvider.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

/** A real service, and what shares answers with its workspace by a key of its own. */
async function world() {
  const service = await startClosable({ dataDir: dataFolder() });
  const browser = await signedIn(service);
  const member = async () => sharing(service.url, (await browser.makeKey()).key);
  return { service, browser, member, close: service.close };
}

function sharing(address: string, key: string) {
  const troubles: SightlineError[] = [];
  const client = new PlatformClient({ address, key: { key, origin: address }, version: '1.0.0' });
  const team = teamAnswers(client);
  const onTrouble = (error: SightlineError) => void troubles.push(error);
  return { team, troubles, shared: new SharedAnswers({ exchange: team, onTrouble, gatherMs: 5 }) };
}

const described = (pictures: number) => ({ described: pictures, failed: 0 });
const countsOf = (record: Parameters<typeof count>[0]) => ({
  described: count(record, 'described'),
  failed: count(record, 'failed'),
});

test('two runs on two stores pay once for each image, whoever asks', async () => {
  const { member } = await world();
  const pictures = await differentPictures(30);
  const [mine, yours] = [await member(), await member()];
  const one = await runOn(pictures, { shared: mine.shared });
  expect(await one.run.start()).toBe('done');
  expect(provider.requests).toHaveLength(30);
  expect(one.record.rows.some(({ shared }) => shared)).toBe(false);

  const other = await runOn(pictures, { shared: yours.shared });
  expect(await other.run.start()).toBe('done');
  expect(provider.requests).toHaveLength(30);
  expect(countsOf(other.record)).toEqual(described(30));
  expect(other.record.rows.every(({ shared, usage }) => shared === true && usage === undefined)).toBe(true);
  expect(other.run.spent.usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  expect(yours.shared.found).toBe(30);
  const [from, to] = await Promise.all([one.record.description(7), other.record.description(7)]);
  expect(to).toMatchObject({ text: from?.text, model: from?.model, width: 8, height: 8, shared: true });
  expect(to?.notes).toEqual(['The answer was known to the team: nothing was paid for it.']);
  expect([...mine.troubles, ...yours.troubles]).toEqual([]);
});

test('another workspace, another prompt and another image are asked', async () => {
  const { member, browser, service } = await world();
  const pictures = await differentPictures(3);
  const mine = await member();
  await (await runOn(pictures, { shared: mine.shared })).run.start();
  await browser.ask('POST', '/api/teams', { username: 'acme', fullName: 'Acme' });
  const made = await browser.ask('POST', '/api/api-keys?owner=acme', { name: 'key' });
  const foreign = sharing(service.url, ((await made.json()) as { key: string }).key);
  expect(await foreign.team.workspace()).toBe('acme');
  await (await runOn(pictures, { shared: foreign.shared })).run.start();
  expect(provider.requests).toHaveLength(6);
  const asked = { shared: mine.shared, question: { prompt: 'Which colour?' } };
  await (await runOn(pictures, asked)).run.start();
  expect(provider.requests).toHaveLength(9);
  await (await runOn(await differentPictures(4), { shared: mine.shared })).run.start();
  expect(provider.requests).toHaveLength(10);
});

test('a service that is down, or fails in the middle, costs the run nothing and is told once', async () => {
  const { member, service, close } = await world();
  const pictures = await differentPictures(20);
  const mine = await member();
  const one = await runOn(pictures, { shared: mine.shared });
  const running = one.run.start();
  await expect.poll(() => count(one.record, 'described')).toBeGreaterThan(3);
  await close();
  expect(await running).toBe('done');
  expect(countsOf(one.record)).toEqual(described(20));
  const other = await runOn(pictures, { shared: sharing(service.url, `sl_${'0'.repeat(40)}`).shared });
  expect(await other.run.start()).toBe('done');
  expect(countsOf(other.record)).toEqual(described(20));
  expect(provider.requests).toHaveLength(40);
  expect(mine.troubles.map(({ code }) => code)).toEqual(['network']);
});

test('a key that is revoked while a run works ends the sharing, not the run', async () => {
  const { browser, service } = await world();
  const { key, keyId } = await browser.makeKey();
  const { shared, troubles } = sharing(service.url, key);
  const pictures = await differentPictures(5);
  await browser.ask('DELETE', `/api/api-keys?keyId=${keyId}`);
  const { run, record } = await runOn(pictures, { shared });
  expect(await run.start()).toBe('done');
  expect(countsOf(record)).toEqual(described(5));
  expect(troubles.map(({ code }) => code)).toEqual(['keyRejected']);
});

test('a run that is cancelled has shared what it was answered, and goes on without asking it again', async () => {
  const { member } = await world();
  const pictures = await differentPictures(12);
  const mine = await member();
  const one = await runOn(pictures, { shared: mine.shared, most: () => 1 });
  const running = one.run.start();
  await expect.poll(() => count(one.record, 'described')).toBeGreaterThan(2);
  one.run.cancel();
  expect(await running).toBe('cancelled');
  const answered = count(one.record, 'described');
  const asked = provider.requests.length;
  const yours = await member();
  const other = await runOn(pictures, { shared: yours.shared });
  expect(await other.run.start()).toBe('done');
  expect(yours.shared.found).toBe(answered);
  expect(provider.requests).toHaveLength(asked + 12 - answered);
  expect(await one.run.start()).toBe('done');
  expect(provider.requests).toHaveLength(asked + 12 - answered);
});

test('what is asked anew is asked of the provider, and then shared in place of the answer before', async () => {
  const { member } = await world();
  const pictures = await differentPictures(1);
  const one = await runOn(pictures, { shared: (await member()).shared });
  await one.run.start();
  provider.script(() => eventStream(...chatStream(['Another answer.'])));
  await one.record.reopen([0]);
  await one.run.start();
  expect(provider.requests).toHaveLength(2);
  const other = await runOn(pictures, { shared: (await member()).shared });
  await other.run.start();
  expect((await other.record.description(0))?.text).toBe('Another answer.');
  expect(provider.requests).toHaveLength(2);
});

test('edits stay with who made them', async () => {
  const { member } = await world();
  const pictures = await differentPictures(1);
  const one = await runOn(pictures, { shared: (await member()).shared });
  await one.run.start();
  await one.record.edit(0, 'In my own words.');
  const other = await runOn(pictures, { shared: (await member()).shared });
  await other.run.start();
  expect((await other.record.description(0))?.text).not.toBe('In my own words.');
  expect(provider.requests).toHaveLength(1);
});

test('what a service sends is held against its bounds, and only what was asked for counts', async () => {
  await using service = await startTestService();
  service.script('/api/shared-answers', { body: { success: true } });
  const fits = { key: 'f'.repeat(64), text: 'An answer.', model: 'm', width: 8, height: 8 };
  const wrong = [
    { answers: [fits] },
    { answers: [{ ...fits, text: 'x'.repeat(40_000) }] },
    { answers: [{ ...fits, text: ' ' }] },
    { answers: Array.from({ length: 101 }, () => fits) },
    { answers: 'none' },
  ];
  for (const told of wrong) {
    const { shared, troubles } = sharing(service.url, `sl_${'0'.repeat(40)}`);
    service.script('/api/shared-answers/find', { body: { workspace: 'acme', ...told } });
    const { run, record } = await runOn(await differentPictures(2), { shared });
    expect(await run.start()).toBe('done');
    expect(countsOf(record)).toEqual(described(2));
    expect(shared.found).toBe(0);
    expect(troubles.map(({ code }) => code)).toEqual(told === wrong[0] ? [] : ['notAService']);
  }
});

test('answers that turn out to describe no image are not shared', async () => {
  const { member } = await world();
  const colours = Array.from({ length: 30 }, (_, index) => index);
  const pictures = Object.fromEntries(
    await Promise.all(
      colours.map(async index => {
        const colour: Colour = [(index * 97) % 256, (index * 61) % 256, (index * 151) % 256];
        return [`${index}.png`, await png(solid(8 + (index % 5), 8, colour))] as const;
      }),
    ),
  );
  provider.script(() =>
    eventStream(...chatStream(['A beautiful moment that was captured with great care.'])),
  );
  const question = { prompt: 'Describe the image.' };
  const one = await runOn(pictures, { shared: (await member()).shared, question });
  expect(await one.run.start()).toBe('failed');
  const yours = await member();
  const other = await runOn(pictures, { shared: yours.shared, question });
  await other.run.start();
  expect(yours.shared.found).toBe(0);
});

test('an answer that has not the form of the schema is asked again', async () => {
  const { member } = await world();
  const pictures = await differentPictures(2);
  const schema = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] };
  const question = { schema: { name: 'colour', schema } };
  let says = 'no JSON';
  provider.script(() => eventStream(...chatStream([says])));
  await (await runOn(pictures, { shared: (await member()).shared, question })).run.start();
  says = '{"colour":"blue"}';
  const before = provider.requests.length;
  const inForm = async () => {
    const ask = askStructured(askTestProvider(provider.url));
    const { run, record } = await runOn(pictures, { ask, shared: (await member()).shared, question });
    await run.start();
    expect(provider.requests).toHaveLength(before + 2);
    const { text, columns } = (await record.description(1)) ?? {};
    expect({ text, columns }).toEqual({ text: '{\n  "colour": "blue"\n}', columns: { colour: 'blue' } });
  };
  await inForm();
  await inForm();
});
