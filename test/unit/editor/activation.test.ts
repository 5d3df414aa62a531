import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../../../src/contributions.ts';

const output = execFileSync(process.execPath, ['test/support/hangingStore.ts'], { encoding: 'utf8' });
const { registered, loaded, libraries, waits } = JSON.parse(output) as {
  registered: string[];
  /** Files of `src/`. */
  loaded: string[];
  libraries: string[];
  waits: boolean;
};

test('KEY-1: over a secret store that never answers, activation waits for nothing and every command stands', () => {
  expect(waits).toBe(false);
  expect(registered.toSorted()).toEqual(Object.values(commands).toSorted());
});

test('what looks at pictures and reads them is loaded with the first picture, not at activation', () => {
  expect(loaded.filter(file => /^(editor\/pictures|images)\//.test(file)).toSorted()).toEqual([
    'editor/pictures/detectionsChoice.ts',
    'editor/pictures/lazyEditor.ts',
    'editor/pictures/pictureViewType.ts',
    'editor/pictures/registerPictures.ts',
    'images/pictureEndings.ts',
  ]);
});

test('activation loads no library: one for shapes would take as long as all the rest of it', () => {
  expect(libraries).toEqual([]);
  expect(loaded.filter(file => file.startsWith('inference/prices/'))).toEqual([]);
});
