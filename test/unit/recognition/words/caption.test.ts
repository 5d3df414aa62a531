import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../../src/recognition/findings.ts';
import type { ImageKind } from '../../../../src/recognition/imageKind.ts';
import { statedFindings } from '../../../../src/recognition/stated.ts';
import {
  alternativeText,
  captionSentences,
  type CaptionOptions,
} from '../../../../src/recognition/words/caption.ts';
import { cocoLabels } from '../../../../src/recognition/engine/cocoLabels.ts';
import { labelWord, oneOf } from '../../../../src/recognition/words/labels.ts';
import { boxAt, face, findings, qrCode, textLine, thing } from '../../../support/findings.ts';

function caption(
  parts: Partial<Findings>,
  kind: ImageKind = 'photo',
  options: Partial<CaptionOptions> = {},
): string {
  return captionSentences(statedFindings(findings(parts), kind), {
    kind,
    writtenFor: 'plain',
    ...options,
  }).join(' ');
}

const left = boxAt(0, 0.4, 0.3, 0.3);
const right = boxAt(0.65, 0.35, 0.35, 0.4);
const small = boxAt(0.45, 0.45, 0.05, 0.05);

describe('things', () => {
  test('are counted, placed, and named in the order of what stands out', () => {
    expect(
      caption({ things: [thing('dog', 0.7, small), thing('bus', 0.8, left), thing('dog', 0.9, right)] }),
    ).toBe('A photo of two dogs and a bus on the left.');
  });

  test('that are alone in the middle need no place; one that fills the image says so', () => {
    expect(caption({ things: [thing('cat')] })).toBe('A photo of a cat.');
    expect(caption({ things: [thing('umbrella', 0.9, boxAt(0, 0, 1, 0.9))] })).toBe(
      'A photo of an umbrella filling most of the image.',
    );
  });

  test('that are less sure get a perhaps, and are left out below their limit', () => {
    expect(
      caption({ things: [thing('dog', 0.7, left), thing('cat', 0.5, right), thing('cow', 0.4, small)] }),
    ).toBe('A photo of a dog on the left, and perhaps a cat on the right.');
    expect(caption({ things: [thing('person', 0.43)] })).toBe('A photo, perhaps of a person in the middle.');
    expect(caption({ things: [thing('horse', 0.7, left), thing('horse', 0.46, right)] })).toBe(
      'A photo of at least one horse.',
    );
  });

  test('must be surer on what programs draw', () => {
    expect(caption({ things: [thing('clock', 0.62)] }, 'drawing')).toBe(
      'A drawing, perhaps of a clock in the middle.',
    );
    expect(caption({ things: [thing('clock', 0.58)] }, 'screenshot')).toBe('A screenshot.');
  });

  test('of which none was found: that is said of a photo, and of nothing else', () => {
    const colours = ['dark teal', 'tan'];
    expect(caption({}, 'photo', { colours })).toBe(
      'A photo, mostly dark teal and tan. None of the 80 kinds of objects that can be recognized offline were found.',
    );
    expect(caption({}, 'drawing', { colours })).toBe('A drawing, mostly dark teal and tan.');
    expect(caption({ lines: [textLine('Kodak')] }, 'photo', { colours })).toBe(
      'A photo, mostly dark teal and tan. The text reads “Kodak”.',
    );
  });
});

describe('faces', () => {
  test('are counted, and belong to people even where the detector saw none', () => {
    expect(caption({ things: [thing('person', 0.9)], faces: [face()] })).toBe(
      'A photo of a person; one face is visible.',
    );
    expect(caption({ faces: [face(0.8), face(0.9, left)] })).toBe(
      'A photo of two people; two faces are visible.',
    );
  });

  test('are told of photos alone', () => {
    expect(caption({ faces: [face()] }, 'drawing')).toBe('A drawing.');
  });
});

describe('text', () => {
  test('is quoted as it stands, at most three lines, in reading order', () => {
    const lines = [
      textLine('smal', { row: 1, height: 10 }),
      textLine('STOP', { row: 2, height: 90 }),
      textLine('Enrichmemt St', { row: 3, height: 80 }),
      textLine('tiny too', { row: 4, height: 12 }),
      textLine('MSF', { row: 5, height: 60 }),
    ];
    expect(caption({ lines })).toBe(
      'A photo. It has 5 lines of text, including “STOP”, “Enrichmemt St” and “MSF”.',
    );
  });

  test('that was read badly counts and is not quoted', () => {
    expect(caption({ lines: [textLine('CRCY', { score: 0.7 })] })).toBe(
      'A photo. It has text that could not be read reliably.',
    );
  });

  test('of a page: the number of its lines and its beginning', () => {
    const lines = Array.from({ length: 28 }, (_, row) => textLine(row === 0 ? 'The Tyger' : `line ${row}`));
    expect(caption({ lines }, 'page')).toBe('A page of text with 28 lines, beginning “The Tyger”.');
  });

  test('and codes are bounded, and their marks have no meaning', () => {
    const evil = '[click](command:evil) <img src=http://x/a.png> ![x](http://x)';
    const shown = caption({ lines: [textLine(evil)], codes: [qrCode('x'.repeat(5000))] });
    expect(shown).not.toContain('](');
    expect(shown).not.toMatch(/<img/);
    expect(shown.length).toBeLessThan(400);
    expect(shown).toMatch(/A QR code holds “x+…”$/);
    const markdown = caption({ lines: [textLine(evil)] }, 'photo', { writtenFor: 'markdown' });
    expect(markdown).toContain('\\[click\\](command\\:evil) \\<img');
    expect(markdown).toContain('http\\:/\\/x');
  });
});

test('the alternative text stays under 125 characters and leaves out what is not certain', () => {
  const things = cocoLabels
    .slice(0, 30)
    .map((label, at) => thing(label, 0.9 - at / 100, boxAt(at / 30, 0, 0.02, 0.1)));
  const stated = statedFindings(findings({ things, lines: [textLine('STOP')] }), 'photo');
  const text = alternativeText(stated, { kind: 'photo', writtenFor: 'plain' });
  expect(text.length).toBeLessThan(125);
  expect(text).toMatch(/^A photo of a person at the top left/);
  const doubtful = statedFindings(findings({ things: [thing('dog', 0.5)] }), 'photo');
  expect(alternativeText(doubtful, { kind: 'photo', writtenFor: 'plain' })).toBe('A photo.');
});

test('every kind of thing has an article and a plural that people say', () => {
  expect(cocoLabels).toHaveLength(80);
  expect(cocoLabels.map(oneOf).filter(phrase => /^(a [aeio]|an [^aeiou])/.test(phrase))).toEqual([]);
  const plurals = cocoLabels.map(label => labelWord(label, 2));
  expect(plurals.filter(word => /(sh|ch|ss|x)s$|ys$/.test(word.replace('toys', '')))).toEqual([]);
  expect(plurals).toEqual(
    expect.arrayContaining([
      'people',
      'buses',
      'sheep',
      'knives',
      'benches',
      'pairs of scissors',
      'computer mice',
      'TVs',
    ]),
  );
});

test('no caption tells sex, age, mood, name or deed', () => {
  const said = cocoLabels.map(label => caption({ things: [thing(label)], faces: [face()] })).join(' ');
  expect(said).not.toMatch(
    /\b(?:man|woman|men|women|boy|girl|child|young|old|happy|smiling|riding|holding)\b/,
  );
});
