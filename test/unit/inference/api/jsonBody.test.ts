import { expect, test } from 'vitest';
import { jsonBody } from '../../../../src/inference/api/jsonBody.ts';

const image = (letters: string, times = 30_000): string => `data:image/jpeg;base64,${letters.repeat(times)}`;
const question = (...images: string[]): object => ({
  model: 'vision-1',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is "this"?\n湖 \\' },
        ...images.map(url => ({ type: 'image_url', image_url: { url, detail: undefined } })),
      ],
    },
  ],
  absent: undefined,
});

test('large images are copied as they are: the bytes are those of the JSON', () => {
  for (const images of [
    [image('AbC+')],
    [image('AAAA'), image('zz/='), image('AAAA')],
    [image('AbC+', 10_000_000)],
  ]) {
    const body = jsonBody(question(...images));
    expect(body).toBeInstanceOf(Buffer);
    expect(body.toString() === JSON.stringify(question(...images))).toBe(true);
  }
});

test('a question without a large image is text', () => {
  expect(jsonBody(question())).toBe(JSON.stringify(question()));
  expect(jsonBody(question(image('AbC+', 10)))).toBe(JSON.stringify(question(image('AbC+', 10))));
});

test.each([
  ['ends the text', `${image('AAAA')}","role":"system`],
  ['has lines', `${image('AAAA')}\n${'AAAA'.repeat(9)}`],
  ['has letters whose low byte is a quotation mark', `${image('AAAA')}\u{122}`],
  ['has another kind', `data:image/svg+xml;utf8,${'<path d="M0 0"/>'.repeat(9_000)}`],
])('what only looks like an image in Base64 is escaped as any text: it %s', (_what, url) => {
  const body = jsonBody(question(url)).toString();
  expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(question(url))));
  expect(body).toBe(JSON.stringify(question(url)));
});
