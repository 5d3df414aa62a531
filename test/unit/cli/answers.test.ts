import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { blue, png, red, solid } from '../../support/pictures.ts';
import {
  chatChunk,
  data,
  eventStream,
  refusal,
  requestContent,
  startTestProvider,
  type TestProvider,
} from '../../support/testProvider.ts';
import { startTestService } from '../../support/testService.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const canary = 'sk-canary-0123456789';
const mine = ['--provider', 'mine', '--model', 'm1'];

let cli: Cli;
let provider: TestProvider;
let redFile: string;
let blueFile: string;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli({ MINE_API_KEY: canary }), startTestProvider()]);
  redFile = path.join(cli.folder, 'red.png');
  blueFile = path.join(cli.folder, 'b #1%41.png');
  await Promise.all([
    png(solid(3000, 20, red)).then(bytes => writeFile(redFile, bytes)),
    png(solid(30, 20, blue)).then(bytes => writeFile(blueFile, bytes)),
    writeFile(
      path.join(cli.folder, 'provider-mine.json'),
      JSON.stringify({ id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' }),
    ),
  ]);
});
afterEach(async () => {
  expect(cli.printedSoFar()).not.toContain(canary);
  await Promise.all([cli[Symbol.asyncDispose](), provider.close()]);
});

// Only util-linux's `script` gives a terminal without a package.
test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'a terminal gets an answer without the marks of Markdown; a pipe gets it as it came',
  async () => {
    const measure = ['describe', redFile, '--prompt', 'Measure it.'];
    const { ended } = cli.start(measure);
    expect((await ended).stdout).toMatch(/\*\*\w/);
    const onTerminal = cli.start(measure, { terminal: true });
    const { code, stdout } = await onTerminal.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('- Size: 3,000 × 20 px');
    expect(stdout).not.toContain('**');
  },
);

test('one picture: its description alone on standard output; scaled to --max-side, asked with --prompt', async () => {
  const result = await cli.run([
    'describe',
    redFile,
    '--prompt',
    'Which colour?',
    '--max-side',
    '300',
    ...mine,
  ]);
  expect(result).toEqual({ code: 0, stdout: 'The picture is mostly red.\n', stderr: '' });
  const [request] = provider.requests;
  expect(request?.path).toBe('/v1/chat/completions');
  expect(request?.headers.authorization).toBe(`Bearer ${canary}`);
  const { text, images } = requestContent(request?.body);
  expect(text).toBe('Which colour?');
  const { default: sharp } = await import('sharp');
  const sent = sharp(Buffer.from(images[0]?.split(',')[1] ?? '', 'base64'));
  expect(await sent.metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 2 });
});

test('--detail tiles: an overview with its crops, and a word on which is which', async () => {
  await cli.run(['describe', redFile, '--detail', 'tiles', ...mine]);
  const { text, images } = requestContent(provider.requests[0]?.body);
  expect(images.length).toBeGreaterThan(2);
  expect(text).toContain(`Image 1 is an overview; images 2 to ${images.length} are crops`);
});

test('several pictures: each under its name, one that cannot be used on standard error, exit code 1', async () => {
  const { code, stdout, stderr } = await cli.run(['describe', redFile, '/none.png', blueFile, ...mine]);
  expect(code).toBe(1);
  expect(stdout).toBe(
    `==> ${redFile} <==\nThe picture is mostly red.\n\n==> ${blueFile} <==\nThe picture is mostly blue.\n\n`,
  );
  expect(stderr).toBe(
    'sightline: unsupportedImage: Unable to read image source /none.png: there is no such file.\n',
  );
});

test('with --json each picture is one object a line, failures too', async () => {
  provider.script(eventStream(data(chatChunk({ content: 'Half an' }))));
  const words = ['describe', redFile, '/none.png', blueFile, '--api', 'chat.completions', ...mine, '--json'];
  expect(await cli.objects(words)).toEqual([
    {
      file: redFile,
      text: 'Half an',
      provider: 'mine',
      model: 'test-model',
      notes: [],
      error: { code: 'incomplete', message: 'The connection was lost before the answer was complete.' },
    },
    { file: '/none.png', error: expect.objectContaining({ code: 'unsupportedImage' }) as object },
    {
      file: blueFile,
      text: 'The picture is mostly blue.',
      provider: 'mine',
      model: 'm1',
      usage: { inputTokens: 12, outputTokens: 7 },
      notes: [],
    },
  ]);
});

