import type { Locator, Page } from '@playwright/test';
import type { Property } from '../../shared/contracts/properties.ts';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { openBrowser } from './support/people.ts';

const DAY_MS = 24 * 3_600_000;
const MANILA_MS = 8 * 3_600_000;
/** A day in Manila, in weeks without demo data. */
const dayAhead = (days: number) => new Date(Date.now() + MANILA_MS + days * DAY_MS).toISOString().slice(0, 10);
/** A time on a day in Manila. */
const at = (day: string, hour: number) => new Date(Date.parse(day) - MANILA_MS + hour * 3_600_000).toISOString();
/** A Tuesday at least so many days ahead: the day after it is in the same week. */
function tuesdayAhead(days: number): string {
  let day = days;
  while (new Date(dayAhead(day)).getUTCDay() !== 2) day += 1;
  return dayAhead(day);
}

/** A listing of the demo agent without a request by the demo user, from the middle: other specs use the others. */
async function unaskedListing(baseUrl: string): Promise<Property> {
  const [user, agent] = [await openSession(baseUrl, 'user'), await openSession(baseUrl, 'agent')];
  const viewings = await call<Viewing[]>('GET', `${baseUrl}/api/viewings`, user.token);
  const asked = new Set(viewings.map(({ property }) => property.id));
  const listings = await call<Property[]>('GET', `${baseUrl}/api/agents/${agent.user.id}/properties`, user.token);
  const free = listings.filter(({ id, status }) => status === 'available' && !asked.has(id));
  const listing = free[Math.floor(free.length / 2)];
  if (!listing) throw new Error('The demo user has asked for all there are');
  return listing;
}

async function ask(baseUrl: string, starts_at: string): Promise<Viewing> {
  const { id: property_id } = await unaskedListing(baseUrl);
  const { token } = await openSession(baseUrl, 'user');
  return call<Viewing>('POST', `${baseUrl}/api/viewings`, token, { property_id, starts_at });
}

async function stateOf(baseUrl: string, { id }: Viewing): Promise<Pick<Viewing, 'status' | 'starts_at'>> {
  const { token } = await openSession(baseUrl, 'agent');
  const viewings = await call<Viewing[]>('GET', `${baseUrl}/api/viewings`, token);
  const found = viewings.find((viewing) => viewing.id === id);
  return { status: found?.status ?? 'cancelled', starts_at: found?.starts_at ?? '' };
}

const calendarOf = (page: Page) => page.getByRole('region', { name: 'Calendar', exact: true });
const blockOf = (page: Page, { id }: Viewing): Locator => calendarOf(page).locator(`[data-viewing="${id}"]`);
const sideOf = (page: Page) => page.getByRole('complementary', { name: 'Waiting for you' });

test.use({ viewport: { width: 1440, height: 900 } });

