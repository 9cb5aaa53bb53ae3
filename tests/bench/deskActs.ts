import { chromium, type Locator, type Page } from '@playwright/test';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { DeskRow } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { browserArguments, findBrowser } from '#tests/support/browser.ts';
import { openSession, signInWith } from '../e2e/support/accounts.ts';
import globalSetup from '../e2e/support/globalSetup.ts';
import { startServerProcess } from '../e2e/support/serverProcess.ts';

/**
 * `npm run bench:acts` (after `npm run build`): ten acts of an agent's day, done in a browser on the dashboard as it is
 * specified and on the Desk, each from the page that is open all day. What is typed is the same on both sides and left out.
 * Seconds of the hand by the keystroke-level model (Card, Moran and Newell, 1980), without thinking, which would be longer
 * where there is more to look at; seconds of waiting as they were here.
 */
const PRESS = 0.28;
/** To point at something, and to press the button. */
const CLICK = 1.1 + 0.2;
/** A turn of the wheel until something is found: as long as pointing at it. */
const SCROLL = 1.1;
/** The hand goes from the mouse to the keys, or back. */
const HOME = 0.4;

class Hand {
  clicks = 0;
  keys = 0;
  scrolls = 0;
  waited = 0;
  private seconds = 0;
  private isAtMouse: boolean | null = null;

  constructor(private readonly page: Page) {}

  private moveTo(isAtMouse: boolean): void {
    if (this.isAtMouse !== null && this.isAtMouse !== isAtMouse) this.seconds += HOME;
    this.isAtMouse = isAtMouse;
  }

  /** Until something can be seen: the machine's share. */
  async sees(what: Locator): Promise<void> {
    const from = performance.now();
    await what.first().waitFor();
    this.waited += (performance.now() - from) / 1_000;
  }

  async isGone(what: Locator): Promise<void> {
    const from = performance.now();
    await what.waitFor({ state: 'hidden' });
    this.waited += (performance.now() - from) / 1_000;
  }

  async click(what: Locator): Promise<void> {
    await this.sees(what);
    this.moveTo(true);
    const isInSight = await what.first().evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
    if (!isInSight) {
      this.scrolls += 1;
      this.seconds += SCROLL;
    }
    this.clicks += 1;
    this.seconds += CLICK;
    await what.first().click();
  }

  /** A chord is two presses. */
  async press(key: string): Promise<void> {
    this.moveTo(false);
    const presses = key.length > 1 ? key.split('+').length : 1;
    this.keys += 1;
    this.seconds += presses * PRESS;
    await this.page.keyboard.press(key);
  }

  async type(words: string): Promise<void> {
    this.moveTo(false);
    await this.page.keyboard.insertText(words);
  }

  get total(): number {
    return this.seconds + this.waited;
  }
}

type Act = (hand: Hand, page: Page) => Promise<void>;

const done = await globalSetup();
const server = await startServerProcess();
const executablePath = findBrowser('whole');
const browser = await chromium.launch({
  args: browserArguments,
  ...(executablePath ? { executablePath } : {}),
});

const agent = await openSession(server.url, 'agent');
const visitor = await openSession(server.url, 'user');

