import { expect, test } from 'vitest';
import type { Uri } from 'vscode';
import { chosenFiles, titleOf } from '../../../../src/editor/runs/chosenFiles.ts';

/** As much of the editor's class as is looked at. */
function uri(path: string): Uri {
  return { scheme: 'file', path, with: () => uri(path), toString: () => `file://${path}` } as unknown as Uri;
}

const [folder, a, b, c] = ['/pictures', '/pictures/a.png', '/b.png', '/c.png'].map(uri) as [
  Uri,
  Uri,
  Uri,
  Uri,
];

function paths(...called: [clicked: unknown, selected?: unknown]): string[] | undefined {
  return chosenFiles(called[0], called[1])?.map(({ path }) => path);
}

test('BATCH-4: every way of calling the command gives the chosen files, each once', () => {
  expect(paths(a, [a, b, c])).toEqual(['/pictures/a.png', '/b.png', '/c.png']);
  expect(paths(a, undefined)).toEqual(['/pictures/a.png']);
  expect(paths(a)).toEqual(['/pictures/a.png']);
  expect(paths(a, [])).toEqual(['/pictures/a.png']);
  expect(paths(folder, [folder, a])).toEqual(['/pictures', '/pictures/a.png']);
  expect(paths(a, [b, uri('/b.png'), b])).toEqual(['/b.png']);
});

test('BATCH-4: the palette, and a command with arguments of another kind, are a call on nothing', () => {
  expect(paths(undefined, undefined)).toBeUndefined();
  expect(paths(null, [null])).toBeUndefined();
  expect(paths({ a: 1 }, ['text', 3])).toBeUndefined();
});

test('a run is called by what was chosen', () => {
  expect(titleOf([folder])).toBe('pictures');
  expect(titleOf([uri('/a b/')])).toBe('a b');
  expect(titleOf([a, b, c])).toBe('a.png and 2 more');
});
