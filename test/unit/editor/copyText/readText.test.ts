import { expect, test } from 'vitest';
import { textOf, textOfAll } from '../../../../src/editor/copyText/readText.ts';
import { streetFindings } from '../../../support/streetFindings.ts';

test('lines and then codes of an image are one text', () => {
  expect(textOfAll([textOf(streetFindings)])).toEqual({
    text: 'STOP\nALL WAY\nhttps://example.org',
    ...{ lines: 3, failed: 0 },
  });
});

test('several images are apart by an empty line; those without text and those that failed leave none', () => {
  const read = [
    { lines: ['one', 'two'], codes: [] },
    { lines: [], codes: [] },
    { failed: true as const },
    { lines: ['three'], codes: [] },
  ];
  expect(textOfAll(read)).toEqual({ text: 'one\ntwo\n\nthree', lines: 3, failed: 1 });
});
