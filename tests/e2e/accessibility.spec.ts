import type { Page } from '@playwright/test';
import { call, signInWith } from './support/accounts.ts';
import {
  test as base,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectCalmAndNamed,
  expectDistinct,
  expectFaultsTied,
  expectFocusKept,
  expectFocusSeen,
  expectReadable,
  noteOpeners,
} from './support/fixtures.ts';
import { type Person, Screen, type ScreenLanguage, type World, worldOf } from './support/screens.ts';
import { type ServerProcess, useServer } from './support/serverProcess.ts';
import { expectFilipino } from './support/words.ts';

/** Servers of their own: other tests on the same server would find the data that these screens need. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    ({}, use) => useServer(use),
    { scope: 'worker' },
  ],
});

interface Row {
  /** The action or the opened part; without a name the screen as it loads. */
  name: string;
  path: string | ((world: World) => string);
  /** English messages of the controls pressed one after the other, or a function that opens the part. */
  open?: readonly string[] | ((screen: Screen) => Promise<void>);
}

/** Rows of forms that were sent as they came. */
const SENT_EMPTY = 'sent empty';

const listing = ({ listing: { id } }: World) => `/properties/${id}`;
const profile =
  (tab = '') =>
  ({ agent: { id } }: World) =>
    `/agents/${id}${tab}`;
const admin = (tab: string) => `/admin-dashboard?tab=${tab}`;
const pages = (...paths: string[]): Row[] => paths.map((path) => ({ name: path, path }));
const at = (path: Row['path'], opens: Record<string, NonNullable<Row['open']>>): Row[] =>
  Object.entries(opens).map(([name, open]) => ({ name, path, open }));
const keys =
  (...pressed: string[]) =>
  async ({ page }: Screen) => {
    for (const key of pressed) await page.keyboard.press(key);
  };

const SIGN_UP = 'Don’t have an account? <link>Sign up</link>';
const suggestions = (label: string, text: string) => async (screen: Screen) => {
  await screen.page
    .getByRole('main')
    .getByRole('combobox', { name: screen.words(label) })
    .fill(text);
  const list = screen.page.getByRole('listbox', { name: screen.words('Suggestions') });
  await list.getByRole('option').first().waitFor();
};

const onPhone =
  (...pressed: string[]) =>
  async (screen: Screen) => {
    await screen.page.setViewportSize({ width: 390, height: 844 });
    for (const message of pressed) await screen.press(message);
  };

