import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { type ServerProcess, startServerProcess } from './serverProcess.ts';

interface TestFixtures {
  /** What the console complained about while the test ran; the test fails at its end if there is anything. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  server: ServerProcess;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServerProcess();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(errors);
      expect(errors, 'the console shows no error').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails on any serious or critical violation that axe finds on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Half-way through a fade no colour is what it will be.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
      ),
  );
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations: found } = await engine.run(document, { resultTypes: ['violations'] });
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
      );
  });
  expect(violations).toEqual([]);
}

/** Nothing may stick out sideways: the page never scrolls that way. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0);
}
