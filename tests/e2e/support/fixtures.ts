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

/** What WCAG 2.2 asks at level AA as far as axe can see it, and what its makers call good practice. */
const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands: a line for each rule that is broken, with the elements. */
export async function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  // Half-way through a fade no colour is what it will be.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
      ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOptions) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations } = await engine.run(document, { ...runOptions, resultTypes: ['violations'] });
    return violations.map(
      ({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}: ${nodes
          .map((node) => `${node.target.join(' ')} [${node.any[0]?.message ?? ''}]`)
          .join(' | ')}`,
    );
  }, options);
}

/** Fails on whatever axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, { runOnly: { type: 'tag', values: EVERY_RULE } })).toEqual([]);
}

/** Of what axe looks at, a theme changes the colours alone. */
export async function expectReadable(page: Page): Promise<void> {
  const rules = ['color-contrast', 'link-in-text-block'];
  expect(await findViolations(page, { runOnly: { type: 'rule', values: rules } })).toEqual([]);
}

/** Nothing may stick out sideways: the page never scrolls that way. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0);
}
