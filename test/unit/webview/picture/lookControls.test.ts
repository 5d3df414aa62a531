// @vitest-environment jsdom
import { h, render } from 'preact';
import { beforeEach, expect, test } from 'vitest';
import { firstLook } from '../../../../src/protocol/picture.ts';
import { LookControls } from '../../../../src/webview/picture/lookControls.tsx';
import type { FromHost } from '../../../../src/webview/picture/pictureState.ts';

const jpeg: FromHost<'opened'> = {
  ...{ type: 'opened', opened: 1, name: 'a.jpg', width: 40, height: 30, pages: 1, pageWord: 'frame' },
  channels: ['colour', 'red', 'green', 'blue', 'luminance'],
  ...{ valueNames: ['R', 'G', 'B'], valueKind: '8 bits per channel', isByte: true, facts: [], notes: [] },
};
const drawn: FromHost<'drawn'> = {
  ...{ type: 'drawn', drawing: 1, look: firstLook, low: 0, high: 255, dataUrl: 'data:image/png;base64,' },
  ...{ width: 40, height: 30 },
};

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
});

/** The labels of what can be changed, and the words of the buttons. */
function shown(opened: FromHost<'opened'>): string[] {
  render(h(LookControls, { opened, drawn, onLook: () => undefined }), root);
  return [...root.querySelectorAll('label, button')].map(element => element.textContent.trim());
}

test('a plain JPEG opens with one folded line', () => {
  expect(shown(jpeg)).toEqual(['Channel and Levels']);
});

test('a 16-bit image opens with its levels, which are what makes it visible', () => {
  expect(shown({ ...jpeg, isByte: false })).toEqual(['Channel', 'Mapping', 'Black', 'White']);
});

test('an 8-bit image of more bands offers them, and folds the levels alone', () => {
  const bands: FromHost<'opened'> = { ...jpeg, bands: 4, channels: [...jpeg.channels, 'band4'] };
  expect(shown(bands)).toEqual(['Channel', 'Levels']);
});

test('black and white stand together, so that neither is on a line of its own', () => {
  shown({ ...jpeg, isByte: false });
  const ends = root.querySelector('.ends');
  expect([...(ends?.querySelectorAll('label') ?? [])].map(label => label.textContent)).toEqual([
    'Black',
    'White',
  ]);
});
