import { expect, test } from 'vitest';
import { present } from '../../../src/base/present.ts';

test('members without a value are left out; null, empty and false ones stay', () => {
  const members = { absent: undefined as string | undefined, none: null, empty: '', no: false, zero: 0 };
  expect(Object.keys(present(members))).toEqual(['none', 'empty', 'no', 'zero']);
  expect(present(members)).toStrictEqual({ none: null, empty: '', no: false, zero: 0 });
});