test('a request is seen in its week, answered there, and moved by keys alone', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const day = tuesdayAhead(21);
  const first = await ask(server.url, at(day, 14));
  const second = await ask(server.url, at(day, 17));
  await signIn(page, server.url, 'agent');
  await page.goto('/desk/calendar');
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeAttached();

  await sideOf(page)
    .getByRole('button')
    .filter({ hasText: first.user.name })
    .filter({ hasText: first.property.title })
    .filter({ hasText: '2:00 PM' })
    .click();
  await expect(blockOf(page, first)).toHaveAttribute('aria-pressed', 'true');
  await expect(blockOf(page, second)).toBeVisible();
  await expectAccessible(page);
  await sideOf(page).getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => stateOf(server.url, first)).toMatchObject({ status: 'confirmed' });

  // On the confirmed viewing: announced in words, without a proposal.
  await blockOf(page, second).focus();
  await page.keyboard.press('Enter');
  await sideOf(page).getByRole('button', { name: 'Move in Calendar' }).click();
  const says = page.getByRole('status').filter({ hasText: 'Arrow keys move' });
  for (let half = 0; half < 5; half += 1) await page.keyboard.press('ArrowUp');
  await expect(says).toContainText('2:30 PM. Clashes with another viewing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(says).toHaveCount(0);
  expect(await stateOf(server.url, second)).toEqual({ status: 'requested', starts_at: at(day, 17) });

  // To the next day, an hour and a half earlier.
  await sideOf(page).getByRole('button', { name: 'Move in Calendar' }).press('Enter');
  await expect(says).toBeVisible();
  await page.keyboard.press('ArrowRight');
  for (let half = 0; half < 3; half += 1) await page.keyboard.press('ArrowUp');
  await expect(says).toContainText('3:30 PM. Free');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Propose this time?' });
  await expect(dialog).toContainText('3:30 PM');
  await dialog.getByRole('button', { name: 'Propose This Time' }).click();
  const moved = at(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), 15.5);
  await expect.poll(() => stateOf(server.url, second)).toEqual({ status: 'proposed', starts_at: moved });

  // A proposed time can be taken back to the earlier one.
  const block = blockOf(page, second);
  await expect(dialog).toBeHidden();
  // Drawn anew in the column of its new day.
  await expect(block).toContainText('3:30 PM');
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  if (!box) throw new Error('The block is nowhere');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 22, box.y + 30, { steps: 3 });
  await page.mouse.move(box.x + 22, box.y + 10 - 2 * box.height, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('dialog').getByRole('button', { name: 'Propose This Time' }).click();
  await expect.poll(async () => (await stateOf(server.url, second)).starts_at < moved).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stateOf(server.url, second)).toEqual({ status: 'proposed', starts_at: moved });
});

test('hours and days off are set beside the calendar, and visitors are offered what is left', {
  tag: '@journey',
}, async ({ browser, server }) => {
  const agent = await openBrowser(browser, server.url, 'agent');
  const visitor = await openBrowser(browser, server.url, 'user');
  const { token } = await openSession(server.url, 'agent');
  const { user } = await openSession(server.url, 'user');
  const listing = await unaskedListing(server.url);
  const off = dayAhead(40);
  try {
    await agent.goto('/desk/calendar');
    await agent.getByRole('button', { name: 'Viewing Hours' }).click();
    const drawer = agent.getByRole('dialog', { name: 'Viewing Hours' });
    await drawer.getByRole('checkbox', { name: /Offer only my hours/ }).check();
    await drawer.getByRole('button', { name: 'Add hours on Sunday' }).click();
    await drawer.getByLabel('Monday, to').fill('11:00');
    await drawer.getByRole('button', { name: 'Save Hours' }).click();
    await expect(agent.getByText('Viewing hours saved')).toBeVisible();
    await drawer.getByLabel('First day').fill(off);
    await drawer.getByLabel('Last day').fill(dayAhead(41));
    await drawer.getByRole('button', { name: 'Take Days Off' }).click();
    await expect(drawer.getByRole('button', { name: /^Cancel days off/ })).toBeVisible();
    await expectAccessible(agent);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await agent.goto(`/desk/calendar?day=${off}`);
    await expect(calendarOf(agent).getByText('Day off').first()).toBeVisible();

    await visitor.goto(`/properties/${listing.id}`);
    await visitor.getByRole('button', { name: 'Request a Viewing' }).click();
    const dialog = visitor.getByRole('dialog');
    const days = dialog.getByRole('radiogroup', { name: 'Day' });
    const times = dialog.getByRole('radiogroup', { name: 'Time' });
    await days.locator('label').nth(40).click();
    await expect(times).toContainText('No free time on');
    await expectAccessible(visitor);
    await times.getByRole('button', { name: /^Next Free Day/ }).click();
    await expect(days.locator(`input[value="${dayAhead(42)}"]`)).toBeChecked();
    await expect(times.getByRole('radio').first()).toBeVisible();
    const monday = [43, 44, 45, 46, 47, 48, 49].find((ahead) => new Date(dayAhead(ahead)).getUTCDay() === 1);
    await days
      .locator('label')
      .nth(monday ?? 0)
      .click();
    await expect(times.getByRole('radio')).toHaveCount(2);
    await times.locator('label').first().click();
    await dialog.getByRole('button', { name: 'Request Viewing' }).click();
    await expect(dialog.getByText('Viewing Requested')).toBeVisible();

    // The agent proposes one of the free times, too.
    await agent.goto('/agent-dashboard?tab=viewings');
    const card = agent.getByRole('article').filter({ hasText: listing.title }).filter({ hasText: user.name });
    await card.getByRole('button', { name: 'Propose Another Time' }).click();
    const proposal = agent.getByRole('dialog');
    await expect(proposal.getByRole('radiogroup', { name: 'Time' }).getByRole('radio')).toHaveCount(2);
  } finally {
    await call('PUT', `${server.url}/api/desk/availability`, token, {
      hours: null,
      buffer_minutes: 0,
      notice_hours: 0,
    });
    for (const { id } of await call<{ id: number }[]>('GET', `${server.url}/api/desk/days-off`, token))
      await call('DELETE', `${server.url}/api/desk/days-off/${id}`, token);
    await agent.context().close();
    await visitor.context().close();
  }
});

