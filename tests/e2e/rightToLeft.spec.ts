import type { Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { SharedList } from '../../shared/contracts/lists.ts';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { callAs } from './support/newcomers.ts';
import { Screen } from './support/screens.ts';

/** Begins in Hebrew and ends in Latin, so that its place shows the direction of the layout. */
const words = (kind: string) => `שלום, זה ${kind}! (2BR)`;
const DAY_MS = 24 * 3_600_000;

/** Texts of people on this page that do not read from the right, and fields for texts that would not. */
const findLeftToRight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      // A name within a sentence of ours does not turn the sentence.
      if (!parentElement || !/^\s*שלום.*\(2BR\)\s*$/.test(textContent ?? '')) continue;
      if (parentElement.closest('title, option, script, .visuallyHidden')) continue;
      if (getComputedStyle(parentElement).direction !== 'rtl')
        wrong.push(`${textContent} in ${parentElement.outerHTML.slice(0, 160)}`);
    }
    const fields = document.querySelectorAll<HTMLElement>('textarea, input[type="text"], input[type="search"]');
    for (const field of fields)
      if (field.dir !== 'auto' && field.getClientRects().length > 0) wrong.push(field.outerHTML.slice(0, 160));
    return wrong;
  });

async function expectFromTheRight(page: Page, paths: string[]): Promise<void> {
  const screen = new Screen(page);
  for (const path of paths) {
    await screen.open(path);
    // The data of people has loaded.
    await expect(page.getByText(/\p{Script=Hebrew}/u).first(), path).toBeVisible();
    expect(await findLeftToRight(page), path).toEqual([]);
  }
}

test('what people write in Hebrew or Arabic reads from the right wherever it is shown', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const { url } = server;
  const agent = await openSession(url, 'agent');
  const admin = await openSession(url, 'admin');
  const agentCall = <Data>(method: string, path: string, body?: object) =>
    call<Data>(method, `${url}/api${path}`, agent.token, body);
  const { data: client } = await callAs<Session>(url, '', 'POST', '/api/auth/register', {
    name: words('dana'),
    email: 'dana.rtl@newcomer.example',
    password: 'a-long-enough-password',
    phone: null,
  });
  const clientCall = <Data>(method: string, path: string, body?: object) =>
    call<Data>(method, `${url}/api${path}`, client.token, body);

  const [home] = await agentCall<OwnProperty[]>('GET', `/agents/${agent.user.id}/properties`);
  if (!home) throw new Error('The demo agent has no listing');
  await agentCall('PUT', `/properties/${home.id}`, {
    title: words('title'),
    description: words('description'),
  });
  await agentCall('POST', '/agents/saved-replies', { title: words('reply'), text: words('reply text') });
  const { conversation } = await clientCall<{ conversation: { id: number } }>('POST', '/conversations', {
    agentId: agent.user.id,
    subject: words('subject'),
    initialMessage: words('message'),
    property_id: home.id,
  });
  await agentCall('POST', `/conversations/${conversation.id}/messages`, { content: words('answer') });
  const email = 'dana.rtl@newcomer.example';
  await leaveInquiry(url, agent.user.id, {
    name: words('asker'),
    email: 'asker.rtl@visitor.example',
    message: words('inquiry'),
  });
  const startsAt = new Date(Math.ceil((Date.now() + 3 * DAY_MS) / DAY_MS) * DAY_MS + 6 * 3_600_000).toISOString();
  await clientCall('POST', '/viewings', {
    property_id: home.id,
    starts_at: startsAt,
    note: words('viewing note'),
  });
  await clientCall('POST', `/agents/${agent.user.id}/reviews`, { rating: 5, comment: words('review') });
  await clientCall('POST', `/favorites/${home.id}`);
  await clientCall('PUT', `/favorites/${home.id}`, { note: words('own note') });
  const list = await clientCall<SharedList>('POST', '/lists', { name: words('list'), property_id: home.id });
  const item = list.items[0];
  if (!item) throw new Error('The list is empty');
  await clientCall('POST', `/lists/${list.id}/items/${item.id}/comments`, { text: words('comment') });
  await clientCall('POST', '/saved-searches', {
    name: words('search'),
    query: 'type=condo',
    frequency: 'daily',
  });
  const rowOf = async (search: string) => {
    const { rows } = await agentCall<{ rows: DeskRow[] }>('GET', `/desk/queue?view=all&search=${search}`);
    return rows[0]?.id ?? 0;
  };
  const [danaId, askerId] = [await rowOf(email), await rowOf('asker.rtl')];
  await agentCall('POST', `/desk/clients/${danaId}/notes`, { text: words('private note') });

  await expectFromTheRight(page, [`/properties/${home.id}`]);
  await signInWith(page, client);
  await expectFromTheRight(page, [
    `/conversations/${conversation.id}`,
    `/agents/${agent.user.id}?tab=reviews`,
    '/favorites',
    '/lists',
    `/lists/${list.id}`,
    '/dashboard',
    '/dashboard?tab=viewings',
    '/saved-searches',
    '/profile',
  ]);
  await signInWith(page, agent);
  await expectFromTheRight(page, [
    `/conversations/${conversation.id}`,
    `/desk?client=${danaId}`,
    `/desk?client=${askerId}`,
    '/desk/clients',
    '/desk/listings?search=2BR',
    '/agent-dashboard',
    '/agent-dashboard?tab=messages',
    '/agent-dashboard?tab=viewings',
  ]);
  await signInWith(page, admin);
  await expectFromTheRight(page, [
    '/admin-dashboard?tab=users&search=dana.rtl',
    '/admin-dashboard?tab=properties&search=2BR',
    '/admin-dashboard?tab=messages',
  ]);
});
