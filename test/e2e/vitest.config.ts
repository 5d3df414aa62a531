import { defineConfig } from 'vitest/config';

/** One editor at a time: each has a server, an extension host and a browser of its own. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/e2e',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['./setup.ts'],
    fileParallelism: false,
    // What a person sees comes when it comes; a busy machine is no failure.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
  },
});
