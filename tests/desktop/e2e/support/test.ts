import { test as base } from '@playwright/test';
import { type ServerProcess, useServer } from '../../../e2e/support/serverProcess.ts';

/** Tests of the console on the worker's server. Unlike the website's, they open no browser beside the console's own. */
export const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    ({}, use) => useServer(use),
    { scope: 'worker' },
  ],
});

export { expect, expectAccessible, expectNoSidewaysScroll } from '../../../e2e/support/fixtures.ts';
