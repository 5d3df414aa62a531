import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,service}/**/*.test.ts'],
    // It takes seconds and half a gigabyte: tests that are about recognition turn it on.
    env: { SIGHTLINE_RECOGNITION: 'off' },
    // A busy machine is no failure: what is waited for comes when it comes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // By itself it leaves a core free, on two cores half of the machine.
    maxWorkers: '100%',
  },
});
