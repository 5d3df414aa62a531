import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-read-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is read as it is', async () => {
  await writeFile(join(folder, 'a.png'), 'abc');
  expect(Buffer.from(await nodePictureFiles().read(join(folder, 'a.png'))).toString()).toBe('abc');
});

test.skipIf(process.platform === 'win32')(
  'pipes, devices and folders in place of a picture fail at once',
  async () => {
    const pipe = join(folder, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    // As many as there are threads for files, and one more: none may be held up.
    const reading = await Promise.allSettled(
      [pipe, pipe, pipe, pipe, pipe, '/dev/zero', folder].map(location => nodePictureFiles().read(location)),
    );
    for (const one of reading)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'unsupportedImage',
          message: expect.stringMatching(/it is not a file|EISDIR/) as string,
        },
      });
  },
);
