import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { startService } from '../../../src/service/startService.ts';
import { dataFolder } from '../../support/service/dataFolder.ts';
import { signedIn } from '../../support/service/signedIn.ts';
import { BatchDesk } from '../../support/provider/batchDesk.ts';
import { dominantColour } from '../../support/provider/dominantColour.ts';
import { blue, lime, png, red, solid } from '../../support/pictures.ts';
import {
  answerIn,
  refusal,
  requestContent,
  startTestProvider,
  type TestProvider,
} from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const canary = 'sk-canary-0123456789';
const mine = ['--provider', 'mine', '--model', 'm1'];

interface Line {
  file: string;
  text?: string;
  sha256?: string;
  columns?: Record<string, unknown>;
  reused?: true;
  error?: { code: string; message: string };
}

let cli: Cli;
let provider: TestProvider;
let folder: string;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli({ MINE_API_KEY: canary }), startTestProvider()]);
  folder = path.join(cli.folder, 'pictures');
  await mkdir(folder);
  await Promise.all([
    writeFile(
      path.join(cli.folder, 'provider-mine.json'),
      JSON.stringify({ id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' }),
    ),
    picture('img1.png', red),
    picture('img2.png', lime),
    picture('img10.png', blue),
  ]);
});
afterEach(async () => {
  expect(cli.printedSoFar()).not.toContain(canary);
  await Promise.all([cli[Symbol.asyncDispose](), provider.close()]);
});

async function picture(name: string, colour: typeof red, width = 30): Promise<void> {
  await writeFile(path.join(folder, name), await png(solid(width, 20, colour)));
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line);

const byName = (lines: readonly Line[]): Record<string, string | undefined> =>
  Object.fromEntries(lines.map(({ file, text, error }) => [path.basename(file), text ?? error?.code]));

test('a folder: one JSON object a line, each with its own picture; messages apart', async () => {
  await writeFile(path.join(folder, 'notes.md'), 'no picture');
  const { code, stdout, stderr } = await cli.run(['describe', folder, ...mine]);
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  expect(byName(lines)).toEqual({
    'img1.png': 'The picture is mostly red.',
    'img2.png': 'The picture is mostly lime.',
    'img10.png': 'The picture is mostly blue.',
  });
  expect(lines[0]).toMatchObject({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    provider: 'mine',
    model: 'm1',
    usage: { inputTokens: 12, outputTokens: 7 },
    notes: [],
  });
  expect(stderr).toMatch(/notes\.md: not an image\.\n.*3 of 3 done\.\n$/s);
});

test('BATCH-1: the same command asks nothing twice; a changed picture and another prompt are asked', async () => {
  await cli.run(['describe', folder, ...mine]);
  expect(provider.requests).toHaveLength(3);
  await picture('img2.png', blue, 31);
  const again = await cli.run(['describe', folder, ...mine]);
  expect(provider.requests).toHaveLength(4);
  expect(byName(linesOf(again.stdout))['img2.png']).toBe('The picture is mostly blue.');
  expect(linesOf(again.stdout).map(({ reused }) => reused ?? false)).toEqual([true, true, false]);
  await cli.run(['describe', folder, ...mine, '--prompt', 'Which colour?']);
  expect(provider.requests).toHaveLength(7);
});

test('BATCH-2: one bad picture is one line with its reason; what failed is asked again the next time', async () => {
  await writeFile(path.join(folder, 'bad.png'), 'text');
  let isDown = true;
  provider.script(async ({ body }) =>
    isDown && (await dominantColour(requestContent(body).images[0] ?? '')) === 'red'
      ? refusal(500, { message: 'Down' })
      : undefined,
  );
  const { code, stdout, stderr } = await cli.run([
    'describe',
    folder,
    ...mine,
    '--concurrency',
    '1',
    '--retries',
    '2',
  ]);
  expect(code).toBe(1);
  expect(byName(linesOf(stdout))).toMatchObject({
    'bad.png': 'unsupportedImage',
    'img1.png': 'providerFailed',
  });
  expect(linesOf(stdout)).toHaveLength(4);
  expect(stderr).toContain('4 of 4 done (2 failed).');
  isDown = false;
  const before = provider.requests.length;
  const second = await cli.run(['describe', folder, ...mine]);
  expect(byName(linesOf(second.stdout))['img1.png']).toBe('The picture is mostly red.');
  expect(provider.requests.length - before).toBe(1);
});

