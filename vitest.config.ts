import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Rooms whose test files may share a process, one after the other: the modules they import are loaded once, not for each. */
const sharingRooms = [
  'test/unit/base/',
  'test/unit/editor/',
  'test/unit/platform/',
  'test/unit/schema/',
  'test/unit/webview/',
];

/** How a test file changes what the next one would find. One that does gets a process of its own, in every room. */
const changesTheProcess = /\bvi\.(?:mock|doMock|spyOn|stub\w+)\(|\bprocess\.chdir\(|\bprocess\.env\S* = /;

const sharing = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname })
  .map(file => file.replaceAll(path.sep, '/'))
  .filter(file => sharingRooms.some(room => file.startsWith(room)))
  .filter(file => !changesTheProcess.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')));

export default defineConfig({
  test: {
    // It takes seconds and half a gigabyte: tests that are about recognition turn it on.
    env: { SIGHTLINE_RECOGNITION: 'off' },
    // A busy machine is no failure: what is waited for comes when it comes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // By itself it leaves a core free, on two cores half of the machine.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'shared process', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'own process',
          include: ['test/{unit,service}/**/*.test.ts'],
          exclude: sharing,
        },
      },
    ],
  },
});
