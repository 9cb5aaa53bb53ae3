import { readPart, startSmtp } from '../support/smtp.ts';
import { AgentDashboard } from './pages/agentDashboard.ts';
import { Chat } from './pages/chat.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { callAs } from './support/newcomers.ts';
import { startServerProcess } from './support/serverProcess.ts';

test('a client message is read, answered by e-mail, closed and reopened', { tag: '@journey' }, async ({
  page,
  consoleErrors,
}) => {
  const smtp = await startSmtp();
  const server = await startServerProcess({ SMTP_URL: smtp.url });
  try {
    const { user } = await signIn(page, server.url, 'agent');
    const dashboard = new AgentDashboard(page);
    await page.goto(`${server.url}/agent-dashboard?tab=messages`);
    await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Client Messages' })).toBeVisible();
    await new Chat(page).bell.waitFor();
    // The page must be listening before the visitor writes.
    await expect(page.getByRole('tab', { name: 'Messages' })).toBeVisible();
    await page.waitForLoadState('networkidle');

    await leaveInquiry(server.url, user.id, {
      name: 'Carmela Diaz',
      email: 'carmela@visitor.example',
      message: 'Is parking included?\nI have two cars.',
      property_interest: 'condo',
    });
    // It appears without a reload.
    const message = dashboard.message('Carmela Diaz');
    await expect(message).toContainText('Is parking included?');
    await expect(message).toContainText('Condominium');
    await expect(message.getByText('New', { exact: true })).toBeVisible();
    await message.getByRole('button', { name: 'Mark Read' }).click();
    await expect(message.getByText('Read', { exact: true })).toBeVisible();
    await expect(message.getByRole('button', { name: 'Mark Read' })).toHaveCount(0);

    await message.getByRole('button', { name: 'Reply' }).click();
    const dialog = dashboard.replyDialog('Carmela Diaz');
    const send = dialog.getByRole('button', { name: 'Send Reply' });
    await expect(send).toBeDisabled();
    await expect(dialog.getByRole('radio', { name: 'Phone' })).toBeDisabled();
    await expect(dialog.getByRole('radio', { name: 'SMS' })).toBeDisabled();
    const box = dialog.getByLabel('Your Reply');
    await box.press('Control+Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a reply message');

    // A failure keeps the typed text, and so does closing the dialog.
    await box.fill('One slot is included, a second one can be rented.');
    await page.route('**/reply', (route) => route.abort());
    await send.click();
    await expect(dialog.getByRole('alert')).toHaveText('Network error. Please try again.');
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    await page.unroute('**/reply');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await message.getByRole('button', { name: 'Reply' }).click();
    await expect(box).toHaveValue('One slot is included, a second one can be rented.');
    await expectAccessible(page);
    await box.press('Control+Enter');
    await expect(dialog).toBeHidden();

    // The other mail notified the agent of the inquiry.
    const mails = await smtp.waitFor(2);
    const mail = mails.find(({ to }) => to.includes('carmela@visitor.example'));
    expect(mail?.to).toEqual(['carmela@visitor.example']);
    expect(mail?.raw).toMatch(/^Reply-To: .*agent@silong\.example/m);
    expect(mail && readPart(mail, 'text/plain')).toContain('a second one can be rented');
    await expect(message).toContainText('You replied by email');
    await expect(message.getByText('Sent', { exact: true })).toBeVisible();
    await expect(message.getByText('Replied', { exact: true })).toBeVisible();
    await expect(message.getByRole('button', { name: 'Reply Again' })).toBeVisible();

    await message.getByRole('button', { name: 'Close' }).click();
    await expect(message.getByText('Closed', { exact: true })).toBeVisible();
    await expect(message.getByRole('button', { name: /Reply/ })).toHaveCount(0);
    await dashboard.filter('New').click();
    await expect(message).toHaveCount(0);
    await dashboard.filter('Closed').click();
    await message.getByRole('button', { name: 'Reopen' }).click();
    await dashboard.filter('New').click();
    await expect(message.getByRole('button', { name: 'Mark Read' })).toBeVisible();
  } finally {
    // Requests still on their way would be refused, and the console would say so.
    await page.goto('about:blank');
    await server.stop();
    await smtp.close();
  }
});

