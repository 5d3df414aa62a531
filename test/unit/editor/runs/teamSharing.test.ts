import { expect, onTestFinished, test } from 'vitest';
import type { SightlineError } from '../../../../src/base/errors.ts';
import { withEditorHint } from '../../../../src/editor/remedyButtons.ts';
import type { RunSession } from '../../../../src/editor/runs/runSession.ts';
import { teamSharing } from '../../../../src/editor/runs/teamSharing.ts';
import { offlineProvider } from '../../../../src/inference/providers/providers.ts';
import { sharingTroubleText } from '../../../../src/runs/running/sharedAnswersText.ts';
import { dataFolder } from '../../../support/service/dataFolder.ts';
import { signedIn } from '../../../support/service/signedIn.ts';
import { startClosable } from '../../../support/service/startClosable.ts';
import { openWindow } from '../../../support/testCredentials.ts';
import { startTestService } from '../../../support/testService.ts';
import { useTestProvider } from '../../inference/providerTest.ts';
import { useSessionFolders, viewOf } from './sessions.ts';

const provider = useTestProvider();
const folderOf = useSessionFolders(() => provider.url);
const foreignKey = `sl_${'0123456789'.repeat(4)}`;

/** A real service, and windows of members who are logged in to it. */
async function team() {
  const service = await startClosable({ dataDir: dataFolder() });
  const browser = await signedIn(service);
  const member = async () => {
    const window = windowAt(service.url);
    await window.account.logIn((await browser.makeKey()).key);
    return window;
  };
  return { service, browser, member, close: service.close };
}

/** A window in which the person wants to share, and what it told them. */
function windowAt(address: string) {
  const window = openWindow(address);
  onTestFinished(() => window.dispose());
  const told: string[] = [];
  const settings = { isOn: true };
  const sharing = teamSharing(window.account, {
    isOn: () => settings.isOn,
    tell: (trouble: SightlineError) => void told.push(sharingTroubleText(withEditorHint(trouble))),
  });
  return { ...window, told, settings, sharing };
}

const asked = () => provider.requests.length;
const countsOf = (session: RunSession) => {
  const { described, shared } = viewOf(session).counts;
  return { described, shared };
};

test('two windows with storages of their own pay once, and the sheet says with whom they share', async () => {
  const { service, member } = await team();
  const [mine, yours] = [await member(), await member()];
  const [here, there] = [await folderOf(4), await folderOf(4)];
  const one = here.open(await here.create(), { sharing: mine.sharing });
  expect(viewOf(one).sharing).toEqual({
    isLoggedIn: true,
    host: new URL(service.url).host,
    workspace: 'owner',
    isPrivate: false,
  });
  await one.start();
  expect(asked()).toBe(4);
  expect(countsOf(one)).toEqual({ described: 4, shared: 0 });
  const other = there.open(await there.create(), { sharing: yours.sharing });
  await other.start();
  expect(asked()).toBe(4);
  expect(countsOf(other)).toEqual({ described: 4, shared: 4 });
  expect(viewOf(other).spent).toEqual({ inputTokens: 0, outputTokens: 0 });
  expect([...mine.told, ...yours.told]).toEqual([]);
});

test('nothing is shared where the setting is off, where the run is private, and of a model on this machine', async () => {
  const { member } = await team();
  const mine = await member();
  const first = await folderOf(2);
  await first.open(await first.create(), { sharing: mine.sharing }).start();
  expect(asked()).toBe(2);

  const second = await folderOf(2);
  mine.settings.isOn = false;
  const off = second.open(await second.create(), { sharing: mine.sharing });
  expect(viewOf(off).sharing).toBeUndefined();
  await off.start();
  expect(asked()).toBe(4);
  mine.settings.isOn = true;
  const third = await folderOf(2);
  const record = await third.create({ prompt: 'What is secret?' });
  const kept = third.open(record, { sharing: mine.sharing });
  await kept.setPrivate(true);
  expect(viewOf(kept).sharing).toMatchObject({ isPrivate: true, isLoggedIn: true });
  await kept.start();
  expect(asked()).toBe(6);
  // Neither did the private one leave anything there; shared again, it does.
  const fourth = await folderOf(2);
  const open = fourth.open(await fourth.create({ prompt: 'What is secret?' }), { sharing: mine.sharing });
  await open.setPrivate(true);
  await open.setPrivate(false);
  await open.start();
  expect(asked()).toBe(8);
  expect(countsOf(open)).toEqual({ described: 2, shared: 0 });

  const local = fourth.open(await fourth.create({ provider: offlineProvider.id }), { sharing: mine.sharing });
  expect(viewOf(local).sharing).toBeUndefined();
});

test('who is logged out is told once, with what to do; the runs ask the provider', async () => {
  const window = windowAt('http://127.0.0.1:9');
  const { create, open } = await folderOf(7);
  const session = open(await create(), { sharing: window.sharing });
  expect(viewOf(session).sharing).toEqual({ isLoggedIn: false, isPrivate: false });
  await session.estimate();
  await session.start();
  expect(countsOf(session)).toEqual({ described: 7, shared: 0 });
  const words =
    'Shared answers cannot be used now: You are not logged in. Run the command “Sightline: Log In”. The provider is asked instead.';
  expect(window.told).toEqual([words]);
  expect(viewOf(session).sharing?.trouble).toBe(words);
});

test('a service that is down, or too old, is told once and costs nothing', async () => {
  const { member, close } = await team();
  const mine = await member();
  await close();
  const here = await folderOf(2);
  const one = here.open(await here.create(), { sharing: mine.sharing });
  await one.start();
  expect(countsOf(one)).toEqual({ described: 2, shared: 0 });
  expect(mine.told).toEqual([expect.stringMatching(/^Shared answers cannot be used now: .*/)]);

  const old = await startTestService();
  onTestFinished(() => old.close());
  const yours = windowAt(old.url);
  await yours.account.logIn(foreignKey);
  const there = await folderOf(2);
  const other = there.open(await there.create(), { sharing: yours.sharing });
  await other.start();
  expect(countsOf(other)).toEqual({ described: 2, shared: 0 });
  expect(yours.told).toEqual([
    `Shared answers cannot be used now: The service at ${old.url} does not share answers. It may be too old for that. The provider is asked instead.`,
  ]);
});

test('a run that began with one login leaves nothing with the next', async () => {
  const { browser, member } = await team();
  const mine = await member();
  await browser.ask('POST', '/api/teams', { username: 'acme', fullName: 'Acme' });
  const made = await browser.ask('POST', '/api/api-keys?owner=acme', { name: 'key' });
  const { key: ofAcme } = (await made.json()) as { key: string };
  const here = await folderOf(3);
  const session = here.open(await here.create(), { sharing: mine.sharing, most: () => 1 });
  const changed = Promise.withResolvers<undefined>();
  provider.script(() => changed.promise);
  const running = session.start();
  await expect.poll(asked).toBe(1);
  await mine.account.logIn(ofAcme);
  changed.resolve(undefined);
  await running;
  expect(countsOf(session)).toEqual({ described: 3, shared: 0 });
  expect(mine.told).toEqual([expect.stringContaining('The login has changed since the run began.')]);
  expect(viewOf(session).sharing?.workspace).toBe('acme');
  // Nothing of it is with the next workspace.
  const there = await folderOf(3);
  await there.open(await there.create(), { sharing: mine.sharing }).start();
  expect(asked()).toBe(6);
});
