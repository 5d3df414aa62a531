import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTeam, type TeamService } from '../service/pages/teamService.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let service: TeamService;
let closing: PromiseLike<void> | undefined;
const closeService = () => (closing ??= service[Symbol.asyncDispose]());
const editors: EditorPage[] = [];
beforeAll(async () => {
  [provider, service] = await Promise.all([startTestProvider(), startTeam()]);
});
afterAll(async () => {
  for (const editor of editors) await editor.close();
  await closeService();
  await provider.close();
});

const asked = (): number => provider.requests.filter(({ method }) => method === 'POST').length;

/** A machine of somebody in the team, who shares answers and has the same pictures as the others. */
async function machine(): Promise<EditorPage> {
  const editor = await startEditor({
    settings: {
      ...settingsFor(provider.url),
      'sightline.service.url': service.url,
      'sightline.runs.sharedAnswers': true,
    },
  });
  editors.push(editor);
  return editor;
}

async function logIn(editor: EditorPage): Promise<void> {
  const made = (await service.owner.api('POST', '/api/api-keys?owner=acme', { name: 'Editor' })) as {
    key: string;
  };
  await editor.runCommand('Sightline: Log In');
  await editor.quickInput.masked();
  await editor.quickInput.answer(made.key);
  await editor.status(/acme/).waitFor();
}

const openRun = (editor: EditorPage) => editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');

test('the run says with whom its answers are shared, and who is logged out is told before and once', async () => {
  const first = await machine();
  await openRun(first);
  await first.run.says('Not shared: you are not logged in.');
  await first.run.button('Log In').waitFor();
  await logIn(first);
  const host = new URL(service.url).host;
  await first.run.says(`Shared with the workspace acme at ${host}: the text of each answer`);
  await first.screenshotInThemes('run-shared-answers');
  await first.run.button('Start').click();
  await first.run.says('4 of 4 done');
  expect(asked()).toBe(4);
});

test('another machine asks nothing, and a run that is kept private asks again', async () => {
  const second = await machine();
  await logIn(second);
  await openRun(second);
  await second.run.says('Shared with the workspace acme');
  await second.run.button('Start').click();
  await second.run.says('4 of 4 done');
  await second.run.says('4 from the team');
  expect(asked()).toBe(4);
  await second.run.row('lake.jpg').click();
  await second.run.says('The answer was known to the team: nothing was paid for it.');
  await second.screenshot('run-shared-answers-known');
  await second.run.content.getByText('Run settings').click();
  await second.run.button('Keep Private').click();
  await second.run.says('This run is private');
  await second.run.content.getByRole('textbox', { name: 'Prompt' }).fill('What is secret here?');
  await second.setWindowSize(520, 900);
  await second.run.button('Share Answers').scrollIntoViewIfNeeded();
  await second.screenshot('run-shared-answers-narrow');
  await second.setWindowSize(1280, 800);
  await second.run.button('Start').click();
  await second.run.says('4 of 4 done');
  expect(asked()).toBe(8);
});

test('a service that is down is told once, and the run asks the provider', async () => {
  const [first] = editors;
  if (first === undefined) throw new Error('There is no editor.');
  await closeService();
  await first.run.content.getByText('Run settings').click();
  await first.run.content.getByRole('textbox', { name: 'Prompt' }).fill('What is secret here?');
  await first.run.button('Start').click();
  await first.notifications.toast('Shared answers cannot be used now:').waitFor();
  await first.run.says('4 of 4 done');
  await first.screenshot('run-shared-answers-down');
  expect(asked()).toBe(12);
});
