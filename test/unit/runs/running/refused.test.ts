import { expect, test, vi } from 'vitest';
import type * as LoadSharp from '../../../../src/images/open/loadSharp.ts';
import * as prepare from '../../../../src/images/prepare/prepareImage.ts';
import { askStructured } from '../../../../src/runs/running/askStructured.ts';
import { eventStream, data, refusal, requestContent, type Reply } from '../../../support/testProvider.ts';
import { askTestProvider, count, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

vi.mock('../../../../src/images/prepare/prepareImage.ts', { spy: true });

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

test.each<[string, Reply]>([
  ['500', refusal(500, { message: 'image input is not supported by this server' })],
  ['400', refusal(400, { message: 'This model is not a multimodal model' })],
  ['404', refusal(404, { message: 'No endpoints found that support image input' })],
  ['an error in the stream', eventStream(data({ error: { message: 'Model does not support images.' } }))],
])(
  'REF-2: a run with a model that does not support images stops after one upload: %s',
  async (_how, reply) => {
    const { run, record } = await runOn(await differentPictures(12), { most: () => 8 });
    provider.script(() => reply);
    expect(await run.start()).toBe('failed');
    expect(run.failure).toMatchObject({
      code: 'imagesUnsupported',
      message: expect.stringContaining('does not support images') as string,
    });
    expect(provider.requests).toHaveLength(1);
    expect([count(record, 'open'), count(record, 'failed')]).toEqual([12, 0]);
  },
);

test('REF-2: without a working image processor a run stops, and no row fails', async () => {
  const { loadFailure } = await vi.importActual<typeof LoadSharp>('../../../../src/images/open/loadSharp.ts');
  vi.mocked(prepare.prepareImage).mockRejectedValue(loadFailure(new Error('no build')));
  const { run, record } = await runOn(await differentPictures(12));
  expect(await run.start()).toBe('failed');
  expect(run.failure?.message).toContain('no working build');
  expect([count(record, 'open'), count(record, 'failed')]).toEqual([12, 0]);
  expect(provider.requests).toHaveLength(0);
  vi.mocked(prepare.prepareImage).mockReset();
});

const schema = {
  name: 'caption',
  schema: { type: 'object', properties: { caption: { type: 'string' } }, required: ['caption'] },
};

test.each<[string, Reply]>([
  ['404', refusal(404, { message: 'No endpoints found that can handle the requested parameters.' })],
  ['500', refusal(500, { message: 'Out of order.' })],
  ['422', { status: 422, body: { message: 'Unprocessable' } }],
  ['an error in the stream', eventStream(data({ error: { message: 'it died', code: 500 } }))],
])('REF-1: a run whose schema is refused by %s describes all, with a note', async (_how, reply) => {
  const { run, record } = await runOn(await differentPictures(12), {
    question: { schema },
    ask: askStructured(askTestProvider(provider.url)),
  });
  provider.script(({ body }) => {
    if ('response_format' in (body as object)) return reply;
    expect(requestContent(body).text).toContain('JSON Schema');
    const stream = (body as { stream?: boolean }).stream === true;
    const content = '{"caption":"A colour."}';
    const choice = { index: 0, finish_reason: 'stop' };
    return stream
      ? eventStream(data({ choices: [{ ...choice, delta: { content } }] }), data('[DONE]'))
      : { body: { choices: [{ ...choice, message: { content } }] } };
  });
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(12);
  expect(provider.requests.length).toBeLessThanOrEqual(14);
  expect((await record.description(11))?.notes).toContainEqual(expect.stringContaining('in the prompt'));
});
