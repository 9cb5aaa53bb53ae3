import type { Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { OwnOffice } from '../../shared/contracts/offices.ts';
import { addDays, manilaDay } from '../../shared/manilaDays.ts';
import { Desk } from './pages/desk.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { openBrowser } from './support/people.ts';

const PASSWORD = 'office-agent-1';
const WIDTHS = [390, 768, 1440];

/** An approved agent with a confirmed address, made of the name. */
async function newAgent(baseUrl: string, name: string): Promise<Session> {
  const admin = await openSession(baseUrl, 'admin');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@office.example`;
  await call('POST', `${baseUrl}/api/admin/users`, admin.token, {
    name,
    email,
    password: PASSWORD,
    role: 'agent',
  });
  return call('POST', `${baseUrl}/api/auth/login`, '', { email, password: PASSWORD });
}

/** An office whose manager comes first; the others are members. */
async function newOffice(baseUrl: string, name: string, people: readonly string[], sharesQueue = false) {
  const agents = await Promise.all(people.map((person) => newAgent(baseUrl, person)));
  const [manager, ...others] = agents;
  if (!manager) throw new Error('An office needs a manager');
  await call('POST', `${baseUrl}/api/office`, manager.token, { name, shares_queue: sharesQueue });
  for (const { token, user } of others) {
    await call('POST', `${baseUrl}/api/office/invitations`, manager.token, { email: user.email });
    const { invitations_to_me } = await call<OwnOffice>('GET', `${baseUrl}/api/office`, token);
    await call('PUT', `${baseUrl}/api/office/invitations/${invitations_to_me[0]?.id}`, token, {
      answer: 'accepted',
    });
  }
  return { manager, others, agents };
}

async function writeInquiry(baseUrl: string, agent: Session, name: string): Promise<void> {
  await call('POST', `${baseUrl}/api/agents/${agent.user.id}/contact`, '', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@visitor.example`,
    message: `This is ${name}. Is it still there?`,
  });
}

const rowsOf = async (baseUrl: string, { token }: Session): Promise<DeskRow[]> =>
  (await call<{ rows: DeskRow[] }>('GET', `${baseUrl}/api/desk/queue`, token)).rows;

const memberRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: name });

