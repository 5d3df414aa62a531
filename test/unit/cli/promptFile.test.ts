import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { png, red, solid } from '../../support/pictures.ts';
import {
  answerIn,
  requestContent,
  startTestProvider,
  type TestProvider,
} from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
let provider: TestProvider;
let folder: string;
let prompt: string;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli({ MINE_API_KEY: 'sk-test-0' }), startTestProvider()]);
  folder = path.join(cli.folder, 'pictures');
  prompt = path.join(cli.folder, 'colour.prompt.md');
  await mkdir(folder);
  const mine = { id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' };
  await Promise.all([
    writeFile(path.join(folder, 'a.png'), await png(solid(30, 20, red))),
    writeFile(path.join(cli.folder, 'provider-mine.json'), JSON.stringify(mine)),
  ]);
});
afterEach(() => Promise.all([cli[Symbol.asyncDispose](), provider.close()]));

const front = ['---', 'provider: mine', 'model: m9', 'temperature: 0.25', '---', 'Which colour?'].join('\n');

/** What was asked: the text, the model and the temperature of every request. */
const asked = () =>
  provider.requests.map(({ body }) => {
    const { model, temperature } = body as { model: string; temperature?: number };
    return { text: requestContent(body).text, model, temperature };
  });

test('one image, a folder and a question are asked with the prompt, the model and the temperature of the file', async () => {
  await writeFile(prompt, front);
  const image = path.join(folder, 'a.png');
  for (const args of [
    ['describe', image, '--prompt-file', prompt],
    ['describe', folder, '--prompt-file', prompt],
  ])
    expect((await cli.run(args)).code).toBe(0);
  expect((await cli.run(['ask', 'In one word.', '--image', image, '--prompt-file', prompt])).code).toBe(0);
  const both = { model: 'm9', temperature: 0.25 };
  expect(asked()).toEqual([
    { ...both, text: 'Which colour?' },
    { ...both, text: 'Which colour?' },
    { ...both, text: 'Which colour?\n\nIn one word.' },
  ]);
});

test('a model that is given takes the place of the file’s', async () => {
  await writeFile(prompt, front);
  const given = ['--provider', 'mine', '--model', 'm1'];
  expect((await cli.run(['describe', folder, '--prompt-file', prompt, ...given])).code).toBe(0);
  expect(asked()).toEqual([{ text: 'Which colour?', model: 'm1', temperature: 0.25 }]);
});

test('a schema beside the file makes a run whose answers fit it', async () => {
  await writeFile(path.join(cli.folder, 'colour.json'), '{"colour": "red"}');
  await writeFile(prompt, front.replace('temperature: 0.25', 'schema: colour.json'));
  provider.script(() => answerIn('chat.completions', ['{"colour": "red"}'], { stream: true }));
  const { code, stdout } = await cli.run(['describe', path.join(folder, 'a.png'), '--prompt-file', prompt]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ columns: { colour: 'red' } });
});

test('a file that cannot be used is told with its line, before anything is sent', async () => {
  await writeFile(prompt, front.replace('0.25', 'warm'));
  const { code, stderr } = await cli.run(['describe', folder, '--prompt-file', prompt]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`${prompt}, line 4: "temperature" must be a number from 0 to 2.`);
  const both = await cli.run(['describe', folder, '--prompt-file', prompt, '--prompt', 'x']);
  expect(both.stderr).toContain('not both');
  const none = await cli.run(['describe', folder, '--prompt-file', path.join(cli.folder, 'no.prompt.md')]);
  expect(none.stderr).toContain('no.prompt.md cannot be read (ENOENT).');
  expect(provider.requests).toEqual([]);
});
