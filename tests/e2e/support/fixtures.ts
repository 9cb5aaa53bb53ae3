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
    return violations
      .map(({ nodes, ...rule }) => ({
        ...rule,
        // Where a mark stands is where the home is, which 2.5.8 calls essential: homes that lie close are in the list, too.
        nodes: nodes.filter(
          ({ target }) =>
            rule.id !== 'target-size' ||
            !document.querySelector(target.join(' '))?.closest('.leaflet-marker-pane'),
        ),
      }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(
        ({ id, impact, help, nodes }) =>
          `${id} (${impact}): ${help}: ${nodes
            .map((node) => `${node.target.join(' ')} [${node.any[0]?.message ?? ''}]`)
            .join(' | ')}`,
      );
  }, options);
}

/** Fails on whatever axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  // Half under the bar at the head of the window a target is smaller than it is.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  expect(await findViolations(page, { runOnly: { type: 'tag', values: EVERY_RULE } })).toEqual([]);
}

/** Of what axe looks at, a theme changes the colours alone. */
export async function expectReadable(page: Page): Promise<void> {
  const rules = ['color-contrast', 'link-in-text-block'];
  expect(await findViolations(page, { runOnly: { type: 'rule', values: rules } })).toEqual([]);
}

/** After a form was sent with faults: each is tied to its field, and the first of those has the focus. */
export async function expectFaultsTied(page: Page): Promise<void> {
  const faulty = page.locator('[aria-invalid="true"]').filter({ visible: true });
  await expect(faulty.first()).toBeFocused();
  for (const field of await faulty.all()) await expect(field).toHaveAccessibleDescription(/\S/);
  const loose = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--s-danger)';
    const danger = getComputedStyle(probe).color;
    probe.remove();
    const described = new Set(
      [...document.querySelectorAll('[aria-invalid="true"]')].flatMap(
        (field) => field.getAttribute('aria-describedby')?.split(' ') ?? [],
      ),
    );
    return [...document.querySelectorAll<HTMLElement>('form p, form span')]
      .filter((part) => part.checkVisibility() && part.textContent && getComputedStyle(part).color === danger)
      .filter((part) => !part.closest('button, a, [role="alert"]'))
      .filter((part) => ![...described].some((id) => part.closest(`#${CSS.escape(id)}`)))
      .map((part) => part.textContent);
  });
  expect(loose, 'faults that no field tells of').toEqual([]);
}

/**
 * Goes through the screen with Tab: whatever gets the focus looks otherwise than without it, and is not wholly under
 * something else (WCAG 2.4.7, 2.4.11). @returns how many elements had it.
 */
export async function expectFocusSeen(page: Page, presses: number): Promise<number> {
  // Without this a look would be read half-way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let reached = 0;
  const unseen: string[] = [];
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(async () => {
      const kept = window as unknown as { focusBefore?: { element: HTMLElement; look: string } };
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));
      const lookOf = (element: HTMLElement) => {
        const parts = [element, element.parentElement, element.parentElement?.parentElement];
        const near = [element.nextElementSibling, ...element.children];
        return [...parts, ...near]
          .flatMap((part) => (part ? [getComputedStyle(part)] : []))
          .map(({ outline, boxShadow, border, background, borderRadius }) =>
            [outline, boxShadow, border, background, borderRadius].join(),
          )
          .join('\n');
      };
      const tell = (element: HTMLElement) =>
        `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 50)} ${element.id}`;
      const problems: string[] = [];
      const before = kept.focusBefore;
      const element = document.activeElement as HTMLElement;
      if (before?.element.isConnected && before.element !== element && lookOf(before.element) === before.look)
        problems.push(`looks the same with the focus: ${tell(before.element)}`);
      if (element === document.body) {
        delete kept.focusBefore;
        return { problems, isInside: false };
      }
      // A date has stops within itself, where its parts are marked by the browser.
      if (before?.element !== element) kept.focusBefore = { element, look: lookOf(element) };
      // A hidden box is shown by its label.
      const label = (element as HTMLInputElement).labels?.[0];
      const shown = element.getBoundingClientRect().width > 4 || !label ? element : label;
      const box = shown.getBoundingClientRect();
      const isSeen = [0.5, 0.05, 0.95].some((x) =>
        [0.5, 0.1, 0.9].some((y) => {
          const hit = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
          return hit !== null && (shown.contains(hit) || hit.contains(shown));
        }),
      );
      if (!isSeen) problems.push(`is wholly hidden: ${tell(element)}`);
      return { problems, isInside: true };
    });
    unseen.push(...found.problems);
    if (found.isInside) reached += 1;
  }
  expect(unseen).toEqual([]);
  return reached;
}

/** Nothing may stick out sideways: the page never scrolls that way. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0);
}
