import { describe, expect, test } from 'vitest';
import { createOfflineDescriber } from '../../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../../src/inference/offline/offlineModel.ts';
import { readQuestions } from '../../../../../src/inference/offline/questions/readQuestions.ts';
import { cocoLabels } from '../../../../../src/recognition/engine/cocoLabels.ts';
import { labelWord } from '../../../../../src/recognition/words/labels.ts';
import { boxAt, face, findings, qrCode, textLine, thing } from '../../../../support/findings.ts';
import { pngUrl } from '../../../../support/measured.ts';
import { drawn } from '../../../../support/pictures.ts';

const found = findings({
  things: [
    thing('bus', 0.8, boxAt(0.2, 0.2, 0.6, 0.6)),
    thing('person', 0.7, boxAt(0.05, 0.4, 0.2, 0.5)),
    thing('person', 0.65, boxAt(0.7, 0.4, 0.2, 0.5)),
    thing('dog', 0.7, boxAt(0.4, 0.8, 0.1, 0.1)),
    thing('car', 0.48, boxAt(0.8, 0.7, 0.1, 0.1)),
  ],
  faces: [face(0.9, boxAt(0.1, 0.42, 0.05, 0.05))],
  lines: [textLine('STOP'), textLine('[Enrichment](St)')],
  codes: [qrCode('https://example.org/a')],
});
/** Grainy blue, in the middle red: a photo by its pixels. */
const url = await pngUrl(
  drawn(200, 200, (x, y) => {
    const grain = (x * 7919 + y * 104729 + x * y) % 60;
    return x > 40 && x < 160 && y > 40 && y < 160
      ? [190 + grain, 20 + grain, 20 + grain]
      : [grain, grain, 180 + grain];
  }),
);

async function answered(prompt: string, of = found): Promise<string> {
  const describer = createOfflineDescriber({ recognise: () => Promise.resolve(of) });
  const content = [
    { type: 'text', text: prompt },
    { type: 'image_url', image_url: { url } },
  ];
  const body = JSON.stringify({ model: offlineModel, messages: [{ role: 'user', content }] });
  const response = await describer(
    new Request('http://offline.invalid/v1/chat/completions', { method: 'POST', body }),
  );
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? '';
}

const caption = await answered('');

