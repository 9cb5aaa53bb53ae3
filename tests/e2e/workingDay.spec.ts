import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Analytics } from '../../shared/contracts/analytics.ts';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { readPart, startSmtp } from '../support/smtp.ts';
import { AgentDashboard } from './pages/agentDashboard.ts';
import { Chat } from './pages/chat.ts';
import { MyProperties } from './pages/myProperties.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openBrowser } from './support/people.ts';
import { startServerProcess } from './support/serverProcess.ts';

const TITLE = 'A Working Day’s Listing in Salcedo';
const PRICE = 12_500_000.55;

/** As a phone takes it: grainy, and with the place it was taken at. */
async function phonePhoto(index: number) {
  const noise = { type: 'gaussian' as const, mean: 90 + index * 20, sigma: 25 };
  const buffer = await sharp({
    create: { width: 1_200, height: 800, channels: 3, background: '#888', noise },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 33/1 36/1' } })
    .jpeg({ quality: 60 })
    .toBuffer();
  return { name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** A call as the agent's own screen makes it. */
async function callAsAgent<Data>(url: string, path: string): Promise<Data> {
  const { token } = await openSession(url, 'agent');
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).data;
}

async function addListing(agent: Page): Promise<void> {
  const form = new PropertyForm(agent);
  await form.openNew();
  await form.fill(TITLE);
  const photos = await Promise.all([1, 2, 3].map(phonePhoto));
  await form.dialog.getByLabel('Choose images').setInputFiles(photos);
  await expect(form.images).toHaveCount(3);
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await form.submit.click();
  await expect(form.dialog).toBeHidden({ timeout: 20_000 });
  await expect(new MyProperties(agent).card(TITLE)).toBeVisible();
}

async function askByForm(browser: Browser, url: string, id: number): Promise<void> {
  const stranger = await openBrowser(browser, url);
  // A person without an account sees it in the public list.
  await stranger.goto(`/properties?search=%23${id}`);
  await expect(stranger.getByRole('article').filter({ hasText: TITLE })).toBeVisible();
  await stranger.context().close();
  const { user } = await openSession(url, 'agent');
  const answer = await fetch(`${url}/api/agents/${user.id}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Carmela Diaz',
      email: 'carmela@visitor.example',
      message: 'Is parking included?',
      property_id: id,
    }),
  });
  expect(answer.status).toBe(201);
}

test('a whole working day changes the figures by exactly what was done', async ({ browser }) => {
  test.setTimeout(150_000);
  const smtp = await startSmtp();
  const server = await startServerProcess({ SMTP_URL: smtp.url });
  const agent = await openBrowser(browser, server.url, 'agent');
  const visitor = await openBrowser(browser, server.url, 'user');
  try {
    const before = await callAsAgent<Analytics>(server.url, '/api/agents/analytics');

    await addListing(agent);
    const { properties } = await callAsAgent<{ properties: OwnProperty[] }>(server.url, '/api/properties/my/list');
    const listing = properties.find(({ title }) => title === TITLE);
    expect(listing?.images).toHaveLength(3);
    const id = Number(listing?.id);
    const picture = await fetch(`${server.url}${listing?.images[0]}`);
    const stored = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect(stored.format).toBe('webp');
    expect(stored.exif).toBeUndefined();

    // A stranger asks by form, the agent answers by e-mail.
    await askByForm(browser, server.url, id);
    await agent.goto('/agent-dashboard?tab=messages');
    const message = new AgentDashboard(agent).message('Carmela Diaz');
    await message.getByRole('button', { name: 'Reply' }).click();
    const reply = new AgentDashboard(agent).replyDialog('Carmela Diaz');
    await reply.getByLabel('Your Reply').fill('Yes, one slot is included.');
    await reply.getByRole('button', { name: 'Send Reply' }).click();
    await expect(message.getByText('Replied', { exact: true })).toBeVisible();
    await expect.poll(() => smtp.mails.find(({ to }) => to.includes('carmela@visitor.example'))).toBeDefined();
    const mail = smtp.mails.find(({ to }) => to.includes('carmela@visitor.example'));
    expect(mail && readPart(mail, 'text/plain')).toContain('one slot is included');

    // A signed-in visitor opens the listing, chats, and requests a viewing.
    await visitor.goto(`/properties/${id}`);
    await visitor.getByRole('button', { name: 'Chat', exact: true }).click();
    const visitorChat = new Chat(visitor);
    await visitorChat.say('Can we see it this week?');
    await expect(visitorChat.saying('Can we see it this week?')).toHaveCount(1);
    const agentChat = new Chat(agent);
    await expect(agent.getByText(/New Message/).first()).toBeVisible();
    await agentChat.openNewest();
    await agentChat.say('Gladly. Pick a time on the page.');
    await expect(visitorChat.saying('Gladly. Pick a time on the page.')).toHaveCount(1);

    await visitor.goto(`/properties/${id}`);
    await visitor.getByRole('button', { name: 'Request a Viewing' }).click();
    const request = visitor.getByRole('dialog');
    await request.getByRole('radiogroup', { name: 'Day' }).locator('label').nth(50).click();
    await request.getByRole('radiogroup', { name: 'Time' }).locator('label').nth(3).click();
    await request.getByRole('button', { name: 'Request Viewing' }).click();
    await expect(request.getByText('Viewing Requested')).toBeVisible();
    await agent.goto('/agent-dashboard?tab=viewings');
    const asked = agent.getByRole('article').filter({ hasText: TITLE });
    await asked.getByRole('button', { name: 'Confirm' }).click();
    await expect(asked.getByText('Confirmed', { exact: true })).toBeVisible();

    // The home is sold.
    const own = new MyProperties(agent);
    await own.open('&search=%23'.concat(String(id)));
    await own.mark(TITLE, 'Sold');
    const question = agent.getByRole('dialog', { name: 'Mark 1 property as Sold?' });
    await expect(question).toContainText('This cancels 1 viewing. We tell its visitor why.');
    await question.getByRole('button', { name: 'Mark as Sold' }).click();
    await expect(own.statusOf(TITLE)).toContainText('Sold');

    await expect
      .poll(async () => (await callAsAgent<Analytics>(server.url, '/api/agents/analytics')).overview)
      .toEqual({
        ...before.overview,
        totalProperties: before.overview.totalProperties + 1,
        soldProperties: before.overview.soldProperties + 1,
        soldThisMonth: before.overview.soldThisMonth + 1,
        totalRevenue: Math.round((before.overview.totalRevenue + PRICE) * 100) / 100,
        monthlyRevenue: Math.round((before.overview.monthlyRevenue + PRICE) * 100) / 100,
        totalViews: before.overview.totalViews + 1,
        totalConversations: before.overview.totalConversations + 1,
        activeConversations: before.overview.activeConversations + 1,
      });
    const after = await callAsAgent<Analytics>(server.url, '/api/agents/analytics');
    const [then, now] = [before, after].map(({ trends }) => trends.monthly.at(-1));
    expect(now).toEqual({
      month: then?.month,
      newListings: Number(then?.newListings) + 1,
      soldProperties: Number(then?.soldProperties) + 1,
      newConversations: Number(then?.newConversations) + 1,
      revenue: Math.round((Number(then?.revenue) + PRICE) * 100) / 100,
    });

    // The screen shows the same.
    await agent.goto('/agent-dashboard');
    const sold = agent.getByRole('link', { name: /^Sold This Month/ });
    await expect(sold).toContainText(String(after.overview.soldThisMonth));
    await agent.getByRole('tab', { name: 'Analytics' }).click();
    await expect(agent.getByRole('heading', { name: 'Top Performing Properties' })).toBeVisible();
  } finally {
    await agent.context().close();
    await visitor.context().close();
    await server.stop();
    await smtp.close();
  }
});

test('an agent without a listing or a conversation has nothing to count yet', async ({ page, server }) => {
  const figures = await callAsAgent<Analytics>(server.url, '/api/agents/analytics');
  const overview = { ...figures.overview, totalProperties: 0, totalConversations: 0 };
  // The demo agent's screen, with the response for an agent who has just begun.
  await page.route('**/api/agents/analytics', (route) =>
    route.fulfill({ json: { success: true, data: { ...figures, overview, topProperties: [] } } }),
  );
  await signIn(page, server.url, 'agent');
  await page.goto('/agent-dashboard?tab=analytics');
  await expect(page.getByText('No Analytics Data')).toBeVisible();
  await expectAccessible(page);
});
