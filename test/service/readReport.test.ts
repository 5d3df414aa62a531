import { expect, test } from 'vitest';
import { parseReport } from '../../src/service/training/readReport.ts';

test('numbers that JSON does not have come as texts, within strings they stay', () => {
  expect(parseReport('{"a":NaN,"b":[-Infinity,Infinity,1e999,2],"NaN":"a \\"NaN\\" \\\\"}')).toEqual({
    ...{ a: 'NaN', b: ['-Infinity', 'Infinity', 'Infinity', 2] },
    NaN: 'a "NaN" \\',
  });
});

test('a report whose strings never end is refused, however many begin', () => {
  for (const text of [`{"a":NaN,${'"\\'.repeat(500_000)}`, `NaN${'"\\"'.repeat(300_001)}`, 'NaN"\\'])
    expect(() => parseReport(text)).toThrow(SyntaxError);
});
