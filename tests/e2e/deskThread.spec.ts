import type { Locator, Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { Property } from '../../shared/contracts/properties.ts';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { Desk } from './pages/desk.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { register } from './support/newcomers.ts';
import { freshListing } from './support/people.ts';

const DAY_MS = 24 * 3_600_000;
const MANILA_MS = 8 * 3_600_000;

/** The agent's row of the client that the search finds. */
async function rowOf(baseUrl: string, search: string): Promise<DeskRow> {
  const { token } = await openSession(baseUrl, 'agent');
  const { rows } = await call<{ rows: DeskRow[] }>(
    'GET',
    `${baseUrl}/api/desk/queue?view=all&search=${encodeURIComponent(search)}`,
    token,
  );
  if (!rows[0]) throw new Error(`Nobody is found by ${search}`);
  return rows[0];
}

/** A person without an account writes to the agent. */
async function newInquirer(baseUrl: string, name: string, more: Record<string, string> = {}) {
  const agent = await openSession(baseUrl, 'agent');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@silong.example`;
  await leaveInquiry(baseUrl, agent.user.id, { name, email, message: `${name} asks about parking`, ...more });
  return { name, email, row: await rowOf(baseUrl, email) };
}

/** This person asks for a viewing, of a listing they have not asked about yet, in the afternoon of a day on which nothing is. */
async function askForViewing(baseUrl: string, { token }: Session, daysAhead: number): Promise<Viewing> {
  const agent = await openSession(baseUrl, 'agent');
  const viewings = await call<Viewing[]>('GET', `${baseUrl}/api/viewings`, token);
  const asked = new Set(viewings.map(({ property }) => property.id));
  const listings = await call<Property[]>('GET', `${baseUrl}/api/agents/${agent.user.id}/properties`, token);
  // From the end: other specs take the first ones.
  const listing = listings.findLast(({ id, status }) => status === 'available' && !asked.has(id));
  if (!listing) throw new Error('They have asked for all there are');
  const day = new Date(Date.now() + MANILA_MS + daysAhead * DAY_MS).toISOString().slice(0, 10);
  const body = { property_id: listing.id, starts_at: `${day}T06:00:00.000Z` };
  return call<Viewing>('POST', `${baseUrl}/api/viewings`, token, body);
}

const threadOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const paneOf = (page: Page) => page.getByRole('region', { name: 'Client', exact: true });
const logOf = (page: Page) => threadOf(page).getByRole('log');

async function open(page: Page, row: DeskRow): Promise<{ thread: Locator; log: Locator; pane: Locator }> {
  await page.goto(`/desk?client=${row.id}`);
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
  await expect(logOf(page)).toBeVisible();
  return { thread: threadOf(page), log: logOf(page), pane: paneOf(page) };
}

test('an inquiry is answered by email, with a saved reply that knows the price, and the next one is shown', {
  tag: '@journey',
}, async ({ page, server }) => {
  const agent = await signIn(page, server.url, 'agent');
  await page.clock.install();
  const listing = await freshListing(server.url, 3);
  const { name, email, row } = await newInquirer(server.url, 'Berta Salonga', {
    property_id: listing.id as unknown as string,
  });
  await call('POST', `${server.url}/api/agents/saved-replies`, agent.token, {
    title: 'Desk price',
    text: "Hello {name}, '{property}' is {price}. {agent}",
  });
  const { thread, log } = await open(page, row);
  await expect(log.getByText(`${name} asks about parking`)).toBeVisible();
  await expect(thread.getByRole('radio', { name: 'Email' })).toBeChecked();
  await expect(thread.getByText(`To ${email}. Answers go to your inbox.`)).toBeVisible();
  // A client without a number cannot be called.
  await expect(thread.getByRole('radio', { name: 'Call' })).toHaveCount(0);
  await expectAccessible(page);

  await page.keyboard.press('r');
  const box = thread.getByRole('textbox', { name: `Message to ${name}` });
  await expect(box).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search saved replies' })).toBeFocused();
  await page.keyboard.type('desk price');
  await expect(page.getByRole('option', { name: /Desk price/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const price = new Intl.NumberFormat('en-PH').format(listing.price);
  await expect(box).toHaveValue(new RegExp(`^Hello ${name}, '.+' is ₱${price}(/month)?\\. ${agent.user.name}$`));
  await expect(box).toBeFocused();
  // Within a text a slash is a slash.
  await page.keyboard.type(' and/or');
  await expect(box).toHaveValue(/and\/or$/);
  await page.keyboard.press('Control+Enter');
  await new Desk(page).letGo(name, /Reply saved, waiting for the mail server|Reply sent to/);
  // The next one is shown by itself.
  await expect(thread.getByRole('heading', { name })).toHaveCount(0);

  const again = await open(page, row);
  const reply = again.log.getByRole('article', { name: 'You replied by email' });
  await expect(reply.getByText(`Hello ${name}`)).toBeVisible();
  await expect(reply.getByText('Email answers go to your inbox and are not shown here.')).toBeVisible();
});

test('a call is noted, and nothing is sent', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await page.clock.install();
  const { name, row } = await newInquirer(server.url, 'Celso Dimaculangan', { phone: '+639175550199' });
  const { thread } = await open(page, row);
  await thread.getByRole('radio', { name: 'Call' }).check({ force: true });
  await expect(thread.getByText(/Nothing is sent. Call or text \+63/)).toBeVisible();
  await thread.getByRole('textbox', { name: `What you told ${name}` }).fill('Two slots are free');
  await thread.getByRole('button', { name: 'Record Reply' }).click();
  await new Desk(page).letGo(name, 'Reply recorded');
  const { log } = await open(page, row);
  await expect(
    log.getByRole('article', { name: 'You replied by phone' }).getByText('Two slots are free'),
  ).toBeVisible();
  // An inquiry answered by telephone goes on there.
  await expect(thread.getByRole('radio', { name: 'Call' })).toBeChecked();
});

test('a chat is answered in the chat, what is half written is kept for each client, and what is seen is read', {
  tag: '@journey',
}, async ({ page, server }) => {
  const agent = await signIn(page, server.url, 'agent');
  await page.clock.install();
  const { user, token } = await register(server.url, 'Balbina Cover');
  const { conversation } = await call<{ conversation: { id: number } }>(
    'POST',
    `${server.url}/api/conversations`,
    token,
    { agentId: agent.user.id, subject: 'About the desk', initialMessage: 'Is the balcony covered?' },
  );
  const other = await newInquirer(server.url, 'Dolores Ocampo');
  const row = await rowOf(server.url, user.name);
  const { thread, log } = await open(page, row);
  await expect(log.getByText('Is the balcony covered?')).toBeVisible();
  await expect(thread.getByRole('radio', { name: 'Chat' })).toBeChecked();
  const ownMessage = () =>
    call<{ content: string; read_at: string | null }[]>(
      'GET',
      `${server.url}/api/conversations/${conversation.id}/messages`,
      token,
    ).then((messages) => messages.find(({ content }) => content === 'Is the balcony covered?'));
  await expect.poll(async () => (await ownMessage())?.read_at ?? null).not.toBeNull();

  const box = () => threadOf(page).getByRole('textbox', { name: `Message to ${user.name}` });
  await page.keyboard.press('r');
  await expect(box()).toBeFocused();
  await page.keyboard.type('It is, and it');
  // Enter begins a new line here.
  await page.keyboard.press('Enter');
  await expect(box()).toHaveValue('It is, and it\n');
  await open(page, other.row);
  await expect(threadOf(page).getByRole('textbox', { name: 'Message to Dolores Ocampo' })).toHaveValue('');
  await open(page, row);
  await expect(box()).toHaveValue('It is, and it\n');
  await box().fill('It is covered.');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByRole('heading', { name: user.name })).toHaveCount(0);
  await new Desk(page).letGo(user.name);
  await expect
    .poll(async () => {
      const messages = await call<{ content: string }[]>(
        'GET',
        `${server.url}/api/conversations/${conversation.id}/messages`,
        token,
      );
      return messages.map(({ content }) => content);
    })
    .toEqual(['Is the balcony covered?', 'It is covered.']);
  const back = await open(page, row);
  await expect(back.log.getByText('It is covered.')).toHaveCount(1);
  await expect(box()).toHaveValue('');

  // The visitor's messages meanwhile appear by themselves.
  await call('POST', `${server.url}/api/conversations/${conversation.id}/messages`, token, {
    content: 'Thank you!',
  });
  await expect(back.log.getByText('Thank you!')).toBeVisible();
});

test('a request is confirmed, moved and declined where it stands, by keys as well', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const client = await register(server.url, 'Vina Asking');
  const { user, token } = client;
  const statusOf = async ({ id }: Viewing) =>
    (await call<Viewing[]>('GET', `${server.url}/api/viewings`, token)).find((viewing) => viewing.id === id)
      ?.status;
  const asked = await askForViewing(server.url, client, 3);
  const row = await rowOf(server.url, user.name);
  const { log } = await open(page, row);
  const card = log.locator(`[data-viewing="${asked.id}"]`);
  await expect(card.getByText('Needs your answer')).toBeVisible();
  await page.keyboard.press('v');
  await expect(card).toBeFocused();
  await page.keyboard.press('c');
  await expect(card.getByText('Confirmed')).toBeVisible();
  await expect(page.getByText('Viewing confirmed')).toBeVisible();
  await expect.poll(() => statusOf(asked)).toBe('confirmed');

  const moved = await askForViewing(server.url, client, 4);
  const second = log.locator(`[data-viewing="${moved.id}"]`);
  await expect(second.getByText('Needs your answer')).toBeVisible();
  // The keys are about the client's viewings, which come by a call of their own.
  const known = paneOf(page).getByRole('listitem').filter({ hasText: moved.property.title });
  await expect(known.filter({ hasText: 'Needs your answer' })).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(second.getByRole('radiogroup', { name: 'Day' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(second.getByRole('radiogroup', { name: 'Day' })).toHaveCount(0);
  await second.getByRole('button', { name: 'Propose Another Time' }).click();
  // The list has free times only.
  await second.getByRole('radiogroup', { name: 'Time' }).locator('label').last().click();
  await expectAccessible(page);
  await second.getByRole('button', { name: 'Propose This Time' }).click();
  await expect(second.getByText('New time proposed')).toBeVisible();
  await expect.poll(() => statusOf(moved)).toBe('proposed');

  const unwanted = await askForViewing(server.url, client, 5);
  const third = log.locator(`[data-viewing="${unwanted.id}"]`);
  await third.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(third.getByText('Declined')).toBeVisible();
  await expect.poll(() => statusOf(unwanted)).toBe('declined');
  await expect(third).toBeFocused();

  // On a phone the conversation and the client fit.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Show the client' }).click();
  await expect(paneOf(page).getByRole('heading', { name: user.name })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('private notes are written, changed and taken back, and look like nothing else', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { name, row } = await newInquirer(server.url, 'Estrella Pineda');
  const { thread, log, pane } = await open(page, row);
  await page.keyboard.press('r');
  await page.keyboard.type('Half an answer');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const box = thread.getByRole('textbox', { name: `Private note about ${name}` });
  await expect(box).toBeFocused();
  // The half answer is not what the note contains.
  await expect(box).toHaveValue('');
  await page.keyboard.type('Has a dog');
  await page.keyboard.press('Control+Enter');
  const note = log.getByRole('article', { name: 'Private note' });
  await expect(note.getByText('Has a dog')).toBeVisible();
  await expect(pane.getByText('Has a dog')).toBeVisible();
  await expect(thread.getByRole('heading', { name })).toBeVisible();
  const grounds = await Promise.all(
    [note, log.getByRole('article', { name: `Inquiry by ${name}` })].map((card) =>
      card.evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  );
  expect(grounds[0]).not.toBe(grounds[1]);

  await note.getByRole('button', { name: 'Edit this note' }).click();
  await note.getByRole('textbox', { name: 'Private note' }).fill('Has two dogs');
  await page.keyboard.press('Control+Enter');
  await expect(pane.getByText('Has two dogs')).toBeVisible();
  await expect(note.getByRole('button', { name: 'Edit this note' })).toBeFocused();
  await pane.getByRole('button', { name: 'Delete this note' }).click();
  await expect(note).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(note.getByText('Has two dogs')).toBeVisible();
  await page.keyboard.press('r');
  await expect(thread.getByRole('textbox', { name: `Message to ${name}` })).toHaveValue('Half an answer');
});

test('what is known of a client is kept as its field is left, and can be taken back', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { row } = await newInquirer(server.url, 'Felicidad Ramos');
  const { thread, pane, log } = await open(page, row);
  await page.keyboard.press('s');
  await expect(page.getByRole('menu', { name: 'Stage' })).toBeVisible();
  await page.keyboard.press('4');
  await expect(pane.getByRole('radio', { name: 'Offer' })).toBeChecked();
  await expect(log.getByText('Stage')).toBeVisible();
  await expect(thread.getByRole('button', { name: 'Stage: Offer' })).toBeFocused();
  await page.keyboard.press('u');
  await expect(pane.getByRole('radio', { name: 'New' })).toBeChecked();

  const upTo = pane.getByRole('textbox', { name: 'Budget up to' });
  await upTo.fill('about 5');
  await pane.getByRole('textbox', { name: 'Wishes' }).fill('Two bedrooms, a dog');
  await expect(pane.getByText('Enter an amount such as 4.5M')).toBeVisible();
  await upTo.fill('4.5M');
  await upTo.press('Enter');
  await expect(upTo).toHaveValue('₱4,500,000');
  await pane.getByRole('textbox', { name: 'What to do next' }).fill('Send the floor plan');
  await pane.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(pane.getByRole('button', { name: 'Tomorrow' })).toHaveAttribute('aria-pressed', 'true');

  const tomorrow = new Date(Date.now() + MANILA_MS + DAY_MS).toISOString().slice(0, 10);
  await expect
    .poll(async () => {
      const { token } = await openSession(server.url, 'agent');
      const client = await call<{ row: DeskRow; budget_max: number | null; wishes: string | null }>(
        'GET',
        `${server.url}/api/desk/clients/${row.id}`,
        token,
      );
      const { stage, next_action, next_action_on } = client.row;
      return { stage, next_action, next_action_on, most: client.budget_max, wishes: client.wishes };
    })
    .toEqual({
      stage: 'new',
      next_action: 'Send the floor plan',
      next_action_on: tomorrow,
      most: 4_500_000,
      wishes: 'Two bedrooms, a dog',
    });
});
