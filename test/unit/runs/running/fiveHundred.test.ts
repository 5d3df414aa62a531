import { beforeAll, expect, test } from 'vitest';
import type { RunProgress } from '../../../../src/runs/runProgress.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { askStructured } from '../../../../src/runs/running/askStructured.ts';
import { png, solid, type Colour } from '../../../support/pictures.ts';
import { answerIn, refusal, type RecordedRequest, type Reply } from '../../../support/testProvider.ts';
import {
  askTestProvider,
  count,
  jumpingClock,
  useRunFolders,
  type RunFolderOptions,
} from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const all = 500;
let images: Record<string, Buffer>;

beforeAll(async () => {
  const files = Array.from({ length: all }, async (_, index) => {
    const colour: Colour = [(index * 97) % 256, (index * 61) % 251, (index * 151) % 241];
    return [`${String(index).padStart(3, '0')}.png`, await png(solid(4, 4, colour))] as const;
  });
  images = Object.fromEntries(await Promise.all(files));
});

/** A whole answer, as the request wants it, that is like no other. */
function good(
  { body }: RecordedRequest,
  text = `A wall with the number ${provider.requests.length} on it.`,
): Reply {
  const { stream, model = '' } = body as { stream?: boolean; model?: string };
  return answerIn('chat.completions', [text], { stream: stream === true, model });
}

/** Runs 500 images with eight requests at a time. */
async function runAll(
  script: (request: RecordedRequest) => Reply,
  { question, ...more }: RunFolderOptions = {},
): Promise<{
  record: RunRecord;
  ending: string;
  progress: RunProgress;
  seen: Set<string>;
  resume: () => Promise<string>;
}> {
  const { run, record } = await runOn(images, {
    most: () => 8,
    ...more,
    question: { prompt: 'Describe the image.', ...question },
  });
  provider.script(script);
  const seen = new Set<string>();
  run.onProgress(({ message }) => message !== undefined && seen.add(message));
  const ending = await run.start();
  return { record, ending, progress: run.progress, seen, resume: () => run.start() };
}

const standing = (record: RunRecord): [described: number, failed: number, open: number] => [
  count(record, 'described'),
  count(record, 'failed'),
  count(record, 'open'),
];

test('ANS-2: 500 images for a model that drops them: three are paid for', async () => {
  const { record, ending, progress } = await runAll(request =>
    good(request, "I don't see any image attached to your message. Could you upload it?"),
  );
  expect(ending).toBe('failed');
  expect(provider.requests).toHaveLength(3);
  expect(standing(record)).toEqual([0, 2, 498]);
  expect(progress.message).toContain('This model receives no images: 3 answers in a row say so.');
});

test('ANS-2: 500 images for a model that makes up one sentence for all: five are paid for', async () => {
  const { record, ending, progress } = await runAll(request =>
    good(request, 'The image shows a beautiful landscape.'),
  );
  expect(ending).toBe('failed');
  expect(provider.requests).toHaveLength(5);
  expect(standing(record)).toEqual([0, 5, 495]);
  expect(progress.message).toContain('receives no images: 5 different images got the same answer');
});

test('REF-2: 500 images for a model that takes text only', async () => {
  const { record, ending, progress } = await runAll(() =>
    refusal(400, { message: 'This model does not support image input.', code: 'invalid_request_error' }),
  );
  expect(ending).toBe('failed');
  expect(provider.requests.length).toBeLessThanOrEqual(2);
  expect(count(record, 'open')).toBeGreaterThanOrEqual(499);
  expect(progress.message).toContain('does not support image');
});

test('PACE-1: 500 images where the limit of the day ends after 120: the run stops and says when to go on', async () => {
  const { record, ending, progress, resume } = await runAll(request =>
    provider.requests.length > 120
      ? refusal(429, { message: 'Daily limit reached.' }, { 'retry-after': '21600' })
      : good(request),
  );
  expect(ending).toBe('failed');
  expect(provider.requests.length).toBeLessThanOrEqual(128);
  expect(standing(record)).toEqual([120, 0, 380]);
  expect(progress.message).toContain('Daily limit reached.');
  expect(progress.hint).toMatch(/^It accepts no request before \d{4}-\d\d-\d\d \d\d:\d\d\./);
  provider.reset();
  provider.script(good);
  expect(await resume()).toBe('done');
  expect(provider.requests).toHaveLength(380);
  expect(standing(record)).toEqual([500, 0, 0]);
});

test('PACE-2: 500 images for a model that is loaded for 40 s: it is waited for with its reason, and no image fails', async () => {
  const clock = jumpingClock();
  const until = clock.now() + 40_000;
  const { record, ending, seen } = await runAll(
    request => (clock.now() < until ? refusal(503, { message: 'Loading model' }) : good(request)),
    { ...clock, retries: 0 },
  );
  expect(ending).toBe('done');
  expect(standing(record)).toEqual([500, 0, 0]);
  expect(provider.requests.length - all).toBeLessThanOrEqual(9);
  expect([...seen].join()).toContain('Loading model');
});

test('REF-1: 500 images for a server that takes neither streams nor schemas: each is left out once', async () => {
  const { record, ending } = await runAll(
    request => {
      const { stream, response_format } = request.body as Record<string, unknown>;
      if (stream === true)
        return refusal(400, {
          message: 'Your organization must be verified to stream this model.',
          param: 'stream',
        });
      if (response_format !== undefined)
        return refusal(422, { message: 'Unrecognized request argument supplied: response_format' });
      return good(
        request,
        JSON.stringify({ caption: `A wall with the number ${provider.requests.length}.` }),
      );
    },
    {
      ask: askStructured(askTestProvider(provider.url)),
      question: {
        schema: {
          name: 'caption',
          schema: { type: 'object', properties: { caption: { type: 'string' } }, required: ['caption'] },
        },
      },
    },
  );
  expect(ending).toBe('done');
  expect(standing(record)).toEqual([500, 0, 0]);
  // What is refused is known before others are asked beside it.
  expect(provider.requests.length - all).toBeLessThanOrEqual(5);
});
