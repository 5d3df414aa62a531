import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

/** Fails where a secret stands in any file below a folder, such as all that an editor wrote. */
export async function expectKeptNowhere(folder: string, secret: string | RegExp): Promise<void> {
  let read = 0;
  for (const file of globSync('**/*', { cwd: folder })) {
    const text = await readFile(path.join(folder, file), 'latin1').catch(() => undefined);
    if (text === undefined) continue;
    read += 1;
    expect(typeof secret === 'string' ? text.includes(secret) : secret.test(text), file).toBe(false);
  }
  expect(read).toBeGreaterThan(5);
}