test('without a mail server the reply waits, and says so; phone is only recorded', async ({ page, server }) => {
  const { user } = await signIn(page, server.url, 'agent');
  const dashboard = new AgentDashboard(page);
  await leaveInquiry(server.url, user.id, {
    name: 'Dante Lim',
    email: 'dante@visitor.example',
    phone: '+63 917 555 0199',
    message: 'Can I see it on Sunday?',
  });
  await page.goto('/agent-dashboard?tab=messages');
  const message = dashboard.message('Dante Lim');
  await message.getByRole('button', { name: 'Reply' }).click();
  const dialog = dashboard.replyDialog('Dante Lim');
  await dialog.getByLabel('Your Reply').fill('Sunday at ten is fine.');
  await dialog.getByRole('button', { name: 'Send Reply' }).click();
  await expect(message.getByText('Waiting for the mail server')).toBeVisible();

  await message.getByRole('button', { name: 'Reply Again' }).click();
  await dialog.getByRole('radio', { name: 'Phone' }).check();
  await expect(dialog).toContainText('Nothing is sent from here');
  await dialog.getByLabel('What you told them').fill('Called: Sunday at ten.');
  await dialog.getByRole('button', { name: 'Record Reply' }).click();
  await expect(message).toContainText('You replied by phone');
  await expect(message.getByText('Recorded', { exact: true })).toBeVisible();
});

test('a link to an inquiry leads to it, however far down it stands', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { token, user } = await openSession(server.url, 'agent');
  const path = `/api/agents/${user.id}/contacts`;
  const { data } = await callAs<{ id: number }[]>(server.url, token, 'GET', path);
  const oldest = data.at(-1);
  await page.goto(`/agent-dashboard?tab=messages&inquiry=${oldest?.id}`);
  const heading = page.locator(`[data-inquiry="${oldest?.id}"]`).getByRole('heading');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL(/tab=messages$/);
});

test('a conversation with a colleague is started', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { user } = await openSession(server.url, 'agent');
  const dashboard = new AgentDashboard(page);
  await page.goto('/agent-dashboard?tab=messages');
  const open = page.getByRole('button', { name: 'New Conversation' });
  await open.click();
  const dialog = dashboard.startDialog;
  const start = dialog.getByRole('button', { name: 'Start Conversation' });
  const people = dialog.getByRole('radio');
  await expect(people.first()).toBeVisible();
  await expect(dialog.getByRole('radio', { name: new RegExp(user.name) })).toHaveCount(0);
  await expect(start).toBeDisabled();
  await people.first().check();
  await expect(start).toBeDisabled();
  await dialog.getByLabel('Initial Message').fill('   ');
  await expect(start).toBeDisabled();
  await dialog.getByLabel('Initial Message').fill('Shall we share the Makati listing?');
  await expect(start).toBeEnabled();

  // Closing clears both.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open.click();
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(dialog.getByLabel('Initial Message')).toHaveValue('');
  await people.first().check();
  await dialog.getByLabel('Initial Message').fill('Shall we share the Makati listing?');
  await expectAccessible(page);
  await start.click();
  await expect(new Chat(page).saying('Shall we share the Makati listing?')).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
});

for (const width of [1440, 390])
  test(`fits and is accessible at ${width} pixels`, async ({ page, server }) => {
    const { user } = await signIn(page, server.url, 'agent');
    await leaveInquiry(server.url, user.id, {
      name: `Maximiliana Concepcion ${width}`,
      email: `${'a-very-long-address.'.repeat(4)}${width}@visitor.example`,
      phone: '+63 917 555 0123',
      message: `https://example.com/${'x'.repeat(120)}`,
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/agent-dashboard?tab=messages');
    await expect(new AgentDashboard(page).message(`Maximiliana Concepcion ${width}`)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Viewings' }).click();
    await expect(page).toHaveURL(/tab=viewings/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

test('the dashboards are for their roles only', async ({ page, server }) => {
  await signIn(page, server.url, 'user');
  await page.goto('/agent-dashboard?tab=messages');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
});
