import { defineConfig, devices } from '@playwright/test';
import { existsSync, statfsSync } from 'node:fs';
import { BACK_OFFICE_URL, PORT, SANDBOX_PORT } from './e2e/places.ts';

// The shell first: it draws the same, without the windows of a browser around it, and a fifth faster.
const browsers = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = browsers.find((path) => path !== undefined && existsSync(path));

/** Memory that processes share, a gigabyte at least: a container often has 64 megabytes, with which pages crash. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30;
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: `test-results/${PORT}`,
  // Journeys share one store and its mailbox; each takes an order of its own. What runs beside it has a store of its own.
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: BACK_OFFICE_URL,
    // What is looked at stands still: half faded in, a word has too little contrast.
    contextOptions: { reducedMotion: 'reduce' },
    // What a journey answers in the server's place must not be answered by the worker; the journey of the worker lets it in.
    serviceWorkers: 'block',
    // A trace of every journey takes a third of its time: TRACE=1 to look into one that failed.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Otherwise what is drawn goes by way of files on the disk.
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Most scripts of a journey run once: making them fast takes a quarter of its time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  webServer: {
    command: 'node src/start.mjs --reset',
    wait: { stdout: /Makegood is ready/ },
    stdout: 'pipe',
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    // Without the history: journeys make what they look at, and know their orders by number.
    env: {
      DATA_FOLDER: `data/e2e-${PORT}`,
      PORT: String(PORT),
      SANDBOX_PORT: String(SANDBOX_PORT),
      DEMO_HISTORY: 'off',
    },
  },
});