const table: Record<Person, readonly Row[]> = {
  guest: [
    ...pages(
      '/',
      '/properties',
      '/properties?view=map',
      '/properties?location=Makati&type=condo&max_price=1',
      '/properties?search=makti+condo',
      '/agents',
      '/agents?search=nobodyatall',
      '/locations',
      '/locations/makati',
      '/near/ayala-mrt-3',
      '/near/atlantis',
      '/about',
      '/terms',
      '/privacy',
      '/compare',
      '/reset-password',
      '/reset-password?token=0123456789abcdef',
      '/verify-email',
      '/refuse-email-change?token=0123456789abcdef',
      '/sign-in/callback',
    ),
    { name: 'a building', path: ({ buildingId }) => `/buildings/${buildingId}` },
    { name: 'an office', path: ({ officeId }) => `/offices/${officeId}` },
    { name: 'an office that is gone', path: '/offices/999999' },
    { name: 'an invitation to a list', path: ({ joinPath }) => joinPath },
    { name: 'an invitation that is no good', path: '/lists/join/none' },
    { name: 'a shared listing’s login dialog', path: listing },
    { name: 'a shared profile’s login dialog', path: profile() },
    ...at('/', {
      'login dialog': ['Login'],
      'login, sent empty': ['Login', 'Continue'],
      register: ['Login', SIGN_UP],
      'register, sent empty': ['Login', SIGN_UP, 'Create Account'],
      'forgot password': ['Login', 'Forgot password?'],
      'forgot password, sent empty': ['Login', 'Forgot password?', 'Send Reset Link'],
      palette: keys('Control+k'),
      'menu on a phone': onPhone('Open menu'),
      shortcuts: keys('?'),
      'suggestions of the keyword field': suggestions('Keyword', 'maka'),
    }),
    ...at('/about', { 'search on a phone': onPhone('Search properties') }),
    ...at('/properties', {
      'advanced filters': ['Advanced Filters', 'More filters'],
      'advanced filters on a phone': onPhone('Advanced Filters'),
      'save search': ['Save search'],
      suggestions: suggestions('Search properties', '2br bgc under 10m'),
      'prices of the list': ['Price'],
      // A function, so that the next begins anew: the options stay open below the dialog.
      'own places': async (screen) => {
        await screen.press('View options');
        await screen.press('Minutes to my places');
      },
      'own places, sent empty': ['View options', 'Minutes to my places', 'Save places'],
      'actions of a card': ['More actions for {title}'],
      'save to a list': ['More actions for {title}', 'Save to list…'],
      'the tray of those to compare': ['More actions for {title}', 'Compare'],
    }),
    ...at('/properties?view=map', {
      'drawing an area': ['Draw area', 'Points'],
      'flood hazard': ['Flood hazard'],
    }),
    ...at('/agents', {
      'write to an agent': ['Send message to {name}'],
      'apply as an agent': ['Get Started Today'],
    }),
  ],
  user: [
    ...pages(
      '/dashboard',
      '/dashboard?tab=favorites',
      '/dashboard?tab=messages',
      '/dashboard?tab=viewed',
      '/dashboard?tab=viewings',
      '/dashboard?tab=settings',
      '/profile',
      '/settings',
      '/settings?tab=notifications',
      '/settings?tab=privacy',
      '/settings?tab=preferences',
      '/favorites',
      '/lists',
      '/saved-searches',
      '/lists/999999',
      '/properties/999999',
      '/agents/999999',
      '/conversations/999999',
    ),
    { name: 'a listing', path: listing },
    { name: 'a listing’s details', path: listing, open: ['Details'] },
    { name: 'a listing’s place', path: listing, open: ['Location'] },
    { name: 'a listing’s agent', path: listing, open: ['Agent'] },
    { name: 'a profile', path: profile() },
    { name: 'a profile’s listings', path: profile('?tab=properties') },
    { name: 'a profile’s reviews', path: profile('?tab=reviews') },
    { name: 'a profile’s contact', path: profile('?tab=contact') },
    { name: 'a list', path: ({ listId }) => `/lists/${listId}` },
    { name: 'a list’s route', path: ({ listId }) => `/lists/${listId}/route` },
    { name: 'a comparison', path: ({ listing: { id } }) => `/compare?ids=${id},${id + 1},${id + 2}` },
    ...at(listing, {
      'request a viewing': ['Request a Viewing'],
      'message about a listing': ['Message'],
      'chat about a listing': ['Chat'],
      'report a listing': ['Report this listing'],
      'report, sent empty': ['Report this listing', 'Send Report'],
      'ways to share': ['More ways to share'],
      'full screen': async ({ page }) => {
        await page.locator('[aria-roledescription] button').first().click();
        await page.locator('dialog:modal').waitFor();
      },
      'account menu': ['Account menu of {name}'],
      notifications: ['Notifications'],
    }),
    ...at(profile('?tab=reviews'), { 'write a review': ['Write a Review'] }),
    ...at(profile('?tab=contact'), { 'message to an agent, sent empty': ['Send Message'] }),
    ...at(({ listId }: World) => `/lists/${listId}`, {
      'invite people': ['Invite People'],
      'rename a list': ['Rename list'],
      'delete a list': ['Delete list'],
    }),
    ...at('/lists', { 'new list': ['New List'] }),
    ...at('/favorites', { 'notes of a favorite': ['Add a note about {title}'] }),
    ...at('/saved-searches', { 'matches of a search': ['See Matches'] }),
    ...at('/dashboard?tab=messages', {
      'a conversation': async ({ page }) => {
        await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').first().click();
        await page.getByRole('log').waitFor();
      },
    }),
    ...at('/dashboard?tab=viewed', {}),
    ...at('/settings?tab=privacy', { 'delete the account': ['Delete account'] }),
    ...at('/profile', {
      'edit the profile': ['Edit Profile'],
      'profile photo': ['Change profile photo'],
      'change the email': ['Change Email'],
      'change the password, sent empty': async (screen) => {
        await screen.press('Change Password');
        await screen.page.locator('form:has([type=password]) [type=submit]').click();
      },
      'two-step login': ['Set Up'],
      'two-step login, sent empty': ['Set Up', 'Turn On'],
    }),
    ...at('/agents', { 'apply as an agent, sent empty': ['Get Started Today', 'Send Application'] }),
  ],
  agent: [
    ...pages(
      '/agent-dashboard',
      '/agent-dashboard?tab=properties',
      '/agent-dashboard?tab=messages',
      '/agent-dashboard?tab=viewings',
      '/agent-dashboard?tab=analytics',
      '/desk',
      '/desk/calendar',
      '/desk/listings',
      '/desk/insights',
      '/desk/office',
      '/profile',
      '/settings?tab=api',
    ),
    ...at('/agent-dashboard?tab=properties', {
      'new property': ['Add New Property'],
      'new property, sent empty': ['Add New Property', 'Create Property'],
      'edit a property': ['Edit {title}'],
      'delete a property': ['Delete {title}'],
      'status of a property': ['Status of {title}: {status}'],
      'import of a file': ['Import CSV'],
      'chosen properties': ['Select page'],
    }),
    ...at('/agent-dashboard?tab=messages', {
      reply: ['Reply'],
      'new conversation': ['New Conversation'],
    }),
    ...at('/agent-dashboard?tab=viewings', { 'propose another time': ['Propose Another Time'] }),
    ...at('/agent-dashboard?tab=analytics', { 'numbers of a chart': ['Show numbers'] }),
    ...at('/desk', {
      'a client': keys('j'),
      snooze: keys('j', 'z'),
      'private note': keys('j', 'n'),
      'stage of a client': async (screen) => {
        await screen.page.keyboard.press('j');
        await screen.press('Stage: {stage}');
      },
      'saved replies': async (screen) => {
        await screen.page.keyboard.press('j');
        await screen.press('Saved replies');
      },
      'managing saved replies': async (screen) => {
        await screen.page.keyboard.press('j');
        await screen.press('Saved replies');
        await screen.press('Manage Saved Replies');
      },
      'keys of the Desk': keys('?'),
      'palette in the Desk': keys('Control+k'),
    }),
    ...at('/desk/calendar', { 'viewing hours': ['Viewing Hours'] }),
    ...at('/desk/listings', { 'more about a listing': ['More about {title}'] }),
    ...at('/settings?tab=api', {
      'new token': ['New API Token'],
      'new token, sent empty': ['New API Token', 'Make Token'],
      'new webhook': ['Add a Webhook'],
      'new webhook, sent empty': ['Add a Webhook', 'Add Webhook'],
      'a webhook’s log': ['Log and Test: {host}'],
      'delete a webhook': ['Delete {host}'],
    }),
    ...at('/profile', { 'edit an agent’s profile': ['Edit Profile'] }),
  ],
  soloAgent: [...at('/desk/office', { 'open an office, sent empty': ['Open the Office'] })],
  manager: [
    ...pages('/desk/office'),
    ...at('/desk/office', {
      'actions for a member': ['Actions for {name}'],
      'away from the office': ['Actions for {name}', 'Away…'],
      'close the office': ['Close Office…'],
    }),
  ],
  admin: [
    ...pages(
      '/admin-dashboard',
      ...['users', 'agents', 'properties', 'buildings', 'messages', 'privacy', 'audit', 'jobs'].map(admin),
      ...['reports', 'duplicates', 'licenses', 'offices', 'signals', 'reviews'].map((desk) =>
        admin(`trust&desk=${desk}`),
      ),
      ...['application', 'email', 'notifications', 'security', 'backup', 'costs'].map((section) =>
        admin(`settings&section=${section}`),
      ),
      '/profile',
    ),
    ...at(admin('users'), {
      'a user’s details': ['View details of {name}'],
      'new user, sent empty': ['Add User', 'Add User'],
      'edit a user': ['Edit {name}'],
      'password of a user, sent empty': ['Change password of {name}', 'Change Password'],
      'delete a user': ['Delete {name}'],
      'chosen users': ['Select page', 'Suspend'],
    }),
    ...at(admin('users&role=agent'), { 'save a view, sent empty': ['Save View', 'Save View'] }),
    ...at(admin('agents'), {
      'an applicant’s details': ['View {name}'],
      'reject an applicant': ['Reject {name}'],
      'approve an applicant': ['Approve {name}'],
    }),
    ...at(admin('properties'), {
      'a listing’s record': ['View details of {title}'],
      'delete a listing': ['Delete {title}'],
      'chosen listings': ['Select page', 'Reject'],
    }),
    ...at(admin('buildings'), {
      'edit a building': ['Edit {name}'],
      'merge buildings': ['Merge {name} into another building'],
    }),
    ...at(admin('messages'), {
      'why a conversation is read, sent empty': [
        'View Details of the conversation of {user} and {agent}',
        'Read Conversation',
      ],
    }),
    ...at(admin('trust&desk=reports'), {
      'accept a report, sent empty': ['Accept report of {title}', 'Take Down'],
    }),
    ...at(admin('trust&desk=licenses'), {
      'check a license, sent empty': ['Check license of {name}', 'Save Check'],
    }),
    ...at(admin('trust&desk=reviews'), {
      'delete a review, sent empty': ['Delete review of {name}', 'Delete'],
    }),
    ...at(admin('privacy'), { 'refuse an erasure, sent empty': ['Refuse', 'Refuse'] }),
    ...at(admin('settings&section=email'), { 'a test email': ['Send Test Email'] }),
  ],
  moderator: pages('/admin-dashboard', admin('settings')),
  support: pages('/admin-dashboard', admin('users')),
  auditor: pages('/admin-dashboard', admin('users'), admin('audit')),
};

