import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { readFindings } from '../../../../src/recognition/readFindings.ts';
import { createOfflineDescriber } from '../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../src/inference/offline/offlineModel.ts';

beforeAll(() => void vi.stubEnv('SIGHTLINE_RECOGNITION', 'on'));
afterAll(() => void vi.unstubAllEnvs());

test('with the networks themselves: a screenshot is described by its text, and its boxes lie in the original', async () => {
  const file = await readFile(new URL('../../../../media/screenshots/detections-dark.png', import.meta.url));
  const { width, height } = await sharp(file).metadata();
  const { dataUrl, original } = await prepareImage(file, { maxSide: 1024 });
  const describer = createOfflineDescriber({ about: () => original });
  const content = [
    { type: 'text', text: 'What is in the image? Read the text.' },
    { type: 'image_url', image_url: { url: dataUrl } },
  ];
  const body = JSON.stringify({ model: offlineModel, messages: [{ role: 'user', content }] });
  const response = await describer(
    new Request('http://offline.invalid/v1/chat/completions', { method: 'POST', body }),
  );
  const answer = (await response.json()) as {
    choices: { message: { content: string } }[];
    sightline_findings: unknown[];
  };
  expect(answer.choices[0]?.message.content).toMatch(/\d+ lines of text, including “/);
  expect(answer.choices[0]?.message.content).toMatch(/Detections/i);
  const findings = readFindings(answer.sightline_findings[0]);
  expect(findings).toMatchObject({
    width,
    height,
    madeBy: expect.arrayContaining(['NanoDet-g', 'PP-OCRv4']) as string[],
  });
  const right = Math.max(...(findings?.lines ?? []).map(({ box }) => box.x + box.width));
  expect(right).toBeGreaterThan(1024);
}, 240_000);