test('names come by standard input, divided by line ends or by NUL, with their odd characters', async () => {
  await picture('a b%41.png', red);
  const names = ['a b%41.png', 'img2.png', 'img2.png'].map(name => path.join(folder, name));
  for (const end of ['\n', '\0']) {
    const { stdout, code } = await cli.run(['describe', '--names', '-', ...mine], { input: names.join(end) });
    expect(code).toBe(0);
    expect(byName(linesOf(stdout))).toEqual({
      'a b%41.png': 'The picture is mostly red.',
      'img2.png': 'The picture is mostly lime.',
    });
  }
});

test('SIGINT ends it with what is done kept, told and said; the same command goes on', async () => {
  const held = Promise.withResolvers<undefined>();
  provider.script(request =>
    requestContent(request.body).images.length > 0 && provider.requests.length > 1
      ? { body: [{ until: held.promise }] }
      : undefined,
  );
  const running = cli.start(['describe', folder, ...mine, '--concurrency', '1']);
  await expect.poll(() => provider.requests).toHaveLength(2);
  running.process.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  // Whichever was ready first.
  expect(linesOf(stdout).map(({ text }) => text)).toEqual([expect.stringContaining('The picture is mostly')]);
  expect(stderr).toContain('1 of 3 done. Run the same command again to continue.');
  held.resolve(undefined);
  provider.reset();
  const rest = await cli.run(['describe', folder, ...mine]);
  expect(linesOf(rest.stdout)).toHaveLength(3);
  expect(provider.requests).toHaveLength(2);
});

test('RATE-2: without credit it stops at once, says so, and leaves the rest to be resumed', async () => {
  provider.script(() =>
    refusal(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
  );
  const { code, stdout, stderr } = await cli.run(['describe', folder, ...mine, '--concurrency', '1']);
  expect([code, stdout]).toEqual([5, '']);
  expect(provider.requests).toHaveLength(1);
  expect(stderr).toMatch(/quota|credit|billing/i);
  expect(stderr).toContain('0 of 3 done. Run the same command again to continue.');
});

test('exports stand where they are wanted, with labels untouched', async () => {
  await writeFile(path.join(folder, 'img1.txt'), '0 0.5 0.5 0.25 0.25\n');
  const output = path.join(cli.folder, 'out');
  const words = ['describe', folder, ...mine, '--export', 'csv', '--export', 'txt', '--output', output];
  const { stderr } = await cli.run(words);
  const rows = parse<Record<string, string>>(await readFile(path.join(output, 'descriptions.csv')), {
    columns: true,
  });
  expect(rows.map(({ file, text }) => [file, text])).toEqual([
    ['img1.png', 'The picture is mostly red.'],
    ['img2.png', 'The picture is mostly lime.'],
    ['img10.png', 'The picture is mostly blue.'],
  ]);
  expect(await readFile(path.join(folder, 'img1.txt'), 'utf8')).toBe('0 0.5 0.5 0.25 0.25\n');
  expect(await readFile(path.join(folder, 'img2.txt'), 'utf8')).toBe('The picture is mostly lime.');
  expect(stderr).toContain('img1.txt: It holds YOLO labels.');

  const other = [...words, '--prompt', 'Another question'];
  provider.script(() => answerIn('chat.completions', ['Another answer'], { stream: true }));
  expect((await cli.run(other)).stderr).toContain('img2.txt: It is from an earlier export');
  expect(await readFile(path.join(folder, 'img2.txt'), 'utf8')).toBe('The picture is mostly lime.');
  await cli.run([...other, '--overwrite', 'ours']);
  expect(await readFile(path.join(folder, 'img2.txt'), 'utf8')).toBe('Another answer');
});

test('answers have the form that was given', async () => {
  const schema = path.join(cli.folder, 'form.yaml');
  await writeFile(schema, 'colour: red\nparts: [wheel]\n');
  provider.script(() => ({ body: { error: { message: 'unused' } }, status: 500 }));
  provider.reset();
  const { stdout } = await cli.run(['describe', folder, '--schema', 'caption-tags']);
  expect(linesOf(stdout)[0]?.columns).toMatchObject({
    caption: expect.any(String) as string,
    tags: expect.any(Array) as [],
  });
  const refused = await cli.run(['describe', folder, ...mine, '--schema', schema]);
  expect(refused.code).toBe(1);
  const [request] = provider.requests;
  expect(request?.body).toMatchObject({
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'form', schema: { required: ['colour', 'parts'] } },
    },
  });
});