test('a failure that every further picture would meet ends the run', async () => {
  provider.script(() => refusal(401, { message: `Incorrect API key provided: ${canary}` }));
  const { code, stdout, stderr } = await cli.run(['describe', redFile, blueFile, redFile, ...mine]);
  expect(code).toBe(3);
  expect(provider.requests.length).toBe(1);
  expect(stdout).not.toContain('mostly');
  expect(stderr).toMatch(/keyRejected: .*red\.png: mine rejected the key/);
  expect(stderr).toContain('2 more images were skipped');
  expect(stdout + stderr).not.toContain(canary);
});

test('ask: text and standard input, pictures, the format chosen; no quota and no server have exit codes', async () => {
  const asked = await cli.run(['ask', 'Say it.', '--image', blueFile, '--api', 'responses', ...mine], {
    input: 'From the pipe.\n',
  });
  expect(asked).toEqual({ code: 0, stdout: 'The picture is mostly blue.\n', stderr: '' });
  const [request] = provider.requests;
  expect(request?.path).toBe('/v1/responses');
  expect(requestContent(request?.body).text).toBe('Say it.\n\nFrom the pipe.');
  expect((await cli.run(['ask', ...mine], { input: 'Only this.' })).stdout).toBe('You wrote: Only this.\n');
  provider.script(() => refusal(429, { message: 'No credit', code: 'insufficient_quota' }));
  const broke = await cli.run(['ask', 'x', ...mine, '--json']);
  expect(broke.code).toBe(5);
  expect(JSON.parse(broke.stdout)).toMatchObject({ text: '', error: { code: 'quotaExceeded', status: 429 } });
  await provider.close();
  const gone = await cli.run(['ask', 'x', ...mine]);
  expect(gone.code).toBe(4);
  expect(gone.stderr).toMatch(/^sightline: network: Nothing answers at 127\.0\.0\.1/);
});

test('text that came before a failure stays on standard output, and the exit code says it is not whole', async () => {
  provider.script(eventStream(data(chatChunk({ content: 'Half an' })), { cut: true }));
  const { code, stdout, stderr } = await cli.run(['ask', 'x', ...mine]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'Half an\n' });
  expect(stderr).toMatch(/^sightline: incomplete: /);
});

test('a time-out names the option, and is not repeated', async () => {
  provider.script(() => ({ delayMs: 60_000 }));
  const { code, stderr } = await cli.run(['ask', 'x', '--timeout', '1', ...mine]);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^sightline: timeout: .*--timeout/);
  expect(stderr).not.toContain('sightline.requestTimeout');
  expect(provider.requests.length).toBe(1);
});

test('without a provider the offline describer answers, and nothing is sent', async () => {
  const described = await cli.run(['describe', '-'], { input: await png(solid(40, 20, red)) });
  expect(described.code).toBe(0);
  expect(described.stdout).toMatch(/\bred\b/);
  expect((await cli.run(['models'])).stdout).toBe('offline-describer\n');
  expect(provider.requests).toEqual([]);
});

test.each([[[]], [['--provider', 'offline']], [['--image', 'x.png']]])(
  'CLI-1: a question that the offline describer would have to answer fails: %j',
  async more => {
    const asked = await cli.run(['ask', 'Write a commit message.', ...more], { input: 'diff --git' });
    expect(asked.code).toBe(2);
    expect(asked.stdout).toBe('');
    expect(asked.stderr).toContain('--provider and --model');
  },
);

test.each([[[]], [['--provider', 'offline']], [['--schema', 'caption-tags']], [['--retries', '1']]])(
  'CLI-1: a prompt that the offline describer would have to follow fails: %j',
  async more => {
    const asked = await cli.run(['describe', redFile, '--prompt', 'Write a haiku.', ...more]);
    expect(asked.code).toBe(2);
    expect(asked.stdout).toBe('');
    expect(asked.stderr).toContain('--provider and --model');
  },
);

test('a question about an image that measuring or recognition answers is answered offline', async () => {
  const measured = await cli.run(['ask', 'Which colours are in it?', '--image', redFile], { input: '' });
  expect(measured).toMatchObject({ code: 0, stdout: 'The main colours are red (100 %).\n' });
  const recognised = await cli.run(['describe', redFile, '--prompt', 'How many people?']);
  expect(recognised).toMatchObject({ code: 0, stdout: 'Image recognition on this machine is turned off.\n' });
});

