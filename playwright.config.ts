import { existsSync } from 'node:fs';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { findBrowser, testArguments } from './tests/support/browser.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporaryFiles.ts';

keepTemporaryFilesInMemory();

const executablePath = findBrowser();

/** Playwright's own Firefox and WebKit, where they are at hand, run what is tagged for them: `npm run test:browser -- --project=firefox`. */
const engines = (
  [
    ['firefox', firefox],
    ['webkit', webkit],
  ] as const
).flatMap(([name, engine]) => {
  if (existsSync(engine.executablePath()))
    return [{ name, testDir: 'tests/e2e', grep: /@engines/, use: { browserName: name, launchOptions: {} } }];
  if (process.argv.includes(`--project=${name}`))
    throw new Error(`Install it first: npx playwright install ${name}`);
  return [];
});

export default defineConfig({
  projects: [
    // First: its longest tests would be waited for at the end.
    { name: 'desktop', testDir: 'tests/desktop/e2e', testMatch: '**/*.spec.ts' },
    { name: 'web', testDir: 'tests/e2e', testMatch: '**/*.spec.ts' },
    ...engines,
  ],
  globalSetup: './tests/e2e/support/globalSetup.ts',
  // Each worker has a server, a database and a port of its own.
  fullyParallel: true,
  // One more than the processors of a small machine: much of the time is spent waiting.
  workers: 3,
  // A shared machine of a CI may be half as fast.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  // What a screen reader says on a journey is read beside the tests.
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  use: {
    launchOptions: { args: testArguments, ...(executablePath ? { executablePath } : {}) },
    timezoneId: 'Asia/Manila',
    locale: 'en-PH',
    // What a worker asks for itself passes by the answers that tests put in the server's place.
    serviceWorkers: 'block',
    // Recording costs a fifth of the processor's time: `--trace on` for a test that fails. It fetches the previews of
    // chosen files by itself, which the page's policy forbids: in their tests the console says so.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
