import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import '../../../shared/pageRendering.ts';
import { type ServerProcess, useServer } from './serverProcess.ts';

interface TestFixtures {
  /** The console's complaints while the test ran; the test fails at its end if there are any. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  server: ServerProcess;
}

/**
 * Waits until React has drawn the page, or hydrated the server's markup: keys and events before that have no
 * effect.
 */
const untilTakenOver = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root');
    if (!root) return true;
    const isReacts = (element: Element | null) =>
      Object.keys(element ?? {}).some((key) => key.startsWith('__react'));
    // The header's search comes in a file of its own.
    const header = root.querySelectorAll('.site-header :is(a, button, input)');
    return (
      isReacts(root.querySelector('main')) && [...header].every(isReacts) && window.takeEarlyActs === undefined
    );
  });

/**
 * Every page that is opened or loaded anew in this context answers to presses when that is done. Tests of the page
 * before that wait until 'commit' only.
 */
export function awaitTakenOver(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await untilTakenOver(page);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload(options);
      if (options?.waitUntil !== 'commit') await untilTakenOver(page);
      return answer;
    };
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    ({}, use) => useServer(use),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) awaitTakenOver(context);
    await use(context);
  },
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

/** The rules of WCAG 2.2 at level AA as far as axe can see them, and the ones that its makers call good practice. */
const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about size and scrolling, and those about the parts that only a narrow window shows. */
const RULES_OF_WIDTH = [
  ...['target-size', 'scrollable-region-focusable', 'region', 'landmark-unique', 'landmark-one-main'],
  ...['button-name', 'link-name', 'label', 'select-name', 'image-alt', 'svg-img-alt', 'aria-command-name'],
  ...['aria-input-field-name', 'aria-toggle-field-name', 'aria-tooltip-name', 'aria-dialog-name'],
  ...['aria-hidden-focus', 'nested-interactive', 'duplicate-id-aria', 'label-content-name-mismatch'],
  ...['aria-required-children', 'aria-required-parent', 'aria-allowed-attr', 'aria-required-attr'],
  ...['aria-valid-attr-value', 'list', 'listitem', 'heading-order', 'empty-heading', 'page-has-heading-one'],
];

/**
 * The violations that axe finds on the page as it stands: a line for each broken rule, with the elements.
 * @param within the examined part; without it the whole page.
 */
export async function findViolations(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ runOptions, part }) => {
      // A part being replaced is dimmed until the new one comes; half-way through a fade no colour is final: fades
      // are ended, until their effects are drawn as well.
      const start = performance.now();
      for (;;) {
        await new Promise((resolve) =>
          requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 })),
        );
        const fades = document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
          );
        const waited = performance.now() - start;
        // A test may hold back the awaited response.
        const isBusy = waited < 5_000 && document.querySelector('[aria-busy="true"]') !== null;
        if (fades.length === 0 && !isBusy) break;
        if (waited > 20_000)
          throw new Error(`Never still: ${fades.map((fade) => (fade as CSSTransition).transitionProperty)}`);
        for (const fade of fades) fade.finish();
      }
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const { violations } = await engine.run(part ?? document, {
        ...runOptions,
        resultTypes: ['violations'],
      });
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
    },
    { runOptions: options, part: within },
  );
}

/** A target that is half under the bar at the head of the window is smaller than it is. */
async function scrollToTop(page: Page): Promise<void> {
  await expect(async () => {
    // Again while a smooth scroll to somewhere else goes on.
    const top = await page.evaluate(async () => {
      window.scrollTo({ top: 0, behavior: 'instant' });
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return window.scrollY;
    });
    expect(top).toBe(0);
  }).toPass();
}

/** Fails on every violation that axe finds. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await scrollToTop(page);
  expect(await findViolations(page, { runOnly: { type: 'tag', values: EVERY_RULE } }, within)).toEqual([]);
}

/** For a page that passed all rules in a wide window: those that a narrow one may break. */
export async function expectAccessibleNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await scrollToTop(page);
  expect(await findViolations(page, { runOnly: { type: 'rule', values: RULES_OF_WIDTH } })).toEqual([]);
}

/** Among the checks of axe, a theme changes the colours alone. */
export async function expectReadable(page: Page, within?: string): Promise<void> {
  const rules = ['color-contrast', 'link-in-text-block'];
  expect(await findViolations(page, { runOnly: { type: 'rule', values: rules } }, within)).toEqual([]);
}

