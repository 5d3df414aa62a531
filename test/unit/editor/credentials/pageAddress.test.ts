import { expect, test } from 'vitest';
import { pageAddress } from '../../../../src/editor/credentials/pageAddress.ts';

const page = 'http://127.0.0.1:4000/settings?tab=api-keys';

test.each([
  ['on the desktop', page, page, page],
  ['through a tunnel', page, 'http://127.0.0.1:5000/settings?tab=api-keys', page],
  [
    'of a public service',
    'https://keys.example/settings',
    'https://keys.example/settings',
    'https://keys.example/settings',
  ],
  [
    'through an editor in the browser on this machine',
    page,
    'http://127.0.0.1:8080/proxy/4000/settings?tab=api-keys',
    'http://sightline.localhost:4000/settings?tab=api-keys',
  ],
])('a page %s', (_where, address, external, expected) => {
  expect(pageAddress(address, external)).toBe(expected);
});

test('a page on the machine of an editor elsewhere: what to do', () => {
  expect(() => pageAddress(page, 'https://editor.example/proxy/4000/settings')).toThrow(
    expect.objectContaining({ code: 'network', hint: expect.stringContaining('4000') as string }),
  );
});
