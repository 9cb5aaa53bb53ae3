import type { Inquiry } from '../../../shared/contracts/inquiries.ts';
import type { OwnProperty } from '../../../shared/contracts/propertyWrites.ts';
import type { Viewing } from '../../../shared/contracts/viewings.ts';
import { AgentDashboard } from '../../e2e/pages/agentDashboard.ts';
import { Chat } from '../../e2e/pages/chat.ts';
import { MyProperties } from '../../e2e/pages/myProperties.ts';
import { openSession } from '../../e2e/support/accounts.ts';
import { leaveInquiry } from '../../e2e/support/inquiries.ts';
import { startServerProcess } from '../../e2e/support/serverProcess.ts';
import { startSmtp } from '../../support/smtp.ts';
import { DesktopConsole } from './support/desktopConsole.ts';
import { callAs, readMessages, startTalk } from './support/talks.ts';
import { expect, test } from './support/test.ts';

test('works offline for a while: what was written waits, survives a kill, and arrives exactly once; a conversation that nobody opened can be read, and is then marked as read', {
  tag: '@journey',
}, async ({ server }) => {
  test.setTimeout(180_000);
  let desktop = await DesktopConsole.launchAt(server.url);
  const { userData } = desktop;
  const readAt = async (id: number) => (await readMessages(server.url, 'user', id)).map((one) => one.read_at);
  try {
    await desktop.takeSession(server.url, 'agent');
    const unopened = await startTalk(server.url, 'Is the roof new?');
    await desktop.go('/agent-dashboard?tab=messages');
    const peeked = desktop.page.waitForResponse((answer) =>
      answer.url().includes(`/api/conversations/${unopened}/messages?`),
    );
    await expect(desktop.page.getByText('Is the roof new?').first()).toBeVisible();
    await peeked;
    expect(await readAt(unopened)).toEqual([null]);
    const talk = await startTalk(server.url, 'Can I come on Saturday?');
    await desktop.go('/agent-dashboard?tab=properties');
    const own = new MyProperties(desktop.page);
    await expect(own.cards.first()).toBeVisible();
    const { properties } = await callAs<{ properties: OwnProperty[] }>(
      server.url,
      'agent',
      'GET',
      '/api/properties/my/list',
    );
    const listing = properties.find(({ status }) => status === 'available');
    const title = String(listing?.title);
    await desktop.go(`/conversations/${talk}`);
    const chat = new Chat(desktop.page);
    await expect(chat.saying('Can I come on Saturday?')).toHaveCount(1);
    // The offline copy is written every few seconds.
    await desktop.page.waitForTimeout(4_000);

    await server.pause();
    await expect(desktop.status).toContainText(/Offline · as of \d\d:\d\d/, { timeout: 20_000 });
    await chat.say('Saturday is fine.');
    await expect(chat.saying('Saturday is fine.')).toHaveCount(1);
    await chat.say('At ten?');
    await expect(chat.log.getByTitle('Waiting for the connection')).toHaveCount(2);
    await desktop.page.keyboard.press('Escape');
    await desktop.go('/agent-dashboard?tab=properties');
    await own.mark(title, 'Pending');
    await expect(desktop.status).toContainText('Outbox: 3 waiting');

    await desktop.kill();
    desktop = await DesktopConsole.launch({ userData });
    await expect(desktop.status).toContainText('Outbox: 3 waiting');
    await desktop.go('/agent-dashboard?tab=properties');
    const restarted = new MyProperties(desktop.page);
    await expect(restarted.card(title)).toBeVisible();
    await desktop.go(`/conversations/${talk}`);
    const chatAgain = new Chat(desktop.page);
    await expect(chatAgain.saying('Can I come on Saturday?')).toHaveCount(1);
    await expect(chatAgain.log.getByTitle('Waiting for the connection')).toHaveCount(2);
    await desktop.page.keyboard.press('Escape');
    await desktop.go(`/conversations/${unopened}`);
    await expect(chatAgain.saying('Is the roof new?')).toHaveCount(1);

    // The read mark is sent once the server is back.
    await server.resume();
    await expect(desktop.status.getByText(/Outbox/)).toHaveCount(0, { timeout: 40_000 });
    const stored = await readMessages(server.url, 'user', talk);
    expect(stored.map(({ content }) => content)).toEqual([
      'Can I come on Saturday?',
      'Saturday is fine.',
      'At ten?',
    ]);
    const after = await callAs<{ properties: OwnProperty[] }>(
      server.url,
      'agent',
      'GET',
      '/api/properties/my/list?limit=100',
    );
    expect(after.properties.find(({ id }) => id === listing?.id)?.status).toBe('pending');
    await expect.poll(async () => (await readAt(unopened))[0], { timeout: 40_000 }).not.toBeNull();
    await desktop.page.keyboard.press('Escape');
    await desktop.go(`/conversations/${talk}`);
    await expect(chatAgain.saying('At ten?')).toHaveCount(1);
    await expect(chatAgain.log.getByTitle('Waiting for the connection')).toHaveCount(0);
  } finally {
    await desktop.end();
    await server.resume();
  }
});

