import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from '../../../support/chatStandIn.ts';

vi.mock('vscode', () => import('../../../support/chatStandIn.ts'));

const { chatTurns } = await import('../../../../src/editor/chat/chatTurns.ts');
const { leaveOutImages, sendImages } = await import('../../../../src/editor/chat/imageTreatment.ts');
const { PreparedImages } = await import('../../../../src/editor/preparedImages.ts');
const { imageSettings } = await import('../../../../src/editor/imageSettings.ts');

const user = (...content: unknown[]) => ({ role: 1, content, name: undefined });
const assistant = (...content: unknown[]) => ({ role: 2, content, name: undefined });
const system = (...content: unknown[]) => ({ role: 3 as 1, content, name: undefined });
const text = (value: string) => new vscode.LanguageModelTextPart(value);
const bytes = (value: string) => new TextEncoder().encode(value);

let prepare: (image: Uint8Array) => ReturnType<InstanceType<typeof PreparedImages>['prepare']>;
beforeEach(() => {
  const images = new PreparedImages(imageSettings);
  prepare = images.prepare;
});

async function read(messages: readonly unknown[], treat = sendImages(prepare)) {
  const { signal } = new AbortController();
  return chatTurns(messages as never, { treat, toolName: name => name.replace('.', '_'), signal });
}

/** A photo with its place in it, as a phone makes them. */
async function photo(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
    .jpeg()
    .toBuffer();
}

test('instructions, words of both sides and text data become turns; consecutive words of the person are one', async () => {
  const { turns } = await read([
    system(text('Be brief.')),
    user(text('<context>')),
    user(text('Hello'), new vscode.LanguageModelDataPart(bytes('{"a":1}'), 'application/json')),
    assistant(text('Hi.')),
    user(text('Bye')),
  ]);
  expect(turns).toEqual([
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: '<context>\n\nHello\n{"a":1}' },
    { role: 'assistant', text: 'Hi.' },
    { role: 'user', text: 'Bye' },
  ]);
});

test('the editor’s own notes and parts that nobody knows are left out, and throw nothing', async () => {
  const { turns } = await read([
    user(
      text('Hello'),
      new vscode.LanguageModelDataPart(bytes('{"prompt_tokens":1}'), 'usage'),
      new vscode.LanguageModelDataPart(bytes('ephemeral'), 'cache_control'),
      new vscode.LanguageModelDataPart(bytes('x'), 'stateful_marker'),
      new vscode.LanguageModelDataPart(bytes('%PDF'), 'application/pdf'),
      { value: 'thoughts of another model' },
      undefined,
      'loose',
      7,
    ),
    assistant(new vscode.LanguageModelDataPart(bytes('x'), 'stateful_marker')),
  ]);
  expect(turns).toEqual([{ role: 'user', text: 'Hello' }]);
});

test('an image goes out as the panel sends it: a JPEG data URL without what the camera wrote into it', async () => {
  const original = await photo();
  expect(original.includes('SECRET PLACE')).toBe(true);
  const { turns, images } = await read([
    user(text('What?'), new vscode.LanguageModelDataPart(original, 'image/jpeg')),
  ]);
  const [image] = images;
  expect(turns).toEqual([{ role: 'user', text: 'What?', images: [image] }]);
  expect(image?.dataUrl).toMatch(/^data:image\/jpeg;base64,/);
  const sent = Buffer.from(image?.dataUrl.split(',')[1] ?? '', 'base64');
  expect(sent.includes('SECRET PLACE')).toBe(false);
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
});

test('an image that comes again with the next turn is prepared once', async () => {
  const part = new vscode.LanguageModelDataPart(await photo(), 'image/jpeg');
  const first = await read([user(part)]);
  const second = await read([user(part), assistant(text('A square.')), user(text('And?'))]);
  expect(second.images[0]).toBe(first.images[0]);
});

test('a text-only model is told in words that there was an image', async () => {
  const image = new vscode.LanguageModelDataPart(await photo(), 'image/jpeg');
  const { turns, images } = await read(
    [
      user(text('What?'), image),
      assistant(new vscode.LanguageModelToolCallPart('1', 'look', {})),
      user(new vscode.LanguageModelToolResultPart('1', [text('here'), image])),
    ],
    leaveOutImages('m'),
  );
  expect(images).toEqual([]);
  expect(turns[0]?.text).toBe('What?\n[Image 1 was left out: m does not take images.]');
  expect(turns[2]).toEqual({
    role: 'tool',
    callId: '1',
    text: 'here\n[Image 2 was left out: m does not take images.]',
  });
});

test('parallel calls and their results stand next to each other, images of a result too', async () => {
  const tsx = {
    node: {
      type: 1,
      children: [
        { type: 2, text: 'a' },
        { type: 2, text: 'b', lineBreakBefore: 1 },
      ],
    },
  };
  const { turns } = await read([
    user(text('Go')),
    assistant(
      text('I look.'),
      new vscode.LanguageModelToolCallPart('1', 'read.file', { path: 'a' }),
      new vscode.LanguageModelToolCallPart('2', 'look', {}),
    ),
    user(
      new vscode.LanguageModelToolResultPart('1', [new vscode.LanguageModelPromptTsxPart(tsx)]),
      new vscode.LanguageModelToolResultPart('2', [
        text('a red square'),
        new vscode.LanguageModelDataPart(await photo(), 'image/png'),
      ]),
      text('Go on.'),
    ),
  ]);
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
  expect(turns[1]).toMatchObject({
    text: 'I look.',
    toolCalls: [
      { id: '1', name: 'read_file', arguments: '{"path":"a"}' },
      { id: '2', name: 'look', arguments: '{}' },
    ],
  });
  expect(turns[2]).toEqual({ role: 'tool', callId: '1', text: 'a\nb' });
  expect(turns[3]).toMatchObject({ callId: '2', text: 'a red square', images: [{ width: 40 }] });
  expect(turns[4]).toEqual({ role: 'user', text: 'Go on.' });
});

test('a call without a result and a result without a call stay as they are: whoever asks pairs them', async () => {
  const { turns } = await read([
    user(new vscode.LanguageModelToolResultPart('gone', [text('old result')])),
    assistant(new vscode.LanguageModelToolCallPart('1', 'look', {})),
    user(text('Never mind.')),
  ]);
  expect(turns).toEqual([
    { role: 'tool', callId: 'gone', text: 'old result' },
    { role: 'assistant', text: '', toolCalls: [{ id: '1', name: 'look', arguments: '{}' }] },
    { role: 'user', text: 'Never mind.' },
  ]);
});

test('too many images, too large ones and files that are none are refused in plain words', async () => {
  const image = new vscode.LanguageModelDataPart(await photo(), 'image/jpeg');
  await expect(read([user(...Array<unknown>(51).fill(image))])).rejects.toThrow('more than 50 images');
  const huge = new vscode.LanguageModelDataPart(new Uint8Array(51 * 1024 * 1024), 'image/png');
  await expect(read([user(huge)])).rejects.toThrow('Image 1 has 51 MB; the limit is 50 MB.');
  const none = new vscode.LanguageModelDataPart(bytes('no image'), 'image/png');
  await expect(read([user(none)])).rejects.toThrow('attached image');
});
