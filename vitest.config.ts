import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'simulate/**/*.test.ts'],
    globalSetup: 'src/server/testing/embedded-template.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file may open an embedded database of several hundred megabytes.
    maxWorkers: 2,
  },
});
