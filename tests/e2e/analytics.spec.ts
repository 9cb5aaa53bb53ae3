import type { Page } from '@playwright/test';
import type { Analytics } from '../../shared/contracts/analytics.ts';
import type { Conversation } from '../../shared/contracts/conversations.ts';
import { openSession, signIn } from './support/accounts.ts';
import { downloadText } from './support/downloads.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs } from './support/newcomers.ts';

const FIGURES = '**/api/agents/analytics*';

async function readAsAgent<Data>(url: string, path: string): Promise<Data> {
  const { token } = await openSession(url, 'agent');
  return (await callAs<Data>(url, token, 'GET', path)).data;
}

const card = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) });

test.describe('Overview', () => {
  test('six figures, each leading to its place, and the first three conversations', async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    const { overview } = await readAsAgent<Analytics>(server.url, '/api/agents/analytics');
    const conversations = await readAsAgent<Conversation[]>(server.url, '/api/conversations');
    const cards: [label: string, value: number, leadsTo: RegExp][] = [
      ['Total Listings', overview.totalProperties, /tab=properties$/],
      ['Active Listings', overview.activeProperties, /tab=properties&status=available$/],
      ['Sold This Month', overview.soldThisMonth, /tab=properties&status=sold$/],
      ['Total Views', overview.totalViews, /tab=analytics$/],
      ['New Inquiries', overview.newInquiries, /tab=messages$/],
      ['Scheduled Viewings', overview.scheduledViewings, /tab=viewings$/],
    ];
    await page.goto('/agent-dashboard');
    const recent = page.getByRole('region', { name: 'Recent Inquiries' });
    const rows = recent.getByRole('listitem');
    await expect(rows).toHaveCount(3);
    for (const [index, { participant }] of conversations.slice(0, 3).entries())
      await expect(rows.nth(index)).toContainText(participant.name);
    await expect(recent.getByText(`${overview.newInquiries} new`)).toBeVisible();
    for (const [label, value, leadsTo] of cards) {
      await expect(card(page, label)).toContainText(value.toLocaleString('en-PH'));
      await card(page, label).click();
      await expect(page).toHaveURL(leadsTo);
      await page.goBack();
    }
    await recent.getByRole('link', { name: 'View All' }).click();
    await expect(page).toHaveURL(/tab=messages$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Add New Property' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('follows what happens while it is open', { tag: '@journey' }, async ({ page, server }) => {
    const { user: agent } = await signIn(page, server.url, 'agent');
    await page.goto('/agent-dashboard');
    const { overview } = await readAsAgent<Analytics>(server.url, '/api/agents/analytics');
    await expect(card(page, 'New Inquiries')).toContainText(String(overview.newInquiries));
    await page.waitForLoadState('networkidle');

    const asked = await callAs(server.url, '', 'POST', `/api/agents/${agent.id}/contact`, {
      name: 'Remedios Lim',
      email: 'remedios@visitor.example',
      message: 'Is the garden shared?',
    });
    expect(asked.status).toBe(201);
    await expect(card(page, 'New Inquiries')).toContainText(String(overview.newInquiries + 1));

    const visitor = await openSession(server.url, 'user');
    const begun = await callAs(server.url, visitor.token, 'POST', '/api/conversations', {
      agentId: agent.id,
      subject: 'The corner unit',
      initialMessage: 'May we bring our dog?',
    });
    expect(begun.status).toBe(201);
    const newest = page.getByRole('region', { name: 'Recent Inquiries' }).getByRole('listitem').first();
    await expect(newest).toContainText('May we bring our dog?');
  });
});

test.describe('Analytics', () => {
  test('the period stands in the address and is found again', async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    await page.goto('/agent-dashboard?tab=analytics&from=2026-01-10&to=2026-03-05');
    const trends = page.getByRole('table', { name: 'Monthly Trends' });
    await expect(trends.getByRole('row')).toHaveText([/^Month/, /^Jan 26/, /^Feb 26/, /^Mar 26/]);
    await expect(page.getByLabel('Period')).toHaveValue('custom');
    await page.getByLabel('From').fill('2026-03-20');
    // The other end has come along.
    await expect(page).toHaveURL(/from=2026-03-20&to=2026-03-20/);
    await expect(trends.getByRole('row')).toHaveCount(2);
    await page.getByLabel('Period').selectOption('Last 3 months');
    await expect(page).toHaveURL(/range=3-months/);
    await page.reload();
    await expect(page.getByLabel('Period')).toHaveValue('3-months');
    await expect(trends.getByRole('row')).toHaveCount(4);
  });

  test('both tables can be had as files, and the best listings are sorted by any column, both ways', async ({
    page,
    server,
  }) => {
    await signIn(page, server.url, 'agent');
    const figures = await readAsAgent<Analytics>(server.url, '/api/agents/analytics');
    await page.goto('/agent-dashboard?tab=analytics');
    const months = await downloadText(page, 'Download CSV of the monthly figures');
    expect(months.name).toBe('silong-monthly.csv');
    expect(months.text.trim().split('\r\n')).toHaveLength(figures.trends.monthly.length + 1);
    const listings = await downloadText(page, 'Download CSV of all properties');
    expect(listings.name).toBe('silong-properties.csv');
    expect(listings.text.trim().split('\r\n')).toHaveLength(figures.overview.totalProperties + 1);

    const { topProperties } = figures;
    const table = page.getByRole('table', { name: 'Top Performing Properties' });
    const titles = table.getByRole('rowheader');
    await expect(titles).toHaveText(topProperties.map(({ title }) => title));
    const cheapest = topProperties.toSorted((one, other) => one.price - other.price)[0]?.title ?? '';
    await table.getByRole('button', { name: 'Price' }).click();
    await expect(titles.first()).toHaveText(cheapest);
    await table.getByRole('button', { name: 'Price' }).click();
    await expect(titles.last()).toHaveText(cheapest);
    await expect(table.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  });

  test('a failure is told in the banner, and tried again', async ({ page, server, consoleErrors }) => {
    await signIn(page, server.url, 'agent');
    await page.route(FIGURES, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await page.goto('/agent-dashboard?tab=analytics');
    const banner = page.getByRole('alert').filter({ hasText: 'Try Again' });
    await expect(banner).toContainText('Failed to fetch analytics data', { timeout: 20_000 });
    await expectAccessible(page);
    await page.unroute(FIGURES);
    await page.route(FIGURES, (route) => route.abort());
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await expect(banner).toContainText('Network error', { timeout: 20_000 });
    await page.unroute(FIGURES);
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Conversion Rate')).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(consoleErrors.splice(0).every((line) => /500|ERR_FAILED/.test(line))).toBe(true);
  });

  test('overview and analytics fit at any width', async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    for (const tab of ['overview', 'analytics']) {
      await page.goto(`/agent-dashboard?tab=${tab}`);
      await page.getByText(tab === 'overview' ? 'Next Viewings' : 'Conversion Rate').waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
      }
    }
  });
});