test('--batch: the provider works on while nobody waits; the same command fetches what came, and cancels', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const words = ['describe', folder, ...mine, '--batch'];
  const running = cli.start([...words, 'run']);
  await expect.poll(() => desk.batches.size).toBe(1);
  await expect.poll(() => cli.printedSoFar()).toContain('3 images with the provider.');
  running.process.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('The provider continues; run the same command again to fetch the answers.');
  const live = await cli.run(words.slice(0, -1));
  expect(live.code).toBe(1);
  expect(live.stderr).toContain('3 images are with the provider in a batch already.');
  expect(provider.requests.filter(({ path: asked }) => asked.endsWith('/chat/completions'))).toEqual([]);
  await desk.settle();
  const rest = await cli.run([...words, 'run']);
  expect(rest.code).toBe(0);
  expect(byName(linesOf(rest.stdout))['img10.png']).toBe('The picture is mostly blue.');
  expect(desk.uploads).toHaveLength(1);
  const nothing = await cli.run([...words, 'cancel']);
  expect(nothing.stderr).toContain('The provider has no batch of this run.');
});

test('--batch: a spending cap holds; what could go beyond it is not submitted', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const words = ['describe', folder, ...mine, '--batch', 'run', '--cap'];
  const none = await cli.run([...words, '100']);
  expect(desk.uploads).toEqual([]);
  expect(none.code).toBe(5);
  expect(none.stderr).toMatch(/could go beyond the spending cap\./);
  const running = cli.start([...words, '1100']);
  await expect.poll(() => desk.batches.size).toBe(1);
  await expect.poll(() => cli.printedSoFar()).toContain('2 images with the provider.');
  running.process.kill('SIGINT');
  await running.ended;
  expect(desk.requests).toHaveLength(2);
});

test('a run tells its cost by the price of the list with its date, else by --price; a price that is not known is no 0', async () => {
  const listed = ['describe', folder, '--provider', 'openai', '--model', 'gpt-4.1-mini'];
  await cli.run(['provider', 'set', 'openai', '--url', provider.url, '--key-file', '-'], { input: canary });
  const first = await cli.run(listed);
  expect(first.code).toBe(0);
  // Three answers of 12 and 7 tokens, at $0.40 and $1.60.
  expect(first.stderr).toMatch(
    /Cost: under \$0\.0001 for 36 input and 21 output tokens, at the list prices of \d{4}-\d\d-\d\d: \$0\.40 and \$1\.60 per million\.\n.*3 of 3 done\.\n$/,
  );
  expect((await cli.run(listed)).stderr).not.toMatch(/cost/i);
  const own = await cli.run([...listed, '--prompt', 'Again', '--price', '1000,10000']);
  expect(own.stderr).toContain('Cost: $0.25 for 36 input and 21 output tokens.\n');
  const unknown = await cli.run(['describe', folder, ...mine]);
  expect(unknown.stderr).toContain(
    'Cost unknown: no price is known for m1; --price sets it. It used 36 input and 21 output tokens.',
  );
  expect(unknown.stderr).not.toContain('$');
});

