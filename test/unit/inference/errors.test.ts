import { describe, expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { refusal, type Reply } from '../../support/testProvider.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

async function failure(
  reply: Reply,
  more: { api?: (typeof formats)[number]; image?: string } = {},
): Promise<SightlineError> {
  provider.script(() => reply);
  const asked = more.image
    ? question('', { turns: [{ role: 'user', text: 'What?', images: [more.image] }] })
    : question();
  const { error } = await askIt(destination(provider.url, more.api), asked, { maxRetries: 0 });
  expect(error).toBeInstanceOf(SightlineError);
  return error as SightlineError;
}

const page = `<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><script>alert(1)</script>${'<p>x</p>'.repeat(4000)}</body></html>`;

test.each(formats)('ERR-1: an error page becomes one short line (%s)', async api => {
  const { code, message } = await failure(
    { status: 502, headers: { 'content-type': 'text/html' }, body: page },
    { api },
  );
  expect(code).toBe('providerFailed');
  expect(message).toContain('502 Bad Gateway');
  expect(message.length).toBeLessThanOrEqual(300);
  expect(message).not.toMatch(/[<>\n]|alert/);
});

test('ERR-1: a long reason is cut to one line of 300 characters', async () => {
  const { message } = await failure(refusal(500, { message: `first\r\nline ${'🙂 long '.repeat(200)}` }));
  expect(Array.from(message).length).toBeLessThanOrEqual(300);
  expect(message).toContain('first line');
  expect(message).toMatch(/…$/);
});

test('ERR-2: too large a request says its size and what helps', async () => {
  const page = '<html><title>413 Request Entity Too Large</title></html>';
  const error = await failure(
    { status: 413, headers: { 'content-type': 'text/html' }, body: page },
    { image: `data:image/jpeg;base64,${'A'.repeat(1_500_000)}` },
  );
  expect(error).toMatchObject({
    code: 'requestTooLarge',
    hint: 'Send a smaller image.',
    remedy: { kind: 'lowerMaxSide' },
  });
  expect(error.message).toContain('1.4 MB');
  expect(provider.requests).toHaveLength(1);
});

test.each([
  [400, 'badRequest'],
  [401, 'keyRejected'],
  [403, 'permissionDenied'],
  [404, 'notFound'],
  [422, 'badRequest'],
  [429, 'rateLimited'],
  [500, 'providerFailed'],
  [503, 'providerFailed'],
])('%i is %s, with the reason of the provider', async (status, code) => {
  const error = await failure(refusal(status, { message: 'The real reason.' }));
  expect(error).toMatchObject({ code, status });
  expect(error.message).toContain('The real reason.');
  expect(error.message).toContain('Test Provider');
});

describe('the reason is found in every shape', () => {
  test.each<[Reply['body'], string]>([
    ['Just words', 'Just words'],
    [{ error: 'as text' }, 'as text'],
    [{ message: 'at the top' }, 'at the top'],
    [{ detail: 'FastAPI' }, 'FastAPI'],
    [{ detail: [{ loc: ['body', 'model'], msg: 'Field required' }] }, 'model: Field required'],
    [
      { error: { message: 'Provider returned error', metadata: { raw: 'behind it' } } },
      'Provider returned error: behind it',
    ],
    [JSON.stringify([{ error: { code: 400, message: 'Google', status: 'INVALID_ARGUMENT' } }]), 'Google'],
    // REF-4
    [{ errors: ['One.', 'Two.'] }, 'One.; Two.'],
    [{ errors: [{ message: 'In a list' }] }, 'In a list'],
    [
      { message: 'Invalid', errors: [{ field: 'model', message: 'is missing' }] },
      'Invalid: model: is missing',
    ],
    [
      { title: 'Validation failed.', errors: { model: ['Is required.'] } },
      'Validation failed.: model: Is required.',
    ],
    [{ title: 'Only a title', status: 400 }, 'Only a title'],
    [{ title: 'Bad request', detail: 'The closer word' }, 'The closer word'],
    [{ errorMessage: 'From a lambda' }, 'From a lambda'],
    [{ reason: 'With a reason' }, 'With a reason'],
    [{ description: 'Described' }, 'Described'],
    [{ error: 'invalid_request', error_description: 'As OAuth has it' }, 'invalid_request: As OAuth has it'],
    [
      { error: 'Bad Request', message: ['model is required'], statusCode: 400 },
      'Bad Request: model is required',
    ],
    [{ error: ['First.', 'Second.'] }, 'First.; Second.'],
    [{ error: [{ message: 'First.' }, { message: 'Second.' }] }, 'First.; Second.'],
    [{ message: JSON.stringify({ error: { message: 'Inside a text' } }) }, ': Inside a text'],
    [
      { error: { message: `litellm: Exception - ${JSON.stringify({ error: { message: 'Deeper' } })}` } },
      'litellm: Exception - Deeper',
    ],
    [{ message: 'Not JSON: {"broken' }, 'Not JSON: {"broken'],
  ])('%j', async (body, reason) => {
    expect((await failure({ status: 400, body: body as string })).message).toContain(reason);
  });

  test('and where there is none, the message is still a sentence', async () => {
    const { message } = await failure({ status: 500 });
    expect(message).toBe('Test Provider failed (500).');
  });
});

test('a key that the provider repeats is not shown', async () => {
  const { message } = await failure(refusal(401, { message: `Incorrect API key provided: ${testKey}.` }));
  expect(message).not.toContain(testKey);
  expect(message).toContain('Incorrect API key provided');
});

test('a refusal counts by its status, also where the connection breaks before its words have come', async () => {
  const { code, status, retryAfterMs } = await failure({
    status: 429,
    headers: { 'retry-after': '7', 'content-length': '100' },
    body: ['{"error":', { cut: true }],
  });
  expect({ code, status, retryAfterMs }).toEqual({ code: 'rateLimited', status: 429, retryAfterMs: 7000 });
});

describe('REF-4: advice looks at what it advises on', () => {
  const hintOf = async (base: string, status: number, said: object): Promise<SightlineError> => {
    provider.reset();
    provider.script(() => ({ status, body: { error: said } }));
    const { error } = await askIt(destination(base, 'chat.completions'), question(), { maxRetries: 0 });
    return error as SightlineError;
  };

  test('a 404 names the whole URL that was asked, and /v1 only where there is no version', async () => {
    const { origin } = new URL(provider.url);
    const versioned = await hintOf(`${origin}/api/v2`, 404, { message: 'Not Found' });
    expect(versioned.hint).toContain(`${origin}/api/v2/chat/completions`);
    expect(versioned.hint).not.toContain('/v1');
    const bare = await hintOf(`${origin}/api?key=secret-in-query`, 404, { message: 'Not Found' });
    expect(bare.hint).toContain(`${origin}/api/chat/completions`);
    expect(bare.hint).toContain('/v1');
    expect(bare.hint).not.toContain('secret-in-query');
  });

  test.each<[number, object, RegExp, RegExp]>([
    [
      404,
      { message: 'The model `x` does not exist', code: 'model_not_found' },
      /know this model/,
      /^Choose another model\.$/,
    ],
    [
      400,
      { message: 'Filtered.', code: 'content_filter' },
      /content filter of Test Provider/,
      /Change the prompt/,
    ],
    [
      400,
      { message: "Triggered Azure OpenAI's content management policy." },
      /content filter/,
      /Change the prompt/,
    ],
    [400, { message: 'Too long.', code: 'context_length_exceeded' }, /longer than the model/, /Shorten/],
    [400, { message: 'This model does not support image input.' }, /does not support images/, /vision model/],
    [403, { message: 'No.' }, /does not permit/, /key and the account/],
  ])('%i %j', async (status, said, message, hint) => {
    const error = await hintOf(provider.url, status, said);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  test('errors inside errors, without end, are no trouble', async () => {
    let said: unknown = 'Deep down';
    for (let level = 0; level < 1000; level++) said = { error: [said] };
    const { message } = await failure({ status: 400, body: said as object });
    expect(message).toMatch(/^Test Provider does not accept the request/);
  });
});
