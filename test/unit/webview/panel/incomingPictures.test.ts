// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { PanelMessage } from '../../../../src/protocol/panel.ts';
import { pastedPictureLimit } from '../../../../src/protocol/pastedPictureLimit.ts';
import {
  droppedPictures,
  pastedPictures,
  sendIncoming,
  type Incoming,
} from '../../../../src/webview/panel/composer/incomingPictures.ts';

const png = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255)], 'a b.png', { type: 'image/png' });
const text = new File(['hello'], 'notes.txt', { type: 'text/plain' });

/** What a browser hands over; jsdom has none of its own. */
function transfer(files: File[], data: Record<string, string> = {}): DataTransfer {
  return { files, getData: (type: string) => data[type] ?? '' } as unknown as DataTransfer;
}

async function send(incoming: Incoming) {
  const posted: PanelMessage[] = [];
  const told: string[] = [];
  if (incoming)
    await sendIncoming(incoming, { post: message => posted.push(message), notify: line => told.push(line) });
  return { posted, told };
}

test('a pasted picture is sent with its name and its very bytes', async () => {
  const { posted } = await send(pastedPictures(transfer([png])));
  expect(posted).toEqual([{ type: 'addFile', name: 'a b.png', data: 'iVBORwD/' }]);
});

test('a paste with text is a paste of text, though a picture of it comes along', () => {
  expect(pastedPictures(transfer([png], { 'text/plain': 'cells' }))).toBeUndefined();
  expect(pastedPictures(transfer([], { 'text/plain': 'words' }))).toBeUndefined();
  expect(pastedPictures(transfer([text]))).toBeUndefined();
});

test('a drop from the explorer is a list of addresses', async () => {
  const list = 'file:///a/x%23%201.png\r\n# a comment\r\nvscode-remote://host/b.png\r\n';
  for (const type of ['application/vnd.code.uri-list', 'text/uri-list']) {
    const { posted } = await send(droppedPictures(transfer([], { [type]: list })));
    expect(posted).toEqual([
      { type: 'addUris', uris: ['file:///a/x%23%201.png', 'vscode-remote://host/b.png'] },
    ]);
  }
  expect(droppedPictures(transfer([png], { 'application/vnd.code.uri-list': list }))).toHaveProperty('uris');
});

test('files dropped from outside are sent; what is no picture, or is too large, is named', async () => {
  const huge = new File(['x'], 'huge.tif', { type: 'image/tiff' });
  Object.defineProperty(huge, 'size', { value: pastedPictureLimit + 1 });
  const { posted, told } = await send(droppedPictures(transfer([text, png, huge])));
  expect(posted.map(message => message.type === 'addFile' && message.name)).toEqual(['a b.png']);
  expect(told).toEqual([
    'notes.txt is not an image.',
    'huge.tif is larger than 50 MB. Use Add Images instead.',
  ]);
});

test('a drop of anything else is left alone', () => {
  expect(droppedPictures(transfer([], { 'text/plain': 'words' }))).toBeUndefined();
});