test('three free times go into a message, and its link books, moves and cancels without an account', async ({
  browser,
  server,
}) => {
  const listing = await unaskedListing(server.url);
  const agentSession = await openSession(server.url, 'agent');
  const email = 'olive.offered@silong.example';
  await leaveInquiry(server.url, agentSession.user.id, {
    name: 'Olive Offered',
    email,
    message: 'May I see it?',
    property_id: listing.id as unknown as string,
  });
  const agent = await openBrowser(browser, server.url, 'agent');
  // Only the visible rows of a long queue are drawn.
  await agent.goto('/desk?search=Olive');
  await agent.getByRole('region', { name: 'Queue' }).getByRole('option').filter({ hasText: 'Olive' }).click();
  await agent.getByRole('button', { name: 'Offer times' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Offer Times' });
  const third = dialog.getByLabel('Third time');
  await expect(third).toBeVisible();
  const options = await third
    .locator('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  await third.selectOption(options.at(-1) ?? '');
  await dialog.getByRole('button', { name: 'Insert Into Message' }).click();
  const message = agent.getByLabel('Message to Olive Offered');
  await expect(message).toHaveValue(/\/slots\/\S/);
  const text = await message.inputValue();
  expect(text).toContain(`I can show you ${listing.title}:`);
  const [link = ''] = text.match(/https?:\/\/\S+\/slots\/\S+/) ?? [];

  // Without an account, and without a name: the link was made for her.
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(listing.title);
  const times = visitor.getByRole('group', { name: 'Choose a time' }).getByRole('button');
  await expect(times).toHaveCount(3);
  await times.last().click();
  await expect(visitor.getByText('Your viewing is agreed.')).toBeVisible();
  const others = visitor.getByRole('group', { name: 'Move it to another time' }).getByRole('button');
  await expect(others).toHaveCount(2);
  await others.first().click();
  await expect(visitor.getByRole('status').getByText('Your viewing is agreed.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Cancel Viewing' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Cancel Viewing' }).click();
  await expect(visitor.getByText('This viewing was cancelled.')).toBeVisible();
  await agent.context().close();
  await visitor.context().close();
});

test('on a phone the day is a list', async ({ page, server }) => {
  const asked = await ask(server.url, at(tuesdayAhead(28), 10));
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, server.url, 'agent');
  await page.goto(`/desk/calendar?viewing=${asked.id}&day=${asked.starts_at.slice(0, 10)}`);
  await expect(page.locator(`[data-viewing="${asked.id}"]`).first()).toBeVisible();
  await expect(calendarOf(page)).toHaveCount(0);
  // The viewings of that day alone, below the waiting ones.
  const list = page.getByRole('region', { name: /^\w+day, / }).getByRole('article');
  await expect(list).toHaveCount(1);
  const waiting = await page.getByRole('complementary', { name: 'Waiting for you' }).boundingBox();
  const title = await page.getByRole('heading', { name: /^\w+day, / }).boundingBox();
  expect(title?.y).toBeGreaterThanOrEqual((waiting?.y ?? 0) + (waiting?.height ?? 0));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
