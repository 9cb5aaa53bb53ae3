import type { CDPSession, Page } from '@playwright/test';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import { call, type DemoAccount, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { register } from './support/newcomers.ts';

/**
 * A page that stays open all day: rounds of what is done in it, and how many nodes and listeners each leaves in memory.
 * Nothing here holds an element between two rounds: all of them are looked for and pressed within the page.
 */

/** Acts within the page. */
interface Hands {
  /** Waits until what is looked for is there. @throws after a while, with the name of it. */
  until(what: string, find: () => unknown): Promise<void>;
  /** Presses the element, as a press in Safari does: it has no focus by it. @param words its text or accessible name */
  press(selector: string, words?: string): void;
  /** Waits until no part in sight is being loaded. */
  settle(): Promise<void>;
}
type WithHands = { hands: Hands };

function growHands(): void {
  const until = async (what: string, find: () => unknown) => {
    const end = performance.now() + 15_000;
    while (!find()) {
      if (performance.now() > end) throw new Error(`It did not come: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const press = (selector: string, words?: string) => {
    const isNamed = (element: Element) =>
      words === undefined || [element.textContent?.trim(), element.getAttribute('aria-label')].includes(words);
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) => element.checkVisibility() && isNamed(element),
    );
    if (!found) throw new Error(`Nothing to press: ${selector} ${words ?? ''}`);
    found.click();
  };
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return element.checkVisibility() && bottom > 0 && top < window.innerHeight;
  };
  const waiting = '[aria-busy="true"], .spinner, .skeleton, .animate-pulse';
  const settle = () => until('the end of loading', () => ![...document.querySelectorAll(waiting)].some(isInSight));
  Object.assign(window, { hands: { until, press, settle } });
}

interface Bars {
  nodes: number;
  listeners: number;
}

/** More than what the browser keeps for a while, less than one card, row or dialog. */
const USUAL_BARS: Bars = { nodes: 30, listeners: 3 };

interface Loop {
  person: DemoAccount;
  path: string;
  /** So many of each of four runs, of which the first warms up. */
  rounds: number;
  bars?: Bars;
  /** Before the first round. */
  prepare?(page: Page): Promise<void>;
  act(page: Page, round: number): Promise<void>;
}

const RUNS = 3;

async function count(page: Page, session: CDPSession): Promise<Bars> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  for (let at = 0; at < 3; at += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Growth that happens once, or ends after a while, is not in every run: the least growth counts. */
async function expectFlat(page: Page, baseUrl: string, loop: Loop): Promise<void> {
  const { person, path, rounds, bars = USUAL_BARS, prepare, act } = loop;
  // So wide that the categories stand in a row.
  await page.setViewportSize({ width: 1680, height: 1000 });
  await page.addInitScript(growHands);
  await signIn(page, baseUrl, person);
  await page.goto(path);
  await page.evaluate(() => (window as unknown as WithHands).hands.settle());
  await prepare?.(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let round = 0;
  const run = async () => {
    for (let at = 0; at < rounds; at += 1) {
      await act(page, round);
      round += 1;
    }
    return count(page, session);
  };
  const counts = [await run()];
  for (let at = 0; at < RUNS; at += 1) counts.push(await run());
  const growth = (name: keyof Bars) =>
    Math.min(...counts.slice(1).map((after, at) => (after[name] - (counts[at]?.[name] ?? 0)) / rounds));
  const seen = counts.map(({ nodes, listeners }) => `${nodes}/${listeners}`).join(' ');
  test.info().annotations.push({ type: 'nodes/listeners', description: seen });
  expect(growth('nodes'), `nodes of each round: ${seen}`).toBeLessThanOrEqual(bars.nodes);
  expect(growth('listeners'), `listeners of each round: ${seen}`).toBeLessThanOrEqual(bars.listeners);
}

// One after the other: two pages side by side take each other's time.
test.describe.configure({ mode: 'default', timeout: 90_000 });

test('one client after the other on the Desk', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/desk/clients',
    rounds: 10,
    act: (at, round) =>
      at.evaluate(async (place) => {
        const { until } = (window as unknown as WithHands).hands;
        const options = () => [...document.querySelectorAll<HTMLElement>('[role="listbox"] [role="option"]')];
        await until('clients', () => options().length > 1);
        const { id } = options()[place % Math.min(8, options().length)] ?? {};
        document.getElementById(id ?? '')?.click();
        await until(
          'the conversation',
          () =>
            document.getElementById(id ?? '')?.getAttribute('aria-selected') === 'true' &&
            document.querySelector('[aria-label="Conversation"] [role="log"]'),
        );
      }, round),
  }));

test('one section of the Desk after the other', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/desk',
    rounds: 10,
    act: (at, round) =>
      at.evaluate(async (place) => {
        const { until, press, settle } = (window as unknown as WithHands).hands;
        const sections = ['/desk/calendar', '/desk/listings', '/desk/clients', '/desk/insights', '/desk'];
        const link = `nav[aria-label="Desk"] a[href="${sections[place % sections.length]}"]`;
        press(link);
        await until(link, () => document.querySelector(`${link}[aria-current="page"]`));
        await settle();
      }, round),
  }));

test('messages into the conversation that is open', async ({ page, server }) => {
  const { url } = server;
  const agent = await signIn(page, url, 'agent');
  const { user, token } = await register(url, 'Memoria Santos');
  const { conversation } = await call<{ conversation: { id: number } }>(
    'POST',
    `${url}/api/conversations`,
    token,
    {
      agentId: agent.user.id,
      subject: 'All day long',
      initialMessage: 'Good morning!',
    },
  );
  let sent = 0;
  const write = async () => {
    sent += 1;
    const content = `Message ${sent}`;
    const body = { content, client_id: `memory-${sent}-${Date.now()}` };
    await call('POST', `${url}/api/conversations/${conversation.id}/messages`, token, body);
    return content;
  };
  // As many as the conversation shows at once.
  for (let at = 0; at < 120; at += 1) await write();
  const search = `${url}/api/desk/queue?view=all&search=${encodeURIComponent(user.name)}`;
  const { rows } = await call<{ rows: DeskRow[] }>('GET', search, agent.token);
  await expectFlat(page, url, {
    person: 'agent',
    path: `/desk?view=all&client=${rows[0]?.id}`,
    rounds: 4,
    act: async (at) => {
      let last = '';
      for (let each = 0; each < 10; each += 1) last = await write();
      await at.evaluate(
        (words) =>
          (window as unknown as WithHands).hands.until(words, () =>
            document.querySelector('[aria-label="Conversation"] [role="log"]')?.textContent?.includes(words),
          ),
        last,
      );
    },
  });
});

test('palette, bell and snooze', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/desk',
    rounds: 4,
    async prepare(at) {
      await at.evaluate(async () => {
        const { until, press } = (window as unknown as WithHands).hands;
        await until('clients', () => document.querySelector('[role="listbox"] [role="option"]'));
        press('[role="listbox"] [role="option"]');
        await until('the conversation', () => document.querySelector('[aria-label="Conversation"] [role="log"]'));
      });
    },
    async act(at) {
      const layer = (isOpen: boolean) =>
        at.evaluate(
          (isAwaited) =>
            (window as unknown as WithHands).hands.until(
              isAwaited ? 'a dialog' : 'the end of the dialog',
              () => (document.querySelector('dialog[open], [role="dialog"]') !== null) === isAwaited,
            ),
          isOpen,
        );
      const open = [
        () => at.keyboard.press('Control+k'),
        () => at.evaluate(() => (window as unknown as WithHands).hands.press('button[title="Notifications"]')),
        () => at.keyboard.press('z'),
      ];
      for (const begin of open) {
        await begin();
        await layer(true);
        await at.keyboard.press('Escape');
        await layer(false);
      }
    },
  }));

test('a form in a dialog, opened while nothing has the focus', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/agent-dashboard?tab=properties',
    rounds: 6,
    act: (at) =>
      at.evaluate(async () => {
        const { until, press } = (window as unknown as WithHands).hands;
        (document.activeElement as HTMLElement | null)?.blur();
        press('main button', 'Add New Property');
        await until('the form', () => document.querySelector('dialog[open] form'));
        await until('its focus', () => document.activeElement?.closest('dialog'));
        press('dialog[open] button', 'Close');
        await until('its end', () => !document.querySelector('dialog[open]'));
      }),
  }));

test('a map that is moved', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/properties?view=map',
    rounds: 10,
    async act(at, round) {
      const { x, y } = await at.evaluate(async () => {
        const { until, settle } = (window as unknown as WithHands).hands;
        await until('the map', () => document.querySelector('.leaflet-container'));
        await settle();
        const box = document.querySelector('.leaflet-container')?.getBoundingClientRect() ?? new DOMRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
      if (round % 5 === 4) await at.mouse.wheel(0, round % 10 === 4 ? 240 : -240);
      const way = round % 2 === 0 ? 120 : -120;
      await at.mouse.move(x - way / 2, y);
      await at.mouse.down();
      await at.mouse.move(x + way / 2, y + way / 3, { steps: 4 });
      await at.mouse.up();
      await at.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 250));
        await (window as unknown as WithHands).hands.settle();
      });
    },
  }));

test('a map that is opened and closed', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/properties',
    rounds: 4,
    act: (at) =>
      at.evaluate(async () => {
        const { until, press, settle } = (window as unknown as WithHands).hands;
        press('[aria-label="View"] button', 'Map');
        await until('the map', () => document.querySelector('.leaflet-container'));
        await settle();
        press('[aria-label="View"] button', 'Grid');
        await until('the end of the map', () => !document.querySelector('.leaflet-container'));
        await settle();
      }),
  }));

test('filters that are changed before the list has come', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/properties',
    rounds: 25,
    act: (at, round) =>
      at.evaluate(async (place) => {
        const { until, press } = (window as unknown as WithHands).hands;
        const types = ['Condominiums', 'Houses', 'Apartments', 'Commercial', 'All Properties'];
        const category = '[aria-label="Property category"] button';
        press(category, types[place % types.length]);
        await until('the category', () =>
          document.querySelector(`${category}[aria-pressed="true"]`)?.textContent?.trim(),
        );
        await new Promise((resolve) => setTimeout(resolve, 150));
      }, round),
  }));

test('a listing and back', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'agent',
    path: '/properties',
    rounds: 6,
    act: (at, round) =>
      at.evaluate(async (place) => {
        const { until, settle } = (window as unknown as WithHands).hands;
        const cards = () =>
          document.querySelectorAll<HTMLElement>('ul[aria-label="Properties"] article h3 a[href^="/properties/"]');
        await until('the list', () => cards().length > 2);
        cards()[place % 3]?.click();
        await until(
          'the listing',
          () => /^\/properties\/\d+$/.test(window.location.pathname) && cards().length === 0,
        );
        await settle();
        window.history.back();
        await until('the list again', () => cards().length > 2);
        await settle();
      }, round),
  }));

test('one list of the administration after the other', ({ page, server }) =>
  expectFlat(page, server.url, {
    person: 'admin',
    path: '/admin-dashboard',
    rounds: 10,
    act: (at, round) =>
      at.evaluate(async (place) => {
        const { until, press, settle } = (window as unknown as WithHands).hands;
        const sections = ['users', 'agents', 'properties', 'messages', 'audit'];
        const link = `nav[aria-label="Admin sections"] a[href$="=${sections[place % sections.length]}"]`;
        press(link);
        await until(link, () => document.querySelector(`${link}[aria-current="page"]`));
        await settle();
      }, round),
  }));