test('an agent opens an office, and a colleague joins it', { tag: '@journey' }, async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const manager = await newAgent(server.url, 'Mara Opener');
  const colleague = await newAgent(server.url, 'Coco Joiner');
  await signInWith(page, manager);
  await page.goto('/desk');
  await page.getByRole('link', { name: 'My Office' }).click();
  await expect(page).toHaveURL(/\/desk\/office$/);
  await expect(page.getByRole('heading', { name: 'Open an Office' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the Office' }).click();
  await expect(page.getByText('Enter a name for the office')).toBeVisible();
  await page.getByLabel('Name of the office').fill('Opener Realty');
  await page.getByLabel('License number of the broker').fill('PRC-0077');
  await page.getByRole('button', { name: 'Open the Office' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Opener Realty' })).toBeVisible();
  await expect(page.getByText('We look up the number in the register')).toBeVisible();
  await page.getByLabel('License number of the broker').fill('PRC-0078');
  await expect(page.getByText('We check a new license number again')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByLabel('Email of the agent').fill(colleague.user.email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  const invitations = page.getByRole('list', { name: 'Open invitations' });
  await expect(invitations).toContainText(colleague.user.email);
  await page.getByLabel('Email of the agent').fill('nobody@office.example');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByRole('button', { name: 'Withdraw the invitation to nobody@office.example' }).click();
  await expect(invitations).not.toContainText('nobody@office.example');

  const other = await openBrowser(browser, server.url, colleague);
  await other.goto('/desk/office');
  await expect(other.getByRole('list', { name: 'Invitations to you' })).toContainText('From Mara Opener');
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Accept Opener Realty' }).click();
  await expect(other.getByText('You are a member. Members see each other’s clients.')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);

  // The manager's window is updated.
  await expect(memberRow(page, 'Coco Joiner')).toContainText('Agent');
  await expect(invitations).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actions for Coco Joiner' }).click();
  await page.getByRole('menuitem', { name: 'Make Manager' }).click();
  await expect(memberRow(page, 'Coco Joiner')).toContainText('Manager');
  await other.getByRole('button', { name: 'Leave Office…' }).click();
  await other.getByRole('dialog').getByLabel('Who takes over the clients').selectOption('Mara Opener');
  await other.getByRole('button', { name: 'Leave Office', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Open an Office' })).toBeVisible();
  await other.context().close();
  await expect(page.getByRole('button', { name: 'Close Office…' })).toBeVisible();
  await page.getByRole('button', { name: 'Close Office…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Office' }).click();
  await expect(page.getByRole('heading', { name: 'Open an Office' })).toBeVisible();
});

test('a manager reads along in the office’s queue, takes over, assigns with A and takes it back', async ({
  page,
  server,
}) => {
  test.slow();
  const { manager, others } = await newOffice(server.url, 'Queue Realty', [
    'Mila Queue',
    'Ben Queue',
    'Cora Queue',
  ]);
  const [ben, cora] = others;
  if (!ben || !cora) throw new Error('Two members are needed');
  await writeInquiry(server.url, ben, 'Walter Quezon');
  await writeInquiry(server.url, manager, 'Olga Quezon');
  await signInWith(page, manager);
  const desk = new Desk(page);
  await desk.open();
  await expect(desk.row('Olga Quezon')).toHaveCount(1);
  await expect(desk.row('Walter Quezon')).toHaveCount(0);
  await desk.queue.getByRole('button', { name: 'Office' }).click();
  await expect(page).toHaveURL(/scope=office/);
  await expect(desk.row('Walter Quezon')).toContainText('Ben Queue');
  await expect(desk.row('Olga Quezon')).toContainText('You');
  await expect.poll(() => desk.count('Needs us')).toBe(2);

  await desk.row('Walter Quezon').click();
  await expect(desk.heading()).toHaveText('Walter Quezon');
  await expect(desk.conversation).toContainText('Ben Queue looks after this client.');
  await expect(desk.conversation.getByRole('textbox')).toHaveCount(0);
  await expect(desk.conversation.getByRole('button', { name: 'Done', exact: true })).toBeDisabled();
  await expect(desk.conversation.getByRole('button', { name: 'Reply to this inquiry' })).toHaveCount(0);
  await expectAccessible(page);
  await desk.conversation.getByRole('button', { name: 'Take Over' }).click();
  await expect(desk.conversation.getByRole('textbox')).toBeVisible();
  await expect(desk.conversation).toContainText('Mila Queue took over from Ben Queue');
  expect((await rowsOf(server.url, ben)).map(({ name }) => name)).not.toContain('Walter Quezon');
  // Given back, and taken over once more.
  await expect(page.getByRole('region', { name: 'Client' })).toContainText('Came from Ben Queue');
  await page.getByRole('button', { name: 'Give Back' }).click();
  await expect(desk.conversation).toContainText('Ben Queue looks after this client.');
  expect((await rowsOf(server.url, ben)).map(({ name }) => name)).toContain('Walter Quezon');
  await desk.conversation.getByRole('button', { name: 'Take Over' }).click();
  await expect(desk.conversation.getByRole('textbox')).toBeVisible();

  // By the key: to a colleague with a note, on to the next, and back again.
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Assign Walter Quezon' });
  await expect(dialog.getByRole('button', { name: /Ben Queue/ })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Note for your colleague').fill('She knows the building');
  await dialog.getByRole('button', { name: /Cora Queue/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.heading()).not.toHaveText('Walter Quezon');
  await expect(page.getByText('Cora Queue now looks after Walter Quezon')).toBeVisible();
  await expect(desk.row('Walter Quezon')).toContainText('Cora Queue');
  await page.keyboard.press('u');
  await expect(desk.row('Walter Quezon')).toContainText('You');
  await expect.poll(async () => (await rowsOf(server.url, cora)).length).toBe(0);
  await desk.row('Walter Quezon').click();
  await expect(desk.conversation).toContainText('She knows the building');

  // The choice is remembered; the keys show it.
  await page.goto('/desk');
  await expect(desk.row('Walter Quezon')).toHaveCount(1);
  await expect(desk.queue.getByRole('button', { name: 'Office' })).toHaveAttribute('aria-pressed', 'true');
  await desk.row('Walter Quezon').click();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Assign to a colleague'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await desk.queue.getByRole('button', { name: 'Mine' }).click();
  await expect(desk.row('Walter Quezon')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a colleague stands in for who is away, and gives the clients back', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  test.slow();
  const { manager, others } = await newOffice(server.url, 'Away Realty', ['Mona Away', 'Ben Away', 'Cora Away']);
  const [ben, cora] = others;
  if (!ben || !cora) throw new Error('Two members are needed');
  await writeInquiry(server.url, ben, 'Wanda Absent');
  await expect.poll(async () => (await rowsOf(server.url, ben)).length).toBe(1);
  await signInWith(page, manager);
  await page.goto('/desk/office');
  await page.getByRole('button', { name: 'Actions for Ben Away' }).click();
  await page.getByRole('menuitem', { name: 'Away…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ben Away is away' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Choose the last day');
  await dialog.getByLabel('Last day away').fill(addDays(manilaDay(new Date()), 5));
  await dialog.getByLabel('Stand-in').selectOption('Cora Away');
  await dialog.getByRole('switch', { name: 'Hand Over Waiting Clients' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(memberRow(page, 'Ben Away')).toContainText('Stand-in: Cora Away');
  await expect
    .poll(async () => (await rowsOf(server.url, cora)).map(({ name }) => name))
    .toEqual(['Wanda Absent']);
  // Inquiries that arrive meanwhile reach the stand-in.
  await writeInquiry(server.url, ben, 'Willy Absent');
  await expect
    .poll(async () => {
      // Lines are brought up to date when a user looks at them, else now and then.
      await rowsOf(server.url, ben);
      return (await rowsOf(server.url, cora)).length;
    })
    .toBe(2);

  await page.getByRole('button', { name: 'Actions for Ben Away' }).click();
  await page.getByRole('menuitem', { name: 'Back Again' }).click();
  await expect(memberRow(page, 'Ben Away')).toContainText('Here');
  await page.getByRole('button', { name: 'Actions for Ben Away' }).click();
  await page.getByRole('menuitem', { name: 'Give Back (2)' }).click();
  await expect(page.getByText('2 clients handed over')).toBeVisible();
  await expect.poll(async () => (await rowsOf(server.url, ben)).length).toBe(2);
  const figures = page.getByRole('table', { name: 'Team Figures' });
  await expect(figures.getByRole('row').filter({ hasText: 'Ben Away' })).toContainText('2');
});

test('everybody sees the page of an office, with its licence once it was checked', {
  tag: '@journey',
}, async ({ page, browser, server }) => {
  const { manager, agents } = await newOffice(server.url, 'Public Realty', ['Mae Public', 'Ben Public']);
  const { office } = await call<OwnOffice>('PUT', `${server.url}/api/office`, manager.token, {
    license_number: 'PRC-0099',
    about: 'We know Makati.',
  });
  await page.goto(`/offices/${office?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Public Realty' })).toBeVisible();
  await expect(page).toHaveTitle(/Public Realty/);
  await expect(page.getByText('License not checked yet')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Ben Public' }).last()).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);

  const admin = await openBrowser(browser, server.url, 'admin');
  await admin.goto('/admin-dashboard?tab=trust&desk=offices');
  await admin.getByRole('button', { name: 'Check license of Public Realty' }).click();
  await admin.getByLabel('Valid until').fill(addDays(manilaDay(new Date()), 700));
  await admin.getByRole('button', { name: 'Save Check' }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'Public Realty' })).toContainText('Valid');
  await expectAccessible(admin);
  await admin.context().close();

  await page.reload();
  await expect(page.getByText('PRC number PRC-0099')).toBeVisible();
  await signInWith(page, manager);
  await page.goto(`/agents/${agents[1]?.user.id}`);
  await page.getByRole('link', { name: 'Public Realty' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Public Realty' })).toBeVisible();
});

test('an office that is not there says so', async ({ page, consoleErrors }) => {
  await page.goto('/offices/999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Office not found' })).toBeVisible();
  // The browser's own note of the answer.
  consoleErrors.length = 0;
});
