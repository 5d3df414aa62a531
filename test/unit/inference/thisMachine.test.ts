import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addFromFolder } from '../../../src/captioning/models/addFromFolder.ts';
import { ModelStore } from '../../../src/captioning/models/modelStore.ts';
import { captionInProcess } from '../../../src/captioning/process/captionInProcess.ts';
import { abortError, onAbort } from '../../../src/base/onAbort.ts';
import { ask } from '../../../src/inference/ask.ts';
import type { AnswerEvent } from '../../../src/inference/api/answer.ts';
import { inProcessFetch } from '../../../src/inference/offline/inProcessServer.ts';
import { listModels } from '../../../src/inference/providers/models.ts';
import { thisMachineProvider } from '../../../src/inference/providers/providers.ts';
import { captionPrompt } from '../../../src/inference/thisMachine/captionPrompt.ts';
import { captionServer } from '../../../src/inference/thisMachine/captionServer.ts';
import { builtCaptionProcess } from '../../support/captioning/builtCaptionProcess.ts';
import { toyCaptioner, toySentence, writeModel } from '../../support/captioning/toyCaptioner.ts';
import { blue, jpeg, solid } from '../../support/pictures.ts';

let folder: string;
let store: ModelStore;
let image: string;

beforeAll(async () => {
  await builtCaptionProcess();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-this-machine-'));
  store = new ModelStore(path.join(folder, 'models'));
  await writeModel(path.join(folder, 'own'), toyCaptioner());
  await addFromFolder(store, 'toy', path.join(folder, 'own'));
  // Nothing of a model is left but what was copied.
  await rm(path.join(folder, 'own'), { recursive: true });
  image = `data:image/jpeg;base64,${(await jpeg(solid(64, 48, blue))).toString('base64')}`;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const { label, baseURL } = thisMachineProvider;
const destination = (api: 'responses' | 'chat.completions' = 'chat.completions', run = captionInProcess) => ({
  ...{ label, baseURL, api },
  fetch: inProcessFetch(captionServer({ store, run })),
});

async function events(
  prompt: string,
  {
    api = 'chat.completions',
    images = [image],
    model = 'toy',
    run = captionInProcess,
    signal,
    ...more
  }: {
    api?: 'responses' | 'chat.completions';
    images?: string[];
    model?: string;
    run?: typeof captionInProcess;
    signal?: AbortSignal;
    schema?: NonNullable<Parameters<typeof ask>[0]['schema']>;
    parameters?: NonNullable<Parameters<typeof ask>[0]['parameters']>;
  } = {},
): Promise<AnswerEvent[]> {
  const turn = { role: 'user' as const, text: prompt, images: images.map(dataUrl => ({ dataUrl }) as never) };
  const all: AnswerEvent[] = [];
  for await (const event of ask({ model, turns: [turn], ...more }, destination(api, run), {
    ...(signal ? { signal } : {}),
  }))
    all.push(event);
  return all;
}

const textsOf = (all: readonly AnswerEvent[]): string[] =>
  all.flatMap(event => (event.type === 'text' ? [event.text] : []));

const answerOf = (all: readonly AnswerEvent[]) => {
  const end = all.at(-1);
  return end?.type === 'end' ? end.answer : undefined;
};

describe('a model on this machine', () => {
  it.each(['responses', 'chat.completions'] as const)('describes an image word by word in %s', async api => {
    const all = await events('Describe the image.', { api });
    expect(textsOf(all).length).toBeGreaterThan(1);
    expect(answerOf(all)).toMatchObject({ text: toySentence, model: 'toy' });
  });

  it('is listed with the others that are whole', async () => {
    expect(await listModels(destination())).toEqual([{ id: 'toy', takesImages: true }]);
  });

  it('says plainly that it answers no questions, and what it needs', async () => {
    for (const question of ['How many boats are there?', 'Answer in French.'])
      expect(answerOf(await events(question))).toMatchObject({
        refusal: expect.stringContaining('It cannot answer questions') as string,
        reason: 'refused',
      });
    expect(answerOf(await events('Describe the image.', { images: [] }))?.refusal).toContain(
      'there is none in this question',
    );
  });

  it('stops at the longest answer', async () => {
    const all = await events('Describe the image.', { parameters: { maxOutputTokens: 3 } });
    expect(answerOf(all)).toMatchObject({ text: 'a lake in', reason: 'length' });
  });

  it('describes several images, each under its heading', async () => {
    const text = answerOf(await events('', { images: [image, image] }))?.text;
    expect(text).toBe(`### Image 1\n\n${toySentence}\n\n### Image 2\n\n${toySentence}`);
  });

  it('refuses a model that is not there, an image that is none, and one of the web', async () => {
    await expect(events('', { model: 'other' })).rejects.toMatchObject({ code: 'notFound' });
    await expect(events('', { images: ['data:image/png;base64,AAAA'] })).rejects.toMatchObject({
      code: 'badRequest',
    });
    await expect(events('', { images: ['https://example.com/a.png'] })).rejects.toMatchObject({
      code: 'badRequest',
    });
  });

  it('tells why a model cannot be run, and works again after that', async () => {
    await addBroken();
    await expect(events('', { model: 'broken' })).rejects.toMatchObject({
      message: expect.stringContaining('could not describe the image') as string,
    });
    expect(answerOf(await events(''))?.text).toBe(toySentence);
  });

  it('ends at once when it is stopped, and works again after that', async () => {
    const stop = new AbortController();
    const stuck: typeof captionInProcess = (_task, options) =>
      new Promise((_, reject) => onAbort(options?.signal, () => reject(abortError(options?.signal))));
    const stopped = events('', { run: stuck, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    const before = new AbortController();
    const ended = captionInProcess(
      {
        folder: store.folderOf('toy'),
        kind: 'captioner',
        weights: {},
        image: { data: new Uint8Array(3), width: 1, height: 1 },
        prompt: '',
        maxTokens: 10,
      },
      { signal: before.signal },
    );
    before.abort();
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(answerOf(await events(''))?.text).toBe(toySentence);
  });

  it('fills the caption of a schema in, and refuses what no sentence tells', async () => {
    const schema = (property: string) => ({
      name: 'about',
      schema: {
        type: 'object',
        properties: { [property]: { type: 'string', minLength: 1 } },
        required: [property],
        additionalProperties: false,
      },
    });
    expect(answerOf(await events('Describe the image.', { schema: schema('caption') }))?.text).toContain(
      `"caption": "${toySentence}"`,
    );
    expect(answerOf(await events('Describe the image.', { schema: schema('licencePlate') }))).toMatchObject({
      reason: 'refused',
    });
  });

  it('asks nothing of the network', async () => {
    const global = vi.spyOn(globalThis, 'fetch');
    await events('');
    expect(global).not.toHaveBeenCalled();
    global.mockRestore();
  });
});

/** A model whose weights are none. */
async function addBroken(): Promise<void> {
  const files = toyCaptioner();
  await writeModel(path.join(folder, 'broken'), files);
  await writeFile(path.join(folder, 'broken/onnx/encoder_model.onnx'), 'none');
  await addFromFolder(store, 'broken', path.join(folder, 'broken'));
}

describe('what a model is asked', () => {
  const florence = { kind: 'florence', label: 'Florence-2 Base' } as const;

  it.each([
    ['', '<DETAILED_CAPTION>'],
    ['Describe the image.', '<DETAILED_CAPTION>'],
    ['Describe the image in detail.', '<MORE_DETAILED_CAPTION>'],
    ['Write alternative text in one sentence.', '<CAPTION>'],
    ['Read the text.', '<OCR>'],
    ['<OCR>', '<OCR>'],
  ])('by %j is %s of Florence-2', (text, prompt) => {
    expect(captionPrompt(florence, text)).toEqual({ prompt });
  });

  it('is refused where it is a question, unless the model follows prompts', () => {
    expect(captionPrompt(florence, 'Is there a dog?')).toHaveProperty('refusal');
    expect(captionPrompt({ kind: 'chat', label: 'SmolVLM' }, 'Is there a dog?')).toEqual({
      prompt: 'Is there a dog?',
    });
  });
});
