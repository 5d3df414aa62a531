import { expect, test } from 'vitest';
import { foundView } from '../../../../src/editor/pictures/foundView.ts';
import {
  countWords,
  detectionAt,
  detectionDetails,
  listText,
  readText,
} from '../../../../src/webview/picture/detectionText.ts';
import { statedFindings } from '../../../../src/recognition/stated.ts';
import { streetFindings } from '../../../support/streetFindings.ts';

const found = foundView(statedFindings(streetFindings, 'photo'), { kind: 'photo', page: 0, madeBy: [] });

test('what was recognised is counted in words', () => {
  expect(countWords(found)).toBe('Recognized: 2 objects, 1 face, 2 lines of text, 1 code.');
  expect(countWords({ ...found, items: [] })).toBe('Nothing was recognized.');
});

test('the list goes to the clipboard in columns, with what is not sure marked', () => {
  const [sign, dog] = listText(found.items).split('\n');
  expect(sign).toBe('object\tstop sign\t91 %\ttop left\tx 120, y 60, 200 × 200 px');
  expect(dog).toContain('perhaps dog\t50 %\tbottom right');
});

test('the text is copied line by line, exactly as it was read', () => {
  expect(readText(found.items)).toBe('STOP\nALL WAY');
});

test('the smallest of the boxes under a point is meant', () => {
  const at = (x: number, y: number): string | undefined =>
    found.items[detectionAt(found.items, { x, y }) ?? -1]?.label;
  expect([at(200, 140), at(130, 70), at(1199, 1)]).toEqual(['STOP', 'stop sign', undefined]);
});

test('a code has no score and says only where it is', () => {
  expect(found.items.filter(({ kind }) => kind === 'code').map(detectionDetails)).toEqual(['bottom left']);
});
