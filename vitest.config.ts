import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'simulate/**/*.test.ts'],
    globalSetup: 'src/server/testing/embedded-template.ts',
    // Each starts the whole product; on a busy machine of two cores that takes its time.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Each file may open an embedded database of several hundred megabytes.
    maxWorkers: 2,
  },
});
