import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/startService.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';

test.each<[string, Partial<ServiceOptions>, RegExp]>([
  ['a region that there is not', { region: 'xx' as 'eu' }, /no region “xx”/],
  ['addresses without a region of its own', { regions: { us: 'https://us.example.com' } }, /own region/],
  ['an address without encryption', { region: 'eu', regions: { us: 'http://us.example.com' } }, /https:/],
  ['an address with a path', { region: 'eu', regions: { us: 'https://example.com/us' } }, /without a path/],
  [
    'two regions at one address',
    { region: 'eu', regions: { eu: 'https://example.com', us: 'https://example.com:443/' } },
    /same address/,
  ],
  ['a prefix that names no region', { region: 'eu', keyPrefix: 'sl_' }, /key prefix/],
])('it does not start with %s', async (_what, options, words) => {
  await expect(startService({ dataDir: dataFolder(), ...options })).rejects.toThrow(words);
});

test('keys that were made before there were regions go on working in the region that takes over their data', async () => {
  const dataDir = dataFolder();
  const before = await startService({ dataDir });
  const { key } = await (await signedIn(before)).makeKey();
  await before.close();
  const service = await startService({ dataDir, region: 'eu', regions: { us: 'https://us.example.com' } });
  onTestFinished(() => service.close());
  expect(key).toMatch(/^sl_/);
  const answer = await fetch(`${service.url}/api/account/summary`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
});

test('a data folder of one region is not served as another', async () => {
  const dataDir = dataFolder();
  await (await startService({ dataDir, region: 'eu' })).close();
  await expect(startService({ dataDir, region: 'us' })).rejects.toThrow('belong to the region eu');
  await (await startService({ dataDir, region: 'eu' })).close();
});
