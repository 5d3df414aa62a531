import { expect, test } from 'vitest';
import { foundView } from '../../../../src/editor/pictures/foundView.ts';
import { foundSchema, mostDetections } from '../../../../src/protocol/detections.ts';
import { statedFindings, statedFirst } from '../../../../src/recognition/stated.ts';
import { streetFindings } from '../../../support/streetFindings.ts';

const photo = { kind: 'photo', page: 0, madeBy: ['NanoDet-g'] } as const;

test('objects come first, then faces, codes and text in reading order, each with where it lies', () => {
  const found = foundView(statedFindings(streetFindings, 'photo'), photo);
  expect(foundSchema.parse(found)).toEqual(found);
  expect(found.items.map(({ kind, label, place }) => [kind, label, place])).toEqual([
    ['object', 'stop sign', 'top left'],
    ['object', 'dog', 'bottom right'],
    ['face', 'face', 'middle'],
    ['code', 'QR code: https://example.org', 'bottom left'],
    ['text', 'STOP', 'top left'],
    ['text', 'ALL WAY', 'left'],
  ]);
  expect(found.reading).toBe(false);
  expect(found.items.filter(({ hedged }) => hedged).map(({ label }) => label)).toEqual(['dog', 'ALL WAY']);
  expect(found.sentence).toMatch(/^A photo of .*stop sign.*and perhaps a dog.*“STOP”/);
});

test('before the text is read, what is there is shown, and that the rest is still to come', () => {
  const found = foundView(statedFirst(streetFindings, 'photo'), { kind: 'photo', page: 3 });
  expect(found).toMatchObject({ reading: true, page: 3 });
  expect(found.items.map(({ kind }) => kind)).toEqual(['object', 'object', 'face']);
});

test('a wall of detections is cut to what a page can hold', () => {
  const [line] = streetFindings.lines;
  if (line === undefined) throw new Error('There is a line.');
  const lines = Array.from({ length: mostDetections + 500 }, () => line);
  const stated = statedFindings({ ...streetFindings, lines }, 'photo');
  expect(foundView(stated, photo).items).toHaveLength(mostDetections);
});

test('an image in which nothing is recognised says so', () => {
  const none = { ...streetFindings, things: [], faces: [], lines: [], codes: [] };
  const found = foundView(statedFindings(none, 'photo'), photo);
  expect(found.items).toEqual([]);
  expect(found.sentence).toContain('None of the 80 kinds');
});
