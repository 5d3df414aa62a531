import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../../../src/contributions.ts';

test('KEY-1: over a secret store that never answers, activation waits for nothing and every command stands', () => {
  const output = execFileSync(process.execPath, ['test/support/hangingStore.ts'], { encoding: 'utf8' });
  const { registered, waits } = JSON.parse(output) as { registered: string[]; waits: boolean };
  expect(waits).toBe(false);
  expect(registered.toSorted()).toEqual(Object.values(commands).toSorted());
});
