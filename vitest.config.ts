import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/{unit,service}/**/*.test.ts'], testTimeout: 15_000 },
});
