import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Each file has an editor of its own, with its server, extension host and browser; it waits for much and keeps a core busy. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/e2e',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['./setup.ts'],
    maxWorkers: Math.min(4, availableParallelism()),
    // What a person sees comes when it comes; a busy machine is no failure.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
  },
});
