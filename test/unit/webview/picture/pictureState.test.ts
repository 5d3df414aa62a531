import { expect, test } from 'vitest';
import { firstLook, parsePictureMessage, type PictureHostMessage } from '../../../../src/protocol/picture.ts';
import { reducePicture, type PictureState } from '../../../../src/webview/picture/pictureState.ts';

const dataUrl = 'data:image/png;base64,AA';
const opened = (page: number, width = 10): PictureHostMessage => ({
  type: 'opened',
  ...{ opened: page, name: 'a.tif', width, height: 5, pages: 2, pageWord: 'page', channels: ['colour'] },
  ...{ valueNames: ['Grey'], valueKind: '16 bits per channel', facts: [], notes: [] },
});
const drawn = (drawing: number): PictureHostMessage => ({
  type: 'drawn',
  ...{ drawing, look: firstLook, low: 0, high: 1, dataUrl, width: 10, height: 5 },
});
const after = (...messages: PictureHostMessage[]): PictureState =>
  messages.reduce<PictureState>(reducePicture, {});

test('a page takes the place of the one before it when it is drawn, not sooner', () => {
  const turning = after(opened(1), drawn(1), opened(2, 99));
  expect(turning.opened?.width).toBe(10);
  expect(reducePicture(turning, drawn(2)).opened?.width).toBe(99);
});

test('a detail of an older drawing is left alone', () => {
  const detail = { type: 'detail', drawing: 1, left: 0, top: 0, width: 1, height: 1, dataUrl } as const;
  expect(after(opened(1), drawn(1), detail).detail).toEqual(detail);
  expect(after(opened(1), drawn(2), detail).detail).toBeUndefined();
  expect(after(opened(1), drawn(1), detail, drawn(2)).detail).toBeUndefined();
});

test('a failure takes the original away, never what was sent', () => {
  const sent: PictureHostMessage = {
    type: 'sent',
    ...{ name: 'a.tif', width: 1, height: 1, dataUrl, facts: [], removed: [], notes: [] },
  };
  const failed: PictureHostMessage = { type: 'failed', message: 'It is no longer there.' };
  const state = after(sent, opened(1), drawn(1), failed);
  expect(state).toEqual({ sent, failed });
  expect(reducePicture(state, { type: 'reading', name: 'a.tif' }).failed).toBeUndefined();
});

test('only data URLs of pictures are taken for pictures', () => {
  expect(parsePictureMessage(drawn(1))).toBeDefined();
  expect(parsePictureMessage({ ...drawn(1), dataUrl: 'https://example.org/a.png' })).toBeUndefined();
});
