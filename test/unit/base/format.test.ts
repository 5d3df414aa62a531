import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPixels,
  formatSeconds,
  formatTokens,
  plural,
  pluralWord,
} from '../../../src/base/format.ts';
import { factsText } from '../../../src/editor/pictures/factText.ts';
import { HttpFault } from '../../../src/inference/faults/providerFault.ts';
import { translateError } from '../../../src/inference/faults/translateError.ts';
import { progressText } from '../../../src/runs/progressText.ts';
import type { PictureFacts } from '../../../src/images/view/pictureFacts.ts';
import { listText } from '../../../src/webview/picture/detectionText.ts';
import type { Detection } from '../../../src/protocol/detections.ts';
import { measures } from '../../../src/webview/shared/format.ts';
import { rateText } from '../../../src/webview/run/text/progressText.ts';
import { makeRun } from '../../support/runPage/scriptedRows.ts';

test('a file has the same size in an error, in the panel and in the picture editor', () => {
  const size = 3_400_000;
  const error = translateError(new HttpFault(new Response(null, { status: 413 }), ''), {
    label: 'Server',
    url: 'https://api.example.com/v1',
    sentBytes: size,
  });
  expect(error.message).toContain('3.2 MB');
  expect(measures({ id: '', name: '', thumbnail: '', byteLength: size } as never)).toEqual(['3.2 MB']);
  const facts = { format: 'PNG', width: 1, height: 1, channels: 3, bits: 8, pages: 1, carried: {} };
  expect(factsText(facts as unknown as PictureFacts, { name: 'a.png', byteLength: size })).toContainEqual({
    name: 'File',
    value: '3.2 MB (3,400,000 bytes)',
  });
});

test('an image has the same size in the panel, in the image editor and in the list of what was recognized', () => {
  const size = { width: 1140, height: 600 };
  const words = '1,140 × 600 px';
  expect(formatPixels(size)).toBe(words);
  expect(measures({ id: '', name: '', thumbnail: '', ...size } as never)).toEqual([words]);
  const facts = { format: 'PNG', ...size, channels: 3, bits: 8, pages: 1, carried: {} };
  expect(factsText(facts as unknown as PictureFacts, { name: 'a.png', byteLength: 1 })).toContainEqual({
    name: 'Size',
    value: words,
  });
  const at = (x: number, y: number) => ({ x, y });
  const corners: Detection['corners'] = [at(0, 0), at(1140, 0), at(1140, 600), at(0, 600)];
  expect(listText([{ kind: 'object', label: 'bus', place: 'left', corners, hedged: false }])).toContain(
    words,
  );
});

test('a run says the same time left in its notification and on its page', () => {
  const secondsLeft = 30 * 3600;
  expect(progressText({ described: 1, failed: 0, all: 2, secondsLeft })).toContain('about 1 d 6 h left');
  expect(rateText(makeRun({ phase: 'running', secondsLeft }))).toContain('1 d 6 h left');
});

test.each([
  [0, '0 a minute'],
  [0.02, 'under 0.1 a minute'],
  [0.3, '0.3 a minute'],
  [9.96, '10 a minute'],
  [1204.4, '1,204 a minute'],
])('a pace of %d a minute is the same on the page of a run and on the command line', (rate, text) => {
  expect(progressText({ described: 1, failed: 0, all: 2, rate })).toBe(`1 of 2 done, ${text}`);
  expect(rateText(makeRun({ phase: 'running', rate }))[0]).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [2048, '2 KB'],
  [1023.99 * 1024, '1 MB'],
  [3.5 * 2 ** 20, '3.5 MB'],
  [4.1 * 2 ** 30, '4.1 GB'],
  [4096 * 2 ** 30, '4,096 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.42, '0.4 s'],
  [9, '9 s'],
  [9.97, '10 s'],
  [59.6, '1 min'],
  [185, '3 min 5 s'],
  [600, '10 min'],
  [3599.6, '1 h'],
  [18_300, '5 h 5 min'],
])('%d measured seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

test.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [90, '2 min'],
  [3599, '1 h'],
  [6000, '1 h 40 min'],
  [36_000, '10 h'],
  [24 * 3600 - 20, '1 d'],
  [183_600, '2 d 3 h'],
  [1e9, '11,574 d 2 h'],
])('%d guessed seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [0, '$0.00'],
  [0.00001, 'under $0.0001'],
  [0.00047, '$0.00047'],
  [0.0042, '$0.0042'],
  [0.09, '$0.090'],
  [0.42, '$0.42'],
  [1204.1, '$1,204.10'],
])('%d dollars are %s', (amount, text) => expect(formatMoney(amount)).toBe(text));

test.each([
  [940, '940'],
  [12_345, '12.3 K'],
  [999_960, '1 M'],
  [1_234_567, '1.2 M'],
])('%d tokens are %s', (tokens, text) => expect(formatTokens(tokens)).toBe(text));

test.each([
  [0, '0 %'],
  [0.001, 'under 1 %'],
  [0.42, '42 %'],
  [0.999, 'over 99 %'],
  [1, '100 %'],
])('a share of %d is %s', (share, text) => expect(formatPercent(share)).toBe(text));

test('numbers and what they count', () => {
  expect([0, 1, 10_000].map(count => plural(count, 'image'))).toEqual([
    ...['0 images', '1 image', '10,000 images'],
  ]);
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  expect([1, 2].map(count => pluralWord(count, 'was', 'were'))).toEqual(['was', 'were']);
  expect([12_345.4, Number.NaN].map(formatNumber)).toEqual(['12,345', 'NaN']);
});
