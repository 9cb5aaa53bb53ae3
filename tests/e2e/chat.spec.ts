import { openDatabase } from '../../server/db/connection.ts';
import { Chat } from './pages/chat.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { countUnread, freshListing, openBrowser } from './support/people.ts';

/** Both tests talk to the same demo agent, whose badge counts: one after the other. */
test.describe.configure({ mode: 'serial' });

test('two people chat live: typing, messages, badges and read marks', { tag: '@journey' }, async ({
  browser,
  server,
}) => {
  const listing = await freshListing(server.url);
  const visitor = await openBrowser(browser, server.url, 'user');
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
  await expectAccessible(visitor);

  await visitor.context().close();
  await agent.context().close();
});

test('offline and back: nothing is missing, nothing is doubled', { tag: '@journey' }, async ({
  browser,
  server,
}) => {
  const listing = await freshListing(server.url, 1);
  const visitor = await openBrowser(browser, server.url, 'user');
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
  // What was typed is back in the box.
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
      { where: { property_id: listing.id }, transaction },
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
