import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import type { OriginalImage } from '../../../../src/images/preparedImage.ts';
import { createOfflineDescriber, offlineFetch } from '../../../../src/inference/offline/describer.ts';
import { pngUrl } from '../../../support/measured.ts';
import { blue, frames, halves, lime, logo, png, red, scene, solid } from '../../../support/pictures.ts';

type Content = OpenAI.Responses.ResponseInputMessageContentList;

const image = (image_url: string): Content[number] => ({ type: 'input_image', image_url, detail: 'auto' });
const text = (words: string): Content[number] => ({ type: 'input_text', text: words });

/** What the describer says to one message. */
async function said(content: Content, originals = new Map<string, OriginalImage>()): Promise<string> {
  const describer = createOfflineDescriber({ about: url => originals.get(url), style: 'report' });
  const client = new OpenAI({
    apiKey: 'none',
    baseURL: 'http://offline.invalid/v1',
    fetch: offlineFetch(describer),
  });
  const answer = await client.responses.create({
    model: 'offline-describer',
    input: [{ role: 'user', content }],
  });
  return answer.output_text;
}

describe('a picture', () => {
  test('is worded as a paragraph and a list, with what is known of the original', async () => {
    const prepared = await prepareImage(await png(scene(1500, 1000)), { maxSide: 1024 });
    const answer = await said([image(prepared.dataUrl)], new Map([[prepared.dataUrl, prepared.original]]));
    expect(answer).toMatch(
      /^Probably a \*\*photo\*\*, 3:2 landscape, colourful\. Sky blue makes up 5\d\u00A0% of it, mostly at the top; olive 4\d\u00A0%, mostly at the bottom\./,
    );
    expect(answer).toContain(
      '- **Size:** 1,500 × 1,000 px, 1.5 megapixels, 3:2 landscape, PNG, sent as 1,024 × 683 px\n',
    );
    expect(answer).toContain('- **Transparency:** none\n');
    expect(answer).toContain('choose a vision model.');
    expect(answer).toContain('Image recognition on this machine is turned off.');
    expect(answer).not.toMatch(/undefined|NaN| {2}|\n{3}/);
  });

  test('that was transparent or an animation', async () => {
    const ring = await prepareImage(await png(await logo(200)));
    const animation = await prepareImage(
      await frames(
        'gif',
        [red, lime, blue].map(colour => solid(40, 30, colour)),
      ),
    );
    const originals = new Map([ring, animation].map(({ dataUrl, original }) => [dataUrl, original]));
    expect(await said([image(ring.dataUrl)], originals)).toMatch(
      /\*\*drawing, chart or logo\*\*, square.*70\u00A0% of it is transparent, seen here on white\./s,
    );
    const moving = await said([image(animation.dataUrl)], originals);
    expect(moving).toContain('- **Frames:** 3, of which this is the first');
    const third = { ...animation.original, page: 3 };
    expect(await said([image(animation.dataUrl)], new Map([[animation.dataUrl, third]]))).toContain(
      '- **Frames:** 3, of which this is number 3',
    );
    expect(moving).toContain('**One plain colour**, red, 4:3 landscape.');
    expect(moving).toContain('GIF');
  });

  test('that is nothing but transparent', async () => {
    const answer = await said([image(await pngUrl(solid(20, 20, [255, 0, 0, 0])))]);
    expect(answer).toContain('Nothing in it is visible.');
    expect(answer).toContain('- **Transparency:** 100\u00A0%, seen on white');
    expect(answer).toContain('- **Colours:** none');
  });
});

test('several pictures are described each under its number; web addresses are not fetched', async () => {
  const answer = await said([
    image(await pngUrl(solid(30, 30, red))),
    image('https://user:pass@pictures.example/a.png?token=1'),
    image(await pngUrl(halves(90, 30, blue, lime))),
  ]);
  expect(answer.match(/^### Image \d$/gm)).toEqual(['### Image 1', '### Image 2', '### Image 3']);
  expect(answer).toContain('It is at a web address (pictures.example), and offline nothing is fetched.');
  expect(answer).not.toMatch(/token|pass/);
  expect(answer.indexOf('red')).toBeLessThan(answer.indexOf('### Image 2'));
  expect(answer.indexOf('3:1 very wide')).toBeGreaterThan(answer.indexOf('### Image 3'));
});

describe('text', () => {
  test('is counted, code blocks with their language', async () => {
    const answer = await said([
      text('Explain this code.\n\n```typescript\nconst a = 1;\nconst b = a;\n```\n\nand\n~~~\nplain\n~~~\n'),
    ]);
    expect(answer).toContain('Offline, text is only counted. To get an answer, choose a model.');
    expect(answer).toContain('- **Received:** 11 lines, 17 words, 83 characters');
    expect(answer).toContain('- **Code block:** `typescript`, 2 lines');
    expect(answer).toContain('- **Code block:** no language named, 1 line');
    expect(answer).not.toContain('const');
  });

  test('that is empty or a single word', async () => {
    expect(await said([text('')])).toContain('- **Received:** no text');
    expect(await said([text('Hello')])).toContain('- **Received:** 1 line, 1 word, 5 characters');
  });

  test('an unclosed block reaches to the end', async () => {
    expect(await said([text('```py\na\nb')])).toContain('- **Code block:** `py`, 2 lines');
  });

  test('after earlier turns says how many there were', async () => {
    const client = new OpenAI({
      apiKey: 'none',
      baseURL: 'http://offline.invalid/v1',
      fetch: offlineFetch(createOfflineDescriber()),
    });
    const answer = await client.chat.completions.create({
      model: 'offline-describer',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Explain.' },
        { role: 'assistant', content: 'No.' },
        { role: 'user', content: 'Are you sure?' },
      ],
    });
    const words = answer.choices[0]?.message.content;
    expect(words).toContain('- **Received:** 1 line, 3 words, 13 characters');
    expect(words).toContain('- **Before it:** 2 turns');
  });
});