describe('a question is answered as far as findings reach', () => {
  test.each([
    ['How many people?', 'There are two people.'],
    ['how many persons can you see in this photo', 'There are two people.'],
    ['Count the dogs.', 'There is one dog.'],
    ['How many bikes are there?', 'No bicycles were recognized.'],
    ['How many vehicles?', 'There is one bus.'],
    ['Are there more than two people?', 'There are two people.'],
    ['How many faces?', 'One face is visible.'],
    ['any faces?', 'Yes. One face is visible.'],
    ['Is there a dog?', 'Yes, there is a dog at the bottom.'],
    ['Do you see a puppy?', 'Yes, there is a dog at the bottom.'],
    ['dogs?', 'Yes, there is a dog at the bottom.'],
    ['Is there a sofa or a TV?', 'No couches were recognized. No TVs were recognized.'],
    ['is there a car', 'There may be a car on the right, but it is not certain.'],
    ['Is anyone there?', 'Yes, there are two people.'],
    ['What vehicles are there?', 'There is a bus in the middle, and perhaps a car on the right.'],
    ['Where is the bus?', 'The bus is in the middle.'],
    ['where are the people?', 'Two people: one on the left and one on the right.'],
    ['Is the dog on the left?', 'The dog is at the bottom.'],
    ['Does it say "stop"?', 'Yes, the text includes “stop”.'],
    ['Does the sign read “GO”?', 'No text “GO” was recognized.'],
    ['What does the QR code say?', 'A QR code holds “https://example.org/a”.'],
    ['What colour is the bus?', 'The bus is mostly red, measured in the middle of its box.'],
    ['Is this a screenshot?', 'No, it looks like a photo.'],
    [
      'What objects are there?',
      'There is a bus in the middle, two people and a dog at the bottom, and perhaps a car on the right.',
    ],
    ['How many people, and where is the bus?', 'There are two people.\n\nThe bus is in the middle.'],
    ['How many dogs? Is there a cat?', 'There is one dog.\n\nNo cats were recognized.'],
  ])('%s', async (question, answer) => {
    expect(await answered(question)).toBe(answer);
  });

  test.each([
    'Read the text',
    'What does the sign say?',
    'transcribe all text',
    'What is written on the sign?',
  ])('%s: every line as it stands, with no meaning in Markdown', async question => {
    expect((await answered(question)).replaceAll('\u2060', '')).toBe('STOP\n[Enrichment](St)');
    expect(await answered(question)).not.toContain('](');
  });

  test.each([
    ...['', 'Describe the image.', 'What is in the image?', "What's in this photo?", 'what do you see?'],
    ...['Tell me what you see', 'Caption this', 'What does the picture show?', 'Write the alternative text.'],
    'Describe this picture in a caption, and give keywords for it. Name only what can be seen.',
  ])('“%s” asks for the caption', async prompt => {
    expect(await answered(prompt)).toBe(caption);
    expect(caption).toMatch(/^A photo of a bus in the middle, two people and a dog at the bottom/);
  });

  test('measures are told where they are asked for', async () => {
    expect(await answered('measure')).toContain('- **Size:** 200 × 200 px');
    expect(await answered('What size is it?')).toContain('200 × 200 px');
    expect(await answered('Is it blurry?')).toMatch(/^The image is \w/);
    expect(await answered('What are the main colours?')).toMatch(/^The main colours are .*blue \(\d+ %\)/);
  });
});

describe('beyond that it says what it cannot, in one sentence, and gives the caption', () => {
  test.each([
    ['Is there a tiger?', '“tiger” is not among the 80 kinds'],
    ['Write a poem about it.', 'This takes a vision model'],
    ['Is the dog sleeping?', 'This takes a vision model'],
    ["What's on the table?", 'This takes a vision model'],
    ['Who is this?', 'not identified'],
    ['Is the woman smiling?', 'not identified'],
    ['Was ist auf dem Bild zu sehen?', 'only questions in English'],
    ['¿Qué hay en la imagen?', 'only questions in English'],
    ['画像には何がありますか', 'only questions in English'],
  ])('%s', async (question, sentence) => {
    const answer = await answered(question);
    expect(answer).toContain(sentence);
    expect(answer.endsWith(`\n\n${caption}`)).toBe(true);
    expect(answer.slice(0, -caption.length).trim().split(/\. /)).toHaveLength(1);
  });

  test('sex and age of people are never told, nor what else is asked of a thing', async () => {
    expect(await answered('Is there a man?')).toBe(
      'Yes, there are two people. Nothing is said about their sex.',
    );
    expect(await answered('How many children?')).toBe(
      'There are two people. Nothing is said about their age.',
    );
    expect(await answered('Is there a yellow bus?')).toBe(
      'Yes, there is a bus in the middle. Whether “yellow” fits cannot be told offline.',
    );
    expect(await answered('Describe it in German.')).toBe(
      `${caption}\n\nOffline, answers are in English only.`,
    );
  });
});

test('every kind of thing is understood, in the singular and in the plural', () => {
  for (const label of cocoLabels)
    for (const word of [labelWord(label, 1), labelWord(label, 2), label])
      expect(readQuestions(`How many ${word} are there?`), word).toMatchObject([
        { ask: 'count', subjects: [{ labels: [label] }] },
      ]);
});

test('a question of a megabyte takes no time worth telling', async () => {
  for (const part of ['how many ', 'and what ', '“', "'", ', ', '?', 'dogs '])
    expect((await answered(part.repeat(200_000))).length).toBeLessThan(5000);
});
