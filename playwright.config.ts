import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './tests/support/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  projects: [
    { name: 'web', testDir: 'tests/e2e', testMatch: '**/*.spec.ts' },
    { name: 'desktop', testDir: 'tests/desktop/e2e', testMatch: '**/*.spec.ts' },
  ],
  globalSetup: './tests/e2e/support/globalSetup.ts',
  // Each worker has a server, a database and a port of its own.
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine can miss a moment; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    launchOptions: { args: browserArguments, ...(executablePath ? { executablePath } : {}) },
    timezoneId: 'Asia/Manila',
    locale: 'en-PH',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
