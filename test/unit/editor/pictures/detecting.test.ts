import { expect, test, vi } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { Detecting } from '../../../../src/editor/pictures/detecting.ts';
import type { Detections } from '../../../../src/protocol/detections.ts';
import type { RecogniseImage, RecogniseOptions } from '../../../../src/recognition/recogniseImage.ts';
import { RecognitionOff, setRecognition } from '../../../../src/recognition/recognitionSwitch.ts';
import { png, scene } from '../../../support/pictures.ts';
import { streetFindings } from '../../../support/streetFindings.ts';

const picture = await png(scene(60, 40));
const dataUrl = `data:image/png;base64,${picture.toString('base64')}`;
const image = { dataUrl, width: 1200, height: 800, page: 0 };

/** A viewer's recognition, with what it says and how often and how the recogniser was called. */
function viewer(recognise: RecogniseImage, isOn = true) {
  const said: Detections[] = [];
  const calls: RecogniseOptions[] = [];
  let on = isOn;
  const detecting = new Detecting({
    image: () => Promise.resolve(image),
    recognise: (source, options = {}) => {
      calls.push(options);
      return recognise(source, options);
    },
    choice: {
      get: () => on,
      set: value => {
        on = value;
        return Promise.resolve();
      },
    },
    post: message => {
      if (message.type === 'detections') said.push(message.detections);
    },
    log: { error: () => undefined },
  });
  return { detecting, said, calls, states: () => said.map(({ state }) => state), isOn: () => on };
}

const street: RecogniseImage = (_source, options) => {
  const { width, height, things, faces } = streetFindings;
  options?.onFirst?.({ width, height, things, faces });
  return new Promise(resolve => setTimeout(() => resolve(streetFindings), 300));
};

/** Ends only when it is told to stop. */
const endless: RecogniseImage = (_source, options) =>
  new Promise((_, reject) => {
    options?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
  });

test('objects are shown first and text after, in the pixels of the image itself', async () => {
  const { detecting, said, calls, states } = viewer(street);
  await detecting.restart();
  expect(states()).toEqual(['looking', 'found', 'found']);
  expect(said.map(one => one.state === 'found' && one.reading)).toEqual([false, true, false]);
  expect(calls[0]?.size).toEqual({ width: 1200, height: 800 });
});

test('nothing is recognised until it is wanted, and the choice holds for the next image', async () => {
  const { detecting, calls, states, isOn } = viewer(street, false);
  await detecting.restart();
  expect([states(), calls.length]).toEqual([['off'], 0]);
  await detecting.handle({ type: 'detect', on: true });
  expect([isOn(), calls.length]).toEqual([true, 1]);
});

test('an image that was recognised before is not recognised again when its tab comes back', async () => {
  vi.stubEnv('SIGHTLINE_RECOGNITION', undefined);
  const { detecting, calls, said } = viewer(street);
  await detecting.restart();
  await detecting.handle({ type: 'close' });
  await detecting.restart();
  vi.unstubAllEnvs();
  expect(calls).toHaveLength(1);
  expect(said.at(-1)).toEqual(said[2]);
});

test.each([
  ['switched off', { type: 'detect', on: false } as const, ['looking', 'off']],
  ['closed', { type: 'close' } as const, ['looking']],
])('work that goes on ends when it is %s, and says nothing more', async (_how, message, states) => {
  const seen = viewer(endless);
  const running = seen.detecting.restart();
  await Promise.resolve();
  await seen.detecting.handle(message);
  await running;
  expect(seen.states()).toEqual(states);
  expect(seen.calls.every(({ signal }) => signal?.aborted)).toBe(true);
});

test('another page ends the work on the one before it', async () => {
  let first = true;
  const seen = viewer((...call) => {
    if (!first) return street(...call);
    first = false;
    return endless(...call);
  });
  const before = seen.detecting.restart();
  await new Promise(resolve => setImmediate(resolve));
  await Promise.all([before, seen.detecting.restart()]);
  expect(seen.calls[0]?.signal?.aborted).toBe(true);
  expect(seen.states().at(-1)).toBe('found');
});

test.each([
  ['off by the setting leads to the setting', false, new RecognitionOff(), 'settings'],
  ['what cannot run here does not lead to it', true, new RecognitionOff('It cannot run here.'), 'retry'],
  ['a fault can be tried again', true, new SightlineError('store', 'It broke.'), 'retry'],
  ['an internal error can be tried again', true, new TypeError('x'), 'retry'],
])('%s', async (_what, isOn, error, remedy) => {
  const { detecting, said } = viewer(() => Promise.reject(error));
  // The tests turn it off for all that do not ask for it.
  vi.stubEnv('SIGHTLINE_RECOGNITION', undefined);
  setRecognition(isOn);
  try {
    await detecting.restart();
  } finally {
    vi.unstubAllEnvs();
    setRecognition(true);
  }
  expect(said.at(-1)).toMatchObject({ state: 'failed', remedy });
});
