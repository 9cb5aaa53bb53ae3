import { openDatabase } from '../../server/db/connection.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import { Chat } from './pages/chat.ts';
import { Desk } from './pages/desk.ts';
import { call, openSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { register } from './support/newcomers.ts';
import { countUnread, freshListing, openBrowser } from './support/people.ts';

// The visitor has just registered: other tests' messages to the demo agent are in no thread of theirs.

test('two people chat live: typing, messages, badges and read marks', { tag: '@journey' }, async ({
  browser,
  server,
}) => {
  const session = await register(server.url, 'Violeta Chua');
  const listing = await freshListing(server.url, 0, session);
  const visitor = await openBrowser(browser, server.url, session);
  const agent = await openBrowser(browser, server.url, 'agent');
  const visitorChat = new Chat(visitor);
  const agentChat = new Chat(agent);

  await agent.goto('/');
  const before = await countUnread(server.url, 'agent');
  await expect.poll(() => agentChat.unread()).toBe(before);

  await visitor.goto(`/properties/${listing.id}`);
  await visitor.getByRole('button', { name: 'Chat', exact: true }).click();
  await visitorChat.say('Is it still available?');
  await expect(visitorChat.saying('Is it still available?')).toHaveCount(1);

  // The agent's badge rises without a reload, and leads to the very conversation.
  await expect.poll(() => agentChat.unread()).toBe(before + 1);
  await agentChat.openNewest();
  await expect(agentChat.saying('Is it still available?')).toHaveCount(1);
  await expect.poll(() => agentChat.unread()).toBe(before);
  await expectAccessible(agent);

  // Read marks, typing and the answer arrive by themselves.
  await expect(visitorChat.log.getByTitle('Read')).toHaveCount(1);
  await agentChat.input.pressSequentially('Yes, it');
  await expect(visitor.getByText(/is typing/)).toBeVisible();
  await expect(visitor.getByText(/is typing/)).toBeHidden();
  await agentChat.say('Yes, it is. Would you like to see it?');
  await expect(visitorChat.saying('Yes, it is. Would you like to see it?')).toHaveCount(1);

  await visitor.context().close();
  await agent.context().close();
});

test('offline and back: nothing is missing, nothing is doubled', { tag: '@journey' }, async ({
  browser,
  server,
}) => {
  const session = await register(server.url, 'Tomas Tunnel');
  const listing = await freshListing(server.url, 0, session);
  const visitor = await openBrowser(browser, server.url, session);
  const agent = await openBrowser(browser, server.url, 'agent');
  const visitorChat = new Chat(visitor);
  const agentChat = new Chat(agent);

  await visitor.goto(`/properties/${listing.id}`);
  await visitor.getByRole('button', { name: 'Chat', exact: true }).click();
  await visitorChat.say('Before the tunnel');
  await expect(visitorChat.saying('Before the tunnel')).toHaveCount(1);
  await agent.goto('/');
  await agentChat.openNewest();

  await visitor.context().setOffline(true);
  await agentChat.say('First, while you were away');
  await agentChat.say('Second, while you were away');
  await expect(agentChat.saying('Second, while you were away')).toHaveCount(1);
  await visitorChat.say('From inside the tunnel');
  await expect(visitor.getByRole('alert')).toContainText('Not sent');
  // The typed text is back in the box.
  await expect(visitorChat.input).toHaveValue('From inside the tunnel');

  await visitor.context().setOffline(false);
  await expect(visitorChat.saying('Second, while you were away')).toHaveCount(1, { timeout: 20_000 });
  await visitorChat.input.press('Enter');
  for (const chat of [visitorChat, agentChat])
    for (const text of [
      'Before the tunnel',
      'First, while you were away',
      'Second, while you were away',
      'From inside the tunnel',
    ])
      await expect(chat.saying(text)).toHaveCount(1);

  // An administrator suspends it: readable, not writable.
  const database = openDatabase({ dataDir: server.dataDir });
  await database.transaction((transaction) =>
    database.models.Conversation.update(
      { status: 'suspended' },
      { where: { user_id: session.user.id }, transaction },
    ),
  );
  await database.close();
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Account menu', exact: false }).waitFor();
  await visitorChat.openNewest();
  await expect(visitorChat.saying('From inside the tunnel')).toHaveCount(1);
  await expect(visitor.getByText(/suspended by an administrator/)).toBeVisible();
  await expect(visitorChat.input).toHaveCount(0);

  await visitor.context().close();
  await agent.context().close();
});

test('what a visitor asks by the form, the answers by email and the chat are one thread for both', {
  tag: '@journey',
}, async ({ browser, server }) => {
  const session = await register(server.url, 'Rufina Leaks');
  const { user } = session;
  const listing = await freshListing(server.url, 0, session);
  const { user: agent, token } = await openSession(server.url, 'agent');
  await call('POST', `${server.url}/api/agents/${agent.id}/contact`, session.token, {
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

  const visitor = await openBrowser(browser, server.url, session);
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.goto('/dashboard?tab=messages');
  // The section appears by itself, and moves the content below it.
  await expect(visitor.getByRole('region', { name: 'Please confirm your email' })).toBeVisible();
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

  // The agent goes on in the chat: the thread is the same one, below the earlier messages.
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
  await box.pressSequentially('Yes, please.');
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
  const session = await register(server.url, 'Ligaya Moreno');
  const listing = await freshListing(server.url, 0, session);
  const { user: agent, token } = await openSession(server.url, 'agent');
  await call('POST', `${server.url}/api/agents/${agent.id}/contact`, session.token, {
    name: session.user.name,
    email: session.user.email,
    message: 'Is there a garden?',
    property_id: listing.id,
  });
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${server.url}/api/desk/queue?view=all`, token);
  const row = rows.find(({ name }) => name === 'Ligaya Moreno');
  const console = await openBrowser(browser, server.url, 'agent');
  await console.clock.install();
  await console.goto(`/desk?client=${row?.id}`);
  const thread = console.getByRole('region', { name: 'Conversation' });
  await expect(thread.getByRole('radio', { name: 'Email' })).toBeChecked();
  await thread.getByRole('radio', { name: 'Chat' }).check({ force: true });
  await expect(thread.getByText('This starts a chat with Ligaya Moreno.')).toBeVisible();
  await thread.getByRole('textbox', { name: 'Message to Ligaya Moreno' }).pressSequentially('A small one.');
  await console.keyboard.press('Control+Enter');
  await new Desk(console).letGo('Ligaya Moreno');
  const talks = () =>
    call<{ property: { id: number } | null; last_message: { content: string } | null }[]>(
      'GET',
      `${server.url}/api/conversations`,
      session.token,
    );
  await expect
    .poll(talks)
    .toMatchObject([{ property: { id: listing.id }, last_message: { content: 'A small one.' } }]);
  await console.goto('/agent-dashboard?tab=messages');
  await expect(console.getByText('You replied in the chat').first()).toBeVisible();
  await console.context().close();
});