test('a cap in dollars holds at the price of the list, and needs a price', async () => {
  await cli.run(['provider', 'set', 'openai', '--url', provider.url, '--key-file', '-'], { input: canary });
  const words = ['describe', folder, '--provider', 'openai', '--model', 'gpt-4.1-mini', '--cap'];
  // An answer costs 16 millionths of a dollar.
  const capped = await cli.run([...words, '0.00004usd']);
  expect(capped.code).toBe(5);
  expect(capped.stderr).toContain('2 of 3 done.');
  const tokens = await cli.run([...words, '25tokens', '--prompt', 'Again']);
  expect(tokens.stderr).toContain('1 of 3 done.');
  const asked = provider.requests.length;
  const without = await cli.run(['describe', folder, ...mine, '--cap', '5usd']);
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringContaining('No price is known for this model: a spending cap in US dollars needs --price'),
  ]);
  expect(provider.requests).toHaveLength(asked);
});

test('what does not fit is refused before anything is asked', async () => {
  const empty = path.join(cli.folder, 'empty');
  await mkdir(empty);
  const cases: [string[], RegExp][] = [
    [['describe', '--names', '/none', ...mine], /\/none cannot be read/],
    [['describe', folder, '--price', '1', ...mine], /--price .*must be two amounts/],
    [['describe', folder, '--cap', 'much', ...mine], /--cap .*must be an amount above 0/],
    [['describe', folder, '--cap', '5eur', ...mine], /--cap .*must be an amount above 0/],
    [['describe', folder, '--export', 'pdf', ...mine], /--export .*Allowed choices are jsonl/],
    [['describe', folder, '--overwrite', 'all', ...mine], /--overwrite .*Allowed choices are ours, edited/],
    [['describe', folder, '--export', 'xmpCopies', ...mine], /needs --output/],
    [['describe', folder, '--schema', 'classification', ...mine], /needs --classes/],
    [['describe', folder, '--schema', '/none', ...mine], /Built-in schemas: caption-tags/],
    [['describe', folder, '--classes', '/none', ...mine], /--classes needs --schema/],
    [['describe', empty, ...mine], /No images found/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).not.toEqual([words, 0]);
    expect(stderr).toMatch(cases[index]?.[1] ?? /never/);
  }
  expect(provider.requests).toEqual([]);
  await rm(empty, { recursive: true });
});

test('--shared-answers: two machines pay once, and say with whom they share; a service that is down costs nothing', async () => {
  const service = await startService({ dataDir: dataFolder() });
  let isOpen = true;
  onTestFinished(() => (isOpen ? service.close() : undefined));
  const { key } = await (await signedIn(service)).makeKey();
  const words = ['describe', folder, ...mine, '--service', service.url, '--shared-answers'];
  const without = await cli.run(words);
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('sightline login') as string]);
  expect(provider.requests).toHaveLength(0);
  const env = { SIGHTLINE_API_KEY: key };
  const states = ['one', 'two', 'three'].map(name => ['--state', path.join(cli.folder, name)]);
  const [first, second] = [
    await cli.run([...words, ...(states[0] ?? [])], { env }),
    await cli.run([...words, ...(states[1] ?? [])], { env }),
  ];
  expect(provider.requests).toHaveLength(3);
  for (const { stderr } of [first, second])
    expect(stderr).toContain(`Answers are shared with the workspace owner at ${service.url}.`);
  expect(first.stderr).not.toContain('known to the workspace');
  expect(second.stderr).toContain('3 answers were known to the workspace.');
  expect(byName(linesOf(second.stdout))).toEqual(byName(linesOf(first.stdout)));
  const told = linesOf(second.stdout) as (Line & { shared?: true; usage?: object })[];
  expect(told.map(({ shared, usage }) => ({ shared, usage }))).toEqual(
    told.map(() => ({ shared: true, usage: undefined })),
  );

  const again = await cli.run([...words, '--batch', 'run'], { env });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--batch') as string]);
  await service.close();
  isOpen = false;
  const down = await cli.run([...words, ...(states[2] ?? [])], { env });
  expect(down.code).toBe(0);
  expect(down.stderr.match(/Shared answers cannot be used now/g)).toHaveLength(1);
  expect(provider.requests).toHaveLength(6);
  for (const { stdout, stderr } of [first, second, down]) expect(stdout + stderr).not.toContain(key);
});