/** Colours as they are seen. Runs in the page. */
function measureColors() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = new Map<string, readonly number[]>();
  const channels = (color: string): readonly number[] => {
    const known = read.get(color);
    if (known || !context) return known ?? [];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const found = [...context.getImageData(0, 0, 1, 1).data];
    read.set(color, found);
    return found;
  };
  const over = (color: string, ground: readonly number[]) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = channels(color);
    return [red, green, blue].map((channel, at) => {
      return (channel * alpha + (ground[at] ?? 0) * (255 - alpha)) / 255;
    });
  };
  /** The colour behind the element; null where that is a picture. */
  const groundOf = (element: Element | null): readonly number[] | null => {
    const layers: string[] = [];
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      if (backgroundImage !== 'none' || at.querySelector(':scope > img, :scope > picture')) return null;
      if (Number(opacity) < 1) return null;
      layers.push(backgroundColor);
      if (channels(backgroundColor)[3] === 255) break;
    }
    return layers.reduceRight((ground, layer) => over(layer, ground), [255, 255, 255] as readonly number[]);
  };
  const luminance = (color: readonly number[]) =>
    color
      .map((channel) => channel / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
      .reduce((sum, share, at) => sum + share * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
  const contrast = (one: readonly number[], other: readonly number[]) => {
    const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  Object.assign(window, { colors: { over, groundOf, contrast } });
}
type Colors = {
  over(color: string, ground: readonly number[]): readonly number[];
  groundOf(element: Element | null): readonly number[] | null;
  contrast(one: readonly number[], other: readonly number[]): number;
};

/** The edge of each field, box and switch, and each icon without words, stands out 3:1 (WCAG 1.4.11). */
export async function expectDistinct(page: Page): Promise<void> {
  await page.evaluate(measureColors);
  const faint = await page.evaluate(() => {
    const { over, groundOf, contrast } = (window as unknown as { colors: Colors }).colors;
    const tell = (element: Element, ratio: number) =>
      `${ratio.toFixed(2)}: ${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.id}`;
    const isOff = (element: Element) => element.closest(':disabled, [aria-disabled="true"], [inert]') !== null;
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 8;
    const faults: string[] = [];
    const fields =
      'input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"], [type="range"]), textarea, select, .ant-checkbox-inner, .ant-radio-inner, [role="switch"]';
    for (const field of document.querySelectorAll(fields)) {
      if (!isSeen(field) || isOff(field)) continue;
      const isWithin = field.parentElement?.matches('.ant-input-affix-wrapper');
      const box = isWithin && field.parentElement ? field.parentElement : field;
      const outside = groundOf(box.parentElement);
      const inside = groundOf(box);
      if (!outside || !inside) continue;
      const { borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(box);
      const hasEdge = Number.parseFloat(borderBottomWidth) > 0 && borderBottomStyle !== 'none';
      const edge = hasEdge ? contrast(over(borderBottomColor, outside), outside) : 1;
      const best = Math.max(edge, contrast(inside, outside));
      // A field may lack an edge; an edge has to stand out.
      if (best > 1.01 && best < 3) faults.push(tell(box, best));
    }
    for (const control of document.querySelectorAll('button, a[href], [role="button"]')) {
      const icon = control.querySelector('svg');
      if (!icon || !isSeen(icon) || isOff(control) || control.closest('[aria-hidden="true"]')) continue;
      const words = [...control.querySelectorAll(':scope *')]
        .filter((part) => !part.closest('.visuallyHidden'))
        .flatMap((part) => [...part.childNodes])
        .concat([...control.childNodes])
        .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const ground = groundOf(icon.parentElement);
      if (words || !ground) continue;
      const ratio = contrast(over(getComputedStyle(icon).color, ground), ground);
      if (ratio < 3) faults.push(tell(control, ratio));
    }
    return [...new Set(faults)];
  });
  expect(faint, 'edges and icons that are too faint').toEqual([]);
}

/**
 * No part moves by itself for longer than five seconds (2.2.2), and fields about people declare their purpose
 * (1.3.5).
 */
export async function expectCalmAndNamed(page: Page): Promise<void> {
  const find = () =>
    page.evaluate(() => {
      const tell = (element: Element | null | undefined) => element?.outerHTML.slice(0, 120) ?? '';
      const isInSight = (target: Element) => {
        const { x, y, width, height } = target.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return hit !== null && (hit.contains(target) || target.contains(hit));
      };
      const moving = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .flatMap(({ effect }) => (effect?.getTiming().iterations === Infinity ? [effect] : []))
        .flatMap((effect) => (effect instanceof KeyframeEffect && effect.target ? [effect.target] : []))
        .filter(isInSight)
        .map(tell);
      const people = 'input:read-write:is([type="email"], [type="tel"], [type="password"])';
      const nameless = [...document.querySelectorAll(people)]
        .filter((field) => field.checkVisibility() && !field.getAttribute('autocomplete'))
        .map(tell);
      return { moving, nameless };
    });
  await expect.poll(find, { timeout: 5_000 }).toEqual({ moving: [], nameless: [] });
}

/** The layers over the page that take the focus: dialogs, menus and panels. The notes at its foot do not. */
const LAYERS = 'dialog[open], [role="dialog"], [role="menu"]';

/** Notes the focused element when each layer was opened. Called before the first page is opened. */
export async function noteOpeners(page: Page): Promise<void> {
  await page.addInitScript((layers) => {
    const openers = new Map<Element, Element | null>();
    const shown = (layer: Element) => layer.checkVisibility();
    const topmost = () => [...document.querySelectorAll(layers)].filter(shown).at(-1) ?? null;
    // The focused element before the first one within a layer.
    let before: Element | null = null;
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      const layer = target.closest(layers);
      if (layer && !openers.has(layer)) openers.set(layer, before);
      before = target;
    });
    Object.assign(window, { layers: { topmost, openerOf: (layer: Element) => openers.get(layer) ?? null } });
  }, LAYERS);
}
type Layers = { topmost(): Element | null; openerOf(layer: Element): Element | null };

/**
 * A layer over the page has the focus, keeps it if it is modal, closes with Escape, and gives the focus back to
 * its opener, or, where that is gone, to another element.
 * @returns whether there was a layer; without one nothing is tested.
 */
export async function expectFocusKept(page: Page, hasOpener: boolean): Promise<boolean> {
  const layer = await page.evaluateHandle(() => (window as unknown as { layers: Layers }).layers.topmost());
  if (!(await layer.evaluate((element) => element !== null))) return false;
  const isInside = () =>
    layer.evaluate((element) => element?.contains(document.activeElement) ?? false).catch(() => false);
  await expect.poll(isInside, 'it has the focus').toBe(true);
  const isModal = await layer.evaluate((element) => element?.matches(':modal, [aria-modal="true"]') ?? false);
  if (isModal)
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      // From its end the way leads through the browser's own bars, which are nothing on the page.
      const stays = await layer.evaluate(
        (element) => document.activeElement === document.body || element?.contains(document.activeElement),
      );
      expect(stays, `${key} stays in it`).toBe(true);
    }
  await layer.evaluate((element) => {
    const at = document.activeElement;
    if (element instanceof HTMLElement && (at === document.body || !at))
      element.querySelector<HTMLElement>('button, input, a[href]')?.focus();
  });
  await page.keyboard.press('Escape');
  const isClosed = () => layer.evaluate((element) => !element?.isConnected || !element.checkVisibility());
  await expect.poll(isClosed, 'Escape closes it').toBe(true);
  const backAt = () =>
    layer.evaluate((element) => {
      const { openerOf } = (window as unknown as { layers: Layers }).layers;
      const opener = element && openerOf(element);
      const at = document.activeElement;
      if (opener?.isConnected && opener.checkVisibility()) return at === opener ? 'back' : (at?.outerHTML ?? '');
      // Opened by a key while nothing had it, there is nothing to give it back to.
      return !opener || (at && at !== document.body) ? 'back' : 'nowhere';
    });
  if (hasOpener) await expect.poll(backAt, 'the focus is back').toBe('back');
  return true;
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
 * Goes through the screen with Tab: every focused element looks otherwise than without focus, and is not wholly
 * under another element (WCAG 2.4.7, 2.4.11), and its ring stands out 3:1 (1.4.11). @returns how many elements had
 * the focus.
 */
export async function expectFocusSeen(page: Page, presses: number): Promise<number> {
  // Without this a look would be read half-way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(measureColors);
  // The first press leads to the page's first element.
  await page.evaluate(() => {
    delete (window as unknown as { focusBefore?: object }).focusBefore;
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const placeOf = () =>
    page.evaluate(() => [location.href, document.querySelectorAll('dialog[open], [role="dialog"]').length]);
  const place = await placeOf();
  let reached = 0;
  const unseen: string[] = [];
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(async () => {
      const kept = window as unknown as { focusBefore?: { element: HTMLElement; look: string } };
      // A change of a look is begun in one picture, and ended in the next.
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await drawn();
      for (const change of document.getAnimations())
        if (change.effect?.getTiming().iterations !== Infinity) change.finish();
      await drawn();
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
      const { over, groundOf, contrast } = (window as unknown as { colors: Colors }).colors;
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      const isAround = Number.parseFloat(outlineOffset) >= 0;
      const ground = groundOf(isAround ? element.parentElement : element);
      if (ground && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) {
        const ratio = contrast(over(outlineColor, ground), ground);
        if (ratio < 3) problems.push(`has a ring of ${ratio.toFixed(2)}:1 only: ${tell(element)}`);
      }
      return { problems, isInside: true };
    });
    unseen.push(...found.problems);
    if (found.isInside) reached += 1;
    // The page's last element was left.
    else if (reached > 0) break;
  }
  expect(unseen).toEqual([]);
  // Being reached alone leads nowhere (3.2.1).
  expect(await placeOf()).toEqual(place);
  return reached;
}

/** No element may stick out sideways: the page never scrolls that way. Charts are drawn anew a moment after a resize. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0);
}
