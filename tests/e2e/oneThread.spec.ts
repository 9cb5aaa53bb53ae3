import type { DeskRow } from '../../shared/contracts/desk.ts';
import { call, openSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { freshListing, openBrowser } from './support/people.ts';

test('what a visitor asks by the form, the answers by email and the chat are one thread for both', {
  tag: '@journey',
}, async ({ browser, server }) => {
  const listing = await freshListing(server.url, 6);
  const { user, token: userToken } = await openSession(server.url, 'user');
  const { user: agent, token } = await openSession(server.url, 'agent');
  await call('POST', `${server.url}/api/agents/${agent.id}/contact`, userToken, {
    name: user.name,
    email: user.email,
    message: 'Does the roof leak?',
    property_id: listing.id,
  });
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${server.url}/api/desk/queue?view=all`, token);
  const row = rows.find(({ user_id }) => user_id === user.id);
  const reply = (body: object) =>
    call('POST', `${server.url}/api/desk/clients/${row?.id}/replies`, token, {
      ...body,
      client_id: crypto.randomUUID(),
    });
  await reply({ channel: 'email', content: 'It was mended in May.' });

  const visitor = await openBrowser(browser, server.url, 'user');
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.goto('/dashboard?tab=messages');
  const rowOfThread = visitor
    .getByRole('list', { name: 'Conversations' })
    .getByRole('button')
    .filter({ hasText: listing.title });
  await expect(rowOfThread).toHaveCount(1);
  await expect(rowOfThread).toContainText('It was mended in May.');
  await rowOfThread.click();
  const log = visitor.getByRole('log', { name: `Messages with ${agent.name}` });
  await expect(log.getByText('Does the roof leak?')).toBeVisible();
  await expect(log.getByText('Sent with the message form')).toBeVisible();
  await expect(log.getByText('It was mended in May.')).toBeVisible();
  await expect(log.getByText('Answered by email')).toBeVisible();
  await expectAccessible(visitor);

  // The agent goes on in the chat: the thread is the same one, below what was written before.
  const console = await openBrowser(browser, server.url, 'agent');
  await console.goto(`/desk?client=${row?.id}`);
  const thread = console.getByRole('region', { name: 'Conversation' });
  const agentLog = thread.getByRole('log');
  await expect(agentLog.getByText('Does the roof leak?')).toHaveCount(1);
  await reply({ channel: 'chat', content: 'Shall I send pictures?', property_id: listing.id });
  await expect(agentLog.getByText('Shall I send pictures?')).toHaveCount(1);
  await expect(agentLog.getByText('Does the roof leak?')).toHaveCount(1);
  await expect(log.getByText('Shall I send pictures?')).toBeVisible();
  await expect(log.getByText('Does the roof leak?')).toHaveCount(1);
  await expect(rowOfThread).toHaveCount(1);
  const words = await log.innerText();
  const places = ['Does the roof leak?', 'It was mended in May.', 'Shall I send pictures?'].map((text) =>
    words.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));

  // The visitor's answer in the chat reaches the agent's timeline, and the page of the listing opens the same thread.
  const box = visitor.getByRole('textbox', { name: `Message to ${agent.name}` });
  await box.fill('Yes, please.');
  await box.press('Enter');
  await expect(agentLog.getByText('Yes, please.')).toHaveCount(1);
  await visitor.goto(`/properties/${listing.id}`);
  await visitor.getByRole('button', { name: 'Chat', exact: true }).click();
  const chat = visitor.getByRole('dialog').getByRole('log');
  await expect(chat.getByText('Yes, please.')).toBeVisible();
  await expect(chat.getByText('Does the roof leak?')).toHaveCount(1);

  // On a phone it opens in the chat modal.
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto('/dashboard?tab=messages');
  await rowOfThread.click();
  await expect(visitor.getByRole('dialog').getByText('It was mended in May.')).toBeVisible();
  await expectNoSidewaysScroll(visitor);
  // The agent's list of inquiries says how it was answered last.
  await console.goto('/agent-dashboard?tab=messages');
  await expect(console.getByText('You replied by email').first()).toBeVisible();
  await visitor.context().close();
  await console.context().close();
});

test('an agent begins the chat with who asked by the form, from the Desk', async ({ browser, server }) => {
  const listing = await freshListing(server.url, 7);
  const { user: agent, token } = await openSession(server.url, 'agent');
  const email = `ligaya.${Date.now()}@silong.example`;
  const registered = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ligaya Moreno', email, password: 'a long enough pass-phrase 7' }),
  }).then((answer) => answer.json());
  expect(registered.success, JSON.stringify(registered)).toBe(true);
  await call('POST', `${server.url}/api/agents/${agent.id}/contact`, registered.data.token, {
    name: 'Ligaya Moreno',
    email,
    message: 'Is there a garden?',
    property_id: listing.id,
  });
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${server.url}/api/desk/queue?view=all`, token);
  const row = rows.find(({ name }) => name === 'Ligaya Moreno');
  const console = await openBrowser(browser, server.url, 'agent');
  await console.goto(`/desk?client=${row?.id}`);
  const thread = console.getByRole('region', { name: 'Conversation' });
  await expect(thread.getByRole('radio', { name: 'Email' })).toBeChecked();
  await thread.getByRole('radio', { name: 'Chat' }).check({ force: true });
  await expect(thread.getByText('This starts a chat with Ligaya Moreno.')).toBeVisible();
  await expectAccessible(console);
  await thread.getByRole('textbox', { name: 'Message to Ligaya Moreno' }).fill('A small one.');
  await console.keyboard.press('Control+Enter');
  const talks = () =>
    call<{ property: { id: number } | null; last_message: { content: string } | null }[]>(
      'GET',
      `${server.url}/api/conversations`,
      registered.data.token,
    );
  await expect
    .poll(talks, { timeout: 15_000 })
    .toMatchObject([{ property: { id: listing.id }, last_message: { content: 'A small one.' } }]);
  await console.goto('/agent-dashboard?tab=messages');
  await expect(console.getByText('You replied in the chat').first()).toBeVisible();
  await console.context().close();
});
