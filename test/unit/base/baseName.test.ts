import { expect, test } from 'vitest';
import { baseName } from '../../../src/base/baseName.ts';

test.each([
  ['/photos/a.png', 'a.png'],
  ['a.png', 'a.png'],
  ['/photos/a b/', 'a b'],
  ['/photos//', 'photos'],
  ['/', ''],
  ['', ''],
])('the last part of %j is %j', (path, name) => {
  expect(baseName(path)).toBe(name);
});