test('while the server is away an inquiry is answered and another one closed; a conflict is shown, never overwritten', async () => {
  test.setTimeout(180_000);
  const smtp = await startSmtp();
  const server = await startServerProcess({ SMTP_URL: smtp.url });
  const desktop = await DesktopConsole.launchAt(server.url);
  try {
    const { user } = await openSession(server.url, 'agent');
    const [answered, closed] = ['Carmela Diaz', 'Dindo Cruz'] as const;
    for (const name of [answered, closed])
      await leaveInquiry(server.url, user.id, {
        name,
        email: `${name.split(' ')[0]?.toLowerCase()}@visitor.example`,
        message: 'Is it still free?',
      });
    const stored = async (name: string) => {
      const path = `/api/agents/${user.id}/contacts`;
      const inquiries = await callAs<Inquiry[]>(server.url, 'agent', 'GET', path);
      return inquiries.find((inquiry) => inquiry.name === name);
    };
    await desktop.takeSession(server.url, 'agent');
    await desktop.go('/agent-dashboard?tab=properties');
    const own = new MyProperties(desktop.page);
    await expect(own.cards.first()).toBeVisible();
    const list = () =>
      callAs<{ properties: OwnProperty[] }>(server.url, 'agent', 'GET', '/api/properties/my/list?limit=100');
    // Marking a listing with viewings asks first.
    const viewings = await callAs<Viewing[]>(server.url, 'agent', 'GET', '/api/viewings');
    const isViewed = (id: number) => viewings.some(({ property }) => property.id === id);
    const listing = (await list()).properties.find(({ id, status }) => status === 'available' && !isViewed(id));
    const title = String(listing?.title);
    await own.mark(title, 'Sold');
    const statusOf = async () => (await list()).properties.find(({ id }) => id === listing?.id)?.status;
    await expect.poll(statusOf).toBe('sold');
    await desktop.page.waitForLoadState('networkidle');
    await desktop.go('/agent-dashboard?tab=messages');
    const dashboard = new AgentDashboard(desktop.page);
    await expect(dashboard.message(answered)).toBeVisible();
    // Changed elsewhere; the list here is outdated.
    await callAs(server.url, 'agent', 'PUT', `/api/properties/${listing?.id}`, { status: 'pending' });

    await server.pause();
    await expect(desktop.status).toContainText('Offline', { timeout: 20_000 });
    await dashboard.message(closed).getByRole('button', { name: 'Close' }).click();
    await expect(dashboard.message(closed)).toContainText('Waiting for the connection');
    await dashboard.message(answered).getByRole('button', { name: 'Reply' }).click();
    const dialog = dashboard.replyDialog(answered);
    await dialog.getByLabel('Your Reply').fill('It is. Come and see it.');
    await dialog.getByRole('button', { name: 'Send Reply' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(desktop.status).toContainText('Outbox: 2 waiting');
    await expect(dashboard.message(answered)).toContainText('It is. Come and see it.');

    await desktop.go('/agent-dashboard?tab=properties');
    await own.mark(title, 'Rented');
    await expect(desktop.status).toContainText('Outbox: 3 waiting');

    await server.resume();
    await expect(desktop.status).toContainText('Outbox: 1 needs you', { timeout: 40_000 });
    await expect.poll(async () => (await stored(answered))?.status).toBe('replied');
    expect(await stored(closed)).toMatchObject({ status: 'closed' });
    expect(await stored(answered)).toMatchObject({
      status: 'replied',
      reply_message: 'It is. Come and see it.',
    });
    await desktop.status.getByText('Outbox: 1 needs you').click();
    const outbox = desktop.page.getByRole('dialog', { name: 'Outbox' });
    await expect(outbox).toContainText('This listing is now Pending');
    expect(await statusOf()).toBe('pending');
    await outbox.getByRole('button', { name: 'Change It Anyway' }).click();
    await expect(outbox).toContainText('Nothing is waiting');
    await expect.poll(statusOf).toBe('rented');
    await desktop.page.keyboard.press('Escape');
    await desktop.go('/agent-dashboard?tab=messages');
    await expect(dashboard.message(closed)).toBeVisible();
    await expect(dashboard.message(closed)).not.toContainText('Waiting for the connection');
    await expect.poll(() => smtp.mails.filter(({ to }) => to.includes('carmela@visitor.example')).length).toBe(1);
  } finally {
    await desktop.end();
    await server.stop();
    await smtp.close();
  }
});