async function call<Data>(method: string, path: string, token: string, body?: object): Promise<Data> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${error}`);
  return data;
}

const queue = async () =>
  (await call<{ rows: DeskRow[] }>('GET', '/api/desk/queue?view=needs_me', agent.token)).rows;

type Kind = DeskRow['waiting_for'];

/** Who waits longest for that. Whoever waited longer was answered before: they are put off. */
async function longest(kind: Kind): Promise<DeskRow> {
  const rows = await queue();
  const at = rows.findIndex(({ waiting_for }) => waiting_for === kind);
  const row = rows[at];
  if (!row) throw new Error(`Nobody waits for an answer to: ${kind}`);
  const snoozed_until = new Date(Date.now() + 3_600_000).toISOString();
  for (const { id, version } of rows.slice(0, at))
    await call('PUT', `/api/desk/clients/${id}`, agent.token, { snoozed_until, expected_version: version });
  return row;
}

let asked = 0;
/** Somebody with a number asks; what was asked before is settled. */
async function askByForm(): Promise<void> {
  const path = `/api/agents/${agent.user.id}/contacts`;
  for (const { id, status } of await call<Inquiry[]>('GET', path, agent.token))
    if (status !== 'closed') await call('PUT', `${path}/${id}`, agent.token, { status: 'closed' });
  asked += 1;
  const name = `Carmela Diaz ${asked}`;
  await call('POST', `/api/agents/${agent.user.id}/contact`, '', {
    name,
    email: `carmela${asked}@visitor.example`,
    phone: '+63 917 555 0199',
    message: 'Is it still free?',
  });
}

const inDesk = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const message = (page: Page, name: string) => page.getByRole('article', { name });

/** To the first client of the queue. */
async function toClient(hand: Hand, page: Page): Promise<string> {
  await hand.press('j');
  const heading = inDesk(page).getByRole('heading', { level: 2 });
  await hand.sees(heading);
  await hand.sees(inDesk(page).getByRole('log'));
  return (await heading.first().textContent()) ?? '';
}

/** Its field takes the focus with the next picture, sooner than anybody types on. */
async function pressAndType(hand: Hand, page: Page, key: string, words: string): Promise<void> {
  await hand.press(key);
  await page.waitForFunction(() => document.activeElement?.matches('textarea, input'));
  if (words) await hand.type(words);
}

/** To their inquiry on the dashboard: the first of what waits. */
async function toInquiry(hand: Hand, page: Page): Promise<string> {
  const row = await longest('inquiry');
  const waiting = page.getByRole('region', { name: 'Inquiries and Viewing Requests' }).getByRole('link');
  await hand.click(waiting.filter({ hasText: row.name }));
  await hand.sees(message(page, row.name).getByRole('button', { name: 'Reply' }));
  return row.name;
}

const viewingOf = async (): Promise<Viewing> => {
  const viewings = await call<Viewing[]>('GET', '/api/viewings', agent.token);
  const found = viewings.find(({ status, agent: { id } }) => status === 'requested' && id === agent.user.id);
  if (!found) throw new Error('Nobody asks for a viewing');
  return found;
};

/** A fresh request of the demo visitor, on a day that is free. */
let daysAhead = 30;
async function askForViewing(): Promise<Viewing> {
  daysAhead += 1;
  const day = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  const own = await call<Viewing[]>('GET', '/api/viewings', visitor.token);
  const asked = new Set(own.map(({ property }) => property.id));
  const listings = await call<{ id: number; status: string }[]>(
    'GET',
    `/api/agents/${agent.user.id}/properties`,
    visitor.token,
  );
  const listing = listings.find(({ id, status }) => status === 'available' && !asked.has(id));
  return call('POST', '/api/viewings', visitor.token, {
    property_id: listing?.id,
    starts_at: `${day}T06:00:00.000Z`,
  });
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const openDays = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Day' }).locator('label:not(:has(input:disabled))');

const acts: { name: string; kind: Kind; before: Act; after: Act; prepare?(): Promise<unknown> }[] = [
  {
    name: 'read who waits longest',
    kind: 'inquiry',
    before: async (hand, page) => {
      await toInquiry(hand, page);
    },
    after: async (hand, page) => {
      await toClient(hand, page);
    },
  },
  {
    name: 'answer an inquiry',
    kind: 'inquiry',
    before: async (hand, page) => {
      const name = await toInquiry(hand, page);
      await hand.click(message(page, name).getByRole('button', { name: 'Reply' }));
      await hand.type('It is still free.');
      await hand.press('Control+Enter');
      await hand.isGone(page.getByRole('dialog'));
    },
    after: async (hand, page) => {
      const name = await toClient(hand, page);
      await pressAndType(hand, page, 'r', 'It is still free.');
      await hand.press('Control+Enter');
      await hand.isGone(inDesk(page).getByRole('heading', { name }));
    },
  },
  {
    name: 'answer with a saved reply',
    kind: 'inquiry',
    prepare: async () => {
      const saved = await call<unknown[]>('GET', '/api/agents/saved-replies', agent.token);
      if (saved.length === 0)
        await call('POST', '/api/agents/saved-replies', agent.token, { title: 'Free', text: 'It is free.' });
    },
    before: async (hand, page) => {
      const name = await toInquiry(hand, page);
      await hand.click(message(page, name).getByRole('button', { name: 'Reply' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /Saved Replies/i }));
      await hand.click(page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option'));
      await hand.press('Control+Enter');
      await hand.isGone(page.getByRole('dialog'));
    },
    after: async (hand, page) => {
      const name = await toClient(hand, page);
      await pressAndType(hand, page, 'r', '');
      await hand.press('/');
      await hand.sees(page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option'));
      await hand.press('Enter');
      await hand.press('Control+Enter');
      await hand.isGone(inDesk(page).getByRole('heading', { name }));
    },
  },
  {
    name: 'answer in the chat',
    kind: 'message',
    prepare: async () => {
      const talks = await call<Conversation[]>('GET', '/api/conversations', visitor.token);
      const own = talks.find(
        ({ participant, status }) => participant.id === agent.user.id && status === 'active',
      );
      await call('POST', `/api/conversations/${own?.id}/messages`, visitor.token, {
        content: 'And parking?',
      });
    },
    before: async (hand, page) => {
      const row = await longest('message');
      await hand.click(tab(page, 'Messages'));
      await hand.click(page.getByRole('button', { name: new RegExp(row.name) }));
      await hand.sees(page.getByRole('log'));
      await hand.type('It is still free.');
      await hand.press('Enter');
      await hand.sees(page.getByRole('log').getByText('It is still free.'));
    },
    after: async (hand, page) => {
      const name = await toClient(hand, page);
      await pressAndType(hand, page, 'r', 'It is still free.');
      await hand.press('Control+Enter');
      await hand.isGone(inDesk(page).getByRole('heading', { name }));
    },
  },
  {
    name: 'confirm a viewing',
    kind: 'viewing',
    prepare: askForViewing,
    before: async (hand, page) => {
      const { property } = await viewingOf();
      await hand.click(tab(page, 'Viewings'));
      const card = page.getByRole('article').filter({ hasText: property.title });
      await hand.click(card.getByRole('button', { name: 'Confirm' }));
      await hand.sees(card.getByText('Confirmed', { exact: true }));
    },
    after: async (hand, page) => {
      await toClient(hand, page);
      await hand.press('c');
      await hand.sees(inDesk(page).getByText('Confirmed', { exact: true }));
    },
  },
  {
    name: 'propose another time',
    kind: 'viewing',
    prepare: askForViewing,
    before: async (hand, page) => {
      const { property } = await viewingOf();
      await hand.click(tab(page, 'Viewings'));
      const card = page.getByRole('article').filter({ hasText: property.title });
      await hand.click(card.getByRole('button', { name: 'Propose Another Time' }));
      await hand.click(openDays(page).nth(3));
      await hand.click(page.getByRole('radiogroup', { name: 'Time' }).locator('label').nth(1));
      await hand.click(page.getByRole('button', { name: 'Propose This Time' }));
      await hand.isGone(page.getByRole('dialog'));
    },
    after: async (hand, page) => {
      await toClient(hand, page);
      await hand.press('p');
      await hand.sees(page.getByRole('radiogroup', { name: 'Time' }).getByRole('radio'));
      // From the days to the times.
      await hand.press('Tab');
      await hand.press('Space');
      await hand.press('Enter');
      await hand.sees(inDesk(page).getByText('New time proposed'));
    },
  },
  {
    name: 'put aside what is settled',
    kind: 'inquiry',
    before: async (hand, page) => {
      const name = await toInquiry(hand, page);
      await hand.click(message(page, name).getByRole('button', { name: 'Close' }));
      await hand.sees(message(page, name).getByText('Closed', { exact: true }));
    },
    after: async (hand, page) => {
      const name = await toClient(hand, page);
      await hand.press('e');
      await hand.isGone(inDesk(page).getByRole('heading', { name }));
    },
  },
  {
    name: 'look a client up',
    kind: 'inquiry',
    before: async (hand, page) => {
      const row = await longest('inquiry');
      await hand.click(tab(page, 'Messages'));
      await hand.click(page.getByRole('button', { name: 'Clients', exact: true }));
      await hand.click(page.getByRole('searchbox', { name: 'Search clients' }));
      await hand.type(row.name);
      await hand.click(
        page.getByRole('list', { name: 'Clients', exact: true }).getByRole('button', { name: row.name }),
      );
      await hand.sees(page.getByRole('region', { name: row.name }));
    },
    after: async (hand, page) => {
      const row = await longest('inquiry');
      await pressAndType(hand, page, '/', row.name);
      await hand.sees(page.getByRole('region', { name: 'Queue' }).getByRole('option', { name: row.name }));
      await hand.press('Enter');
      await hand.sees(inDesk(page).getByRole('heading', { name: row.name }));
    },
  },
  {
    name: 'note what was said in a call',
    kind: 'inquiry',
    before: async (hand, page) => {
      const name = await toInquiry(hand, page);
      await hand.click(message(page, name).getByRole('button', { name: 'Reply' }));
      await hand.click(page.getByRole('dialog').getByText('Phone', { exact: true }));
      await hand.click(page.getByRole('dialog').getByLabel('What you told them'));
      await hand.type('They come on Sunday.');
      await hand.press('Control+Enter');
      await hand.isGone(page.getByRole('dialog'));
    },
    after: async (hand, page) => {
      const name = await toClient(hand, page);
      await pressAndType(hand, page, 'n', 'Called: they come on Sunday.');
      await hand.press('Control+Enter');
      await hand.sees(inDesk(page).getByRole('article', { name: 'Private note' }));
      await hand.sees(inDesk(page).getByRole('heading', { name }));
    },
  },
  {
    name: 'change a price',
    kind: 'inquiry',
    before: async (hand, page) => {
      await hand.click(tab(page, 'My Properties'));
      await hand.click(page.getByRole('article').first().getByRole('button', { name: /^Edit/ }));
      const dialog = page.getByRole('dialog');
      await hand.click(dialog.getByLabel('Price'));
      await page.keyboard.press('Control+A');
      await hand.type('4100000');
      await hand.click(dialog.getByRole('button', { name: /Save|Update/ }));
      await hand.isGone(dialog);
    },
    after: async (hand, page) => {
      await hand.click(
        page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Listings' }),
      );
      await hand.click(page.getByRole('button', { name: /^Price of/ }));
      await page.keyboard.press('Control+A');
      await hand.type('4200000');
      await hand.press('Enter');
      await hand.sees(page.getByRole('button', { name: /^Price of .*₱4,200,000/ }));
    },
  },
];

async function doOnce(path: string, home: (page: Page) => Locator, act: Act): Promise<Hand> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Manila',
    locale: 'en-PH',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signInWith(page, agent);
  await page.goto(server.url + path);
  await home(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  const hand = new Hand(page);
  try {
    await act(hand, page);
  } finally {
    // Held answers go out before the page does.
    await page.waitForTimeout(6_000);
    await context.close();
  }
  return hand;
}

const told = ({ clicks, keys, scrolls, total, waited }: Hand) =>
  `${String(clicks).padStart(2)} clicks ${String(scrolls).padStart(1)} scrolls ${String(keys).padStart(2)} keys ${total.toFixed(1).padStart(5)} s (${waited.toFixed(1)} waiting)`;

try {
  const sums = { before: 0, after: 0 };
  for (const { name, kind, before, after, prepare } of acts) {
    try {
      if (kind === 'inquiry') await askByForm();
      await prepare?.();
      await longest(kind);
      const old = await doOnce(
        '/agent-dashboard',
        (page) => page.getByRole('region', { name: 'Inquiries and Viewing Requests' }),
        before,
      );
      if (kind === 'inquiry') await askByForm();
      await prepare?.();
      await longest(kind);
      const now = await doOnce(
        '/desk',
        (page) => page.getByRole('region', { name: 'Queue' }).getByRole('option'),
        after,
      );
      sums.before += old.total;
      sums.after += now.total;
      process.stdout.write(
        `${name.padEnd(30)} before ${told(old)}   Desk ${told(now)}   ${(now.total / old.total).toFixed(2)} of it\n`,
      );
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`${name.padEnd(30)} ${String(error).slice(0, 600)}\n`);
    }
  }
  process.stdout.write(
    `all: ${sums.before.toFixed(1)} s before, ${sums.after.toFixed(1)} s at the Desk, ${(sums.after / sums.before).toFixed(2)} of it\n`,
  );
} finally {
  await browser.close();
  await server.stop();
  done();
}