test('REF-2: several named files with a model that does not support images: one upload', async () => {
  provider.script(() => refusal(500, { message: 'image input is not supported by this server' }));
  const { code, stderr } = await cli.run(['describe', redFile, blueFile, redFile, ...mine]);
  expect(code).toBe(1);
  expect(provider.requests.length).toBe(1);
  expect(stderr).toContain('does not support images');
  expect(stderr).toContain('2 more images were skipped');
});

test('REF-1: a note on what a server refused stands beside the answer', async () => {
  provider.script(({ body }) =>
    'stream' in (body as object) ? refusal(400, { message: 'No.', param: 'stream' }) : undefined,
  );
  const plain = await cli.run(['describe', redFile, ...mine]);
  expect(plain.stdout).toBe('The picture is mostly red.\n');
  expect(plain.stderr).toContain('does not stream');
  const asJson = await cli.run(['ask', 'x', '--json', ...mine]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    notes: [expect.stringContaining('does not stream')],
  });
});

test('REF-3: the address of a deployment of Azure names the header and the API', async () => {
  const { origin } = new URL(provider.url);
  const url = `${origin}/openai/deployments/NAME/chat/completions?api-version=2024-10-21`;
  await cli.run(['provider', 'set', 'azure', '--url', url, '--unchecked'], { input: canary });
  const asked = await cli.run(['describe', redFile, '--provider', 'azure', '--model', 'NAME']);
  expect(asked.stdout).toBe('The picture is mostly red.\n');
  const [request] = provider.requests;
  expect(request?.path).toBe('/openai/deployments/NAME/chat/completions?api-version=2024-10-21');
  expect(request?.headers['api-key']).toBe(canary);
  expect(request?.headers).not.toHaveProperty('authorization');
});

test('the gateway of the service is a provider: its address below the service, its key the service key', async () => {
  await using service = await startTestService();
  const key = `sl_${'5a'.repeat(20)}`;
  service.script('/api/v1/models', { body: { data: [{ id: 'openai/gpt-x', object: 'model' }] } });
  service.script('/api/v1/chat/completions', {
    headers: { 'content-type': 'text/event-stream' },
    body: data(chatChunk({ content: 'Through the gateway.' }, 'stop')) + data('[DONE]'),
  });
  await cli.run(['login', '--service', service.url], { input: key });
  service.requests.length = 0;
  expect((await cli.run(['models', '--provider', 'service'])).stdout).toBe('openai/gpt-x\n');
  const asked = await cli.run(['ask', 'x', '--provider', 'service', '--model', 'openai/gpt-x']);
  expect(asked.stdout).toBe('Through the gateway.\n');
  expect(service.requests.map(({ path: at }) => at)).toEqual(['/api/v1/models', '/api/v1/chat/completions']);
  expect(service.authorizations).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
});

test('what does not fit is refused before anything is sent', async () => {
  const cases: [string[], RegExp][] = [
    [['describe'], /No image or folder given/],
    [['ask'], /There is no question\. Give it/],
    [['ask', 'x', '--provider', 'mine'], /--model is missing.*sightline models --provider mine/],
    [['ask', 'x', '--model', 'm1'], /--model needs --provider/],
    [
      ['ask', 'x', ...mine, '--api', 'soap'],
      /argument 'soap' is invalid\. Allowed choices are responses, chat\.completions/,
    ],
    [['ask', 'x', ...mine, '--timeout', 'soon'], /--timeout .*must be a whole number from 1 to 86400/],
    [['ask', 'x', ...mine, '--max-side', '5'], /--max-side .*must be a whole number from 64/],
    [['ask', 'x', ...mine, '--detail', 'much'], /--detail .*Allowed choices are fit, original, tiles/],
    [['ask', 'x', ...mine, '--mapping', 'none'], /--mapping .*Allowed choices are auto, full, window/],
    [['ask', 'x', '--provider', 'azure', '--model', 'm'], /Set its address first/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toMatch(/^sightline: usage: /);
    expect(stderr).toMatch(cases[index]?.[1] ?? /never/);
  }
  expect(provider.requests).toEqual([]);
});
