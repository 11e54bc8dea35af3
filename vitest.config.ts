import { configDefaults, defineConfig } from 'vitest/config';
import { compiledTexts } from './src/start/compile-texts.ts';

/** Tests that say the same on either database, which a run on both leaves to the quicker one. */
const ON_EITHER_DATABASE = ['src/server/!(db|import)/**', 'src/server/!(return-journey).test.ts'];
const isLeftToPostgres = process.env['TESTS_LEFT_TO_POSTGRES'] === 'true';

const WITHOUT_A_SERVER = '{src/{core,contract,web},mutate,extensions}/**/*.test.{ts,tsx}';

export default defineConfig({
  plugins: [compiledTexts],
  test: {
    // Each starts the whole product; on a busy machine of two cores that takes its time.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // What is waited for comes when the machine has time for it.
    expect: { poll: { timeout: 30_000 } },
    // Each file may open an embedded database of several hundred megabytes, and waits about as long as it works.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [WITHOUT_A_SERVER],
          // They leave nothing behind that another could trip over; loading the same anew takes half their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'running',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'simulate/**/*.test.ts'],
          exclude: [...configDefaults.exclude, WITHOUT_A_SERVER, ...(isLeftToPostgres ? ON_EITHER_DATABASE : [])],
          globalSetup: 'src/server/testing/embedded-template.ts',
          isolate: false,
        },
      },
    ],
  },
});
