import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,service}/**/*.test.ts'],
    testTimeout: 15_000,
    // By itself it leaves a core free, on two cores half of the machine.
    maxWorkers: '100%',
  },
});
