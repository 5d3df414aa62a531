import { expect, test } from 'vitest';
import { isRetryableRow } from '../../../src/runs/isRetryableRow.ts';
import type { RowFailure } from '../../../src/runs/runRow.ts';

const failed = (failure: RowFailure) => isRetryableRow({ state: 'failed', failure });

test('a retry can help where the provider failed or an image library is missing, not where a file is no image', () => {
  expect(failed({ code: 'providerFailed', message: 'It is overloaded.' })).toBe(true);
  expect(failed({ code: 'badRequest', message: 'It is refused.' })).toBe(true);
  expect(failed({ code: 'unsupportedImage', message: 'It is empty.' })).toBe(false);
  expect(failed({ code: 'imageTooLarge', message: 'It has too many pixels.' })).toBe(false);
  const remedy = { kind: 'installImageProcessor', os: 'linux', cpu: 'x64' } as const;
  expect(failed({ code: 'unsupportedImage', message: 'Nothing reads images here.', remedy })).toBe(true);
  expect(isRetryableRow({ state: 'described' })).toBe(false);
});