/** The first screens of each caller, as they load: whole journeys, apart from the parts opened on them. */
const firstScreens: Record<string, readonly Row['path'][]> = {
  guest: ['/', '/properties'],
  user: [listing],
  agent: ['/desk'],
  admin: [admin('users')],
};

interface Group {
  rows: readonly Row[];
  language: ScreenLanguage;
  isJourney: boolean;
}

/** Rows of one address, which are checked one after the other. */
function groupsOf(person: Person, rows: readonly Row[]): Group[] {
  const byAddress = new Map<Row['path'], Row[]>();
  for (const row of rows) byAddress.set(row.path, [...(byAddress.get(row.path) ?? []), row]);
  return [...byAddress].flatMap(([path, all], index) => {
    // Messages are all that differs between the languages, and every second page shows whether they break anything.
    const language = index % 2 === 0 ? 'en' : 'fil';
    if (!firstScreens[person]?.includes(path)) return [{ rows: all, language, isJourney: false }];
    return [
      { rows: all.filter(({ open }) => !open), language, isJourney: true },
      { rows: all.filter(({ open }) => open), language, isJourney: false },
    ];
  });
}

/** Enough for a browser's start and a sign-in not to matter, and few enough for all workers to have some. */
const ROWS_OF_A_TEST = 12;

