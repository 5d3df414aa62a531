import { onTestFinished, expect, test, vi } from 'vitest';
import {
  chooseTrainingRun,
  openTraining,
  trainingRunsFlow,
} from '../../../../src/editor/training/trainingRunsFlow.ts';
import { startTeam } from '../../../service/pages/teamService.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow } from '../../../support/testCredentials.ts';

vi.setConfig({ testTimeout: 60_000 });

const notShown = () => Promise.reject(new Error('not shown'));
const notLocal = { isAt: () => false, start: () => Promise.reject(new Error('not asked for')) };

/** Somebody who is logged in to a team's service with a key of the team. */
async function loggedIn() {
  const team = await startTeam();
  onTestFinished(() => team[Symbol.asyncDispose]());
  const { key } = (await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'k' })) as {
    key: string;
  };
  const { account } = openWindow(team.url);
  await account.logIn(key);
  const create = async (name: string) => {
    const path = '/api/training-runs?owner=acme';
    return ((await team.owner.api('POST', path, { name, model: 'yolo11n' })) as { runId: string }).runId;
  };
  return { team, account, create };
}

test('the runs of the account are listed with their state, and the curves of the picked one are shown', async () => {
  const { team, account, create } = await loggedIn();
  const [first] = [await create('First'), await create('Second')];
  await team.owner.api('POST', `/api/training-runs/${first}/fail?owner=acme`, { error: 'out of memory' });
  const dialogue = new ScriptedDialogue({ picked: ['First'] });
  const shown: object[] = [];
  const show = (run: object) => Promise.resolve(void shown.push(run));
  await trainingRunsFlow({ service: notLocal, account, show }, dialogue);
  expect(dialogue.lists).toEqual([
    [
      'Second | Running · 0 points · yolo11n',
      'First | Failed · 0 points · yolo11n',
      'All Training Runs | on the page of the service, in the browser',
    ],
  ]);
  expect(shown).toEqual([{ runId: first, name: 'First' }]);
  expect(dialogue.pages).toEqual([]);
});

test('runs open on the service’s page, one or side by side', async () => {
  const { team, account, create } = await loggedIn();
  const [first, second] = [await create('First'), await create('Second')];
  const dialogue = new ScriptedDialogue();
  await openTraining({ service: notLocal, account }, dialogue, [first]);
  await openTraining({ service: notLocal, account }, dialogue, [first, second]);
  const titles = [];
  for (const address of dialogue.pages)
    titles.push((await team.owner.open(address)).document.querySelector('h1')?.textContent);
  expect(titles).toEqual(['First', 'Compared training runs']);
});

test('a run to compare with is one that is not shown yet', async () => {
  const { account, create } = await loggedIn();
  const [first, second] = [await create('First'), await create('Second')];
  const dialogue = new ScriptedDialogue({ picked: ['Second'] });
  const parts = { service: notLocal, account };
  expect(await chooseTrainingRun(parts, dialogue, [first])).toMatchObject({ runId: second });
  expect(dialogue.lists).toEqual([['Second | Running · 0 points · yolo11n']]);
  expect(await chooseTrainingRun(parts, dialogue, [first, second])).toBeUndefined();
  expect(dialogue.messages).toEqual(['There is no other training run to compare with.']);
});

test('on this machine’s own service the browser is signed in on the way to the run', async () => {
  const { team, account, create } = await loggedIn();
  const link = (await team.owner.api('POST', '/api/session/link')) as { url: string };
  const token = new URL(link.url).hash.replace('#token=', '');
  const local = {
    isAt: (origin: string) => origin === team.url,
    start: () => Promise.resolve({ url: team.url, signInToken: () => Promise.resolve(token) }),
  };
  const run = await create('Local');
  const dialogue = new ScriptedDialogue();
  await openTraining({ service: local, account }, dialogue, [run]);
  expect(dialogue.pages).toEqual([`${team.url}/sign-in#token=${token}&training=${run}`]);
  const page = await team.stranger.open(dialogue.pages[0] ?? '');
  const sent = await team.stranger.send(page, '/sign-in');
  // The run belongs to the team here; a local service's key belongs to its owner's own workspace.
  expect(sent.address).toBe(`/training/run?run=${run}`);
});

test('without runs it says where they come from', async () => {
  const { team, account } = await loggedIn();
  const dialogue = new ScriptedDialogue({ pressed: ['Open Training Page'] });
  await trainingRunsFlow({ service: notLocal, account, show: notShown }, dialogue);
  expect(dialogue.messages).toEqual([
    'There are no training runs yet. A training script reports one with a service key.',
  ]);
  expect(dialogue.pages).toEqual([`${team.url}/training?owner=acme`]);
});

test('who is not logged in is told so', async () => {
  const { account } = openWindow('https://platform.example');
  await expect(
    trainingRunsFlow({ service: notLocal, account, show: notShown }, new ScriptedDialogue()),
  ).rejects.toMatchObject({ code: 'missingKey' });
});
