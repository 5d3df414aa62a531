import type { CustomDocument, Uri, WebviewPanel } from 'vscode';
import { expect, test } from 'vitest';
import { LazyEditor } from '../../../../src/editor/pictures/lazyEditor.ts';
import type { SentLook } from '../../../../src/protocol/picture.ts';

const look: SentLook = { page: 2 };
const uri = { path: '/cells.tif' } as unknown as Uri;
const document: CustomDocument = { uri, dispose: () => undefined };

/** A tab of the editor that can be closed. */
function tab() {
  const listeners = new Set<() => void>();
  const panel = {
    onDidDispose: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  } as unknown as WebviewPanel;
  return { panel, close: () => listeners.forEach(listener => listener()) };
}

/** The picture editor, which comes when it is let in. */
function lazyEditor() {
  const shown: WebviewPanel[] = [];
  const coming = Promise.withResolvers<undefined>();
  let loads = 0;
  const editor = new LazyEditor(async () => {
    loads += 1;
    await coming.promise;
    return {
      show: (_uri, panel) => void shown.push(panel),
      lookAt: () => look,
      shown: () => Promise.resolve(undefined),
      copyImage: () => true,
    };
  });
  return { editor, shown, arrive: () => coming.resolve(undefined), loads: () => loads };
}

test('the picture editor is loaded with the first picture, once for all that are opened meanwhile', async () => {
  const { editor, shown, arrive, loads } = lazyEditor();
  expect(editor.openCustomDocument(uri).uri).toBe(uri);
  expect(editor.lookAt(uri)).toBeUndefined();
  expect(loads()).toBe(0);
  const [one, two] = [tab(), tab()];
  const opening = [one, two].map(({ panel }) => editor.resolveCustomEditor(document, panel));
  expect(shown).toEqual([]);
  arrive();
  await Promise.all(opening);
  expect(shown).toEqual([one.panel, two.panel]);
  expect(loads()).toBe(1);
  expect(editor.lookAt(uri)).toBe(look);
});

test('a tab that is closed while the picture editor is loaded gets no picture', async () => {
  const { editor, shown, arrive } = lazyEditor();
  const [closed, open] = [tab(), tab()];
  const opening = [closed, open].map(({ panel }) => editor.resolveCustomEditor(document, panel));
  closed.close();
  arrive();
  await Promise.all(opening);
  expect(shown).toEqual([open.panel]);
});