/** Groups of a language that one page goes through; each first screen has a test of its own. */
function chunksOf(groups: readonly Group[]): Group[] {
  const chunks: Group[] = [];
  for (const { rows, language, isJourney } of groups) {
    const open = chunks.findLast((chunk) => chunk.language === language && !chunk.isJourney);
    const isFull = !open || open.rows.length + rows.length > ROWS_OF_A_TEST;
    if (isJourney || isFull) chunks.push({ rows, language, isJourney });
    else open.rows = [...open.rows, ...rows];
  }
  return chunks;
}

/** Outside of a modal dialog no element is reachable, and the page was checked before the dialog opened. */
const modalOf = async (page: Page) =>
  (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : undefined;

async function expectGood(page: Page, name: string): Promise<void> {
  const part = await modalOf(page);
  if (name.endsWith(SENT_EMPTY)) await expectFaultsTied(page);
  await expectAccessible(page, part);
  await expectCalmAndNamed(page);
  await expectDistinct(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page, part);
  await expectDistinct(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

const addressOf = ({ path }: Row, world: World) => (typeof path === 'string' ? path : path(world));

for (const [person, all] of Object.entries(table) as [Person, readonly Row[]][])
  for (const { rows, language, isJourney } of chunksOf(groupsOf(person, all))) {
    const others = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
    test(`${person}: ${rows[0]?.name}${others} (${language})`, { tag: isJourney ? '@journey' : [] }, async ({
      page,
      context,
      server,
      consoleErrors,
    }) => {
      test.setTimeout(45_000 + 15_000 * rows.length);
      const world = await worldOf(server.url);
      await context.addCookies([{ name: 'silong_language', value: language, url: server.url }]);
      if (person !== 'guest') await signInWith(page, world.sessions[person]);
      await noteOpeners(page);
      const screen = new Screen(page, language);
      const failed: string[] = [];
      let opened: Row['path'] | undefined;
      let isAsOpened = false;
      const check = async ({ name, path, open }: Row, address: string) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        if (!isAsOpened) {
          await page.emulateMedia({ colorScheme: 'light' });
          await screen.load(address);
        } else if (path !== opened) await screen.open(address);
        opened = path;
        isAsOpened = false;
        if (typeof open === 'function') await open(screen);
        else for (const message of open ?? []) await screen.press(message);
        if (open) await screen.settle();
        if (language === 'fil') await expectFilipino(page, server.url);
        await expectGood(page, name);
        if (open) {
          const hadLayer = await expectFocusKept(page, true);
          isAsOpened = hadLayer && typeof open !== 'function';
        } else {
          await expectAccessibleNarrow(page);
          isAsOpened = (await modalOf(page)) === undefined;
        }
      };
      for (const row of rows)
        await test
          .step(row.name, () => check(row, addressOf(row, world)))
          // A row that fails hides none of the others.
          .catch((error: Error) => failed.push(`${row.name}: ${error.message}`));
      // The browser itself reports addresses that lead to nothing.
      for (const error of consoleErrors.splice(0)) if (!/40[0-9]/.test(error)) consoleErrors.push(error);
      if (failed.length > 0) throw new Error(failed.join('\n\n'));
    });
  }

const walks: readonly (readonly [Person, Row])[] = [
  ...pages('/', '/properties', '/properties?view=map', '/agents').map((row) => ['guest', row] as const),
  ['user', { name: 'a listing', path: listing }],
  ['user', { name: 'a profile’s contact', path: profile('?tab=contact') }],
  ['user', { name: '/settings', path: '/settings' }],
  ['agent', { name: '/desk', path: '/desk' }],
  ['agent', { name: 'own properties', path: '/agent-dashboard?tab=properties' }],
  ['admin', { name: 'users', path: admin('users') }],
];

for (const width of [1440, 390])
  test.describe(`the focus is always seen, at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const [person, { name, path }] of walks)
      test(`${person}: ${name}`, async ({ page, server }) => {
        const world = await worldOf(server.url);
        if (person !== 'guest') await signInWith(page, world.sessions[person]);
        await new Screen(page).load(typeof path === 'string' ? path : path(world));
        expect(await expectFocusSeen(page, 45)).toBeGreaterThan(8);
      });
  });

test('while the site is closed, its notice can be used by everyone', async ({ page, server, consoleErrors }) => {
  const { sessions } = await worldOf(server.url);
  const close = (maintenanceMode: boolean) =>
    call('PUT', `${server.url}/api/admin/settings`, sessions.admin.token, {
      category: 'application',
      settings: { maintenanceMode },
    });
  await close(true);
  try {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Administrator Login' })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(page);
    await page.goto('about:blank');
    // The browser itself reports the calls refused meanwhile.
    for (const error of consoleErrors.splice(0)) expect(error).toContain('503');
  } finally {
    await close(false);
  }
});
