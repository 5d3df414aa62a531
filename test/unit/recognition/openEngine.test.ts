import { expect, it, vi } from 'vitest';
import { openEngine, Unopened, type Engine } from '../../../src/recognition/engine/openEngine.ts';
import { recognisePixels, type LookOptions } from '../../../src/recognition/engine/recognisePixels.ts';
import { recognitionFiles } from '../../../src/recognition/weights/recognitionFiles.ts';

/** Opening the networks takes seconds, on a busy machine many. */
vi.setConfig({ testTimeout: 300_000 });

const files = await recognitionFiles();
const image = { rgb: new Uint8Array(320 * 240 * 3).fill(90), width: 320, height: 240 };
const look = (engine: Engine, options: Partial<LookOptions> = {}) =>
  recognisePixels(engine, image, { onFirst: () => undefined, pause: () => Promise.resolve(), ...options });

it('things are told before what reads text is opened', async () => {
  const engine = await openEngine(files);
  let isTextOpen: boolean | undefined;
  await look(engine, { onFirst: () => (isTextOpen = engine.text.requested !== undefined) });
  expect(isTextOpen).toBe(false);
  expect(engine.text.requested).toBeDefined();
});

it('for text alone nothing is opened that finds things, and the other way round', async () => {
  const [forText, forThings] = [await openEngine(files), await openEngine(files)];
  await look(forText, { only: 'text' });
  expect(forText.sight.requested).toBeUndefined();
  await look(forThings, { only: 'things' });
  expect(forThings.text.requested).toBeUndefined();
});

it.each(['text', 'things'] as const)('a part that cannot be opened says so: %s', async only => {
  const engine = await openEngine({ ...files, weights: `${files.weights}-gone` });
  await expect(look(engine, { only })).rejects.toThrow(Unopened);
});
