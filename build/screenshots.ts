import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserArguments, ensureBrowser } from '../tests/support/browser.ts';

/**
 * Takes the pictures of docs/screenshots.md from a running server with demo data: `npm run screenshots -- http://localhost:3000`, or some of
 * the pictures: `… http://localhost:3000 home map`
 */
const FOLDER = 'docs/screenshots';
/** Sheets of drawings, which `npm run demo:pictures` writes. */
const SHEET = 'demo-';
const PASSWORD = 'silong-demo';
/** Comparable listings of the demo. */
const COMPARED = [290, 281, 254];
const WIDEST_STORED = 1200;

interface Shot {
  name: string;
  title: string;
  path: string;
  account?: 'user' | 'agent' | 'admin';
  /** English by default. */
  language?: 'fil';
  /** Brings the page into the state of the picture. */
  prepare?: 'login' | 'propertyForm' | 'suggestions';
  /** Selector of the part at the top of the picture; a closed part is opened. */
  at?: string;
}

const shots: Shot[] = [
  { name: 'home', title: 'Home', path: '/' },
  { name: 'properties', title: 'Property list', path: '/properties' },
  {
    name: 'filters',
    title: 'Filters in the address',
    path: '/properties?location=Makati&bedrooms=2&listing_type=sale',
  },
  {
    name: 'understood',
    title: 'Words that are understood',
    path: '/properties?search=BGC+2br+condo+under+30m+with+pool&sort=relevance',
  },
  { name: 'suggestions', title: 'Suggestions', path: '/properties', prepare: 'suggestions' },
  { name: 'map', title: 'Map', path: '/properties?view=map' },
  {
    name: 'map-minutes',
    title: 'Map: 15 minutes by car to a place',
    path: '/properties?view=map&reach=14.5547,121.0244,car,15&reach_name=Ayala+Avenue',
  },
  { name: 'login', title: 'Login', path: '/', prepare: 'login' },
  { name: 'detail', title: 'Property', path: '/properties/290', account: 'user' },
  {
    name: 'location-tab',
    title: 'Property: location and nearby places',
    path: '/properties/290',
    account: 'user',
    at: 'Where it is',
  },
  {
    name: 'costs',
    title: 'Property: what it costs',
    path: '/properties/290',
    account: 'user',
    at: 'What it costs to buy',
  },
  {
    name: 'history',
    title: 'Property: history',
    path: '/properties/73',
    account: 'user',
    at: 'Listing History',
  },
  { name: 'building', title: 'Building', path: '/buildings/4' },
  { name: 'compare', title: 'Comparison', path: '/compare', account: 'user' },
  { name: 'shared-list', title: 'Shared list', path: '/lists/1', account: 'user' },
  { name: 'saved-searches', title: 'Saved searches', path: '/saved-searches', account: 'user' },
  { name: 'favorites', title: 'Favorites', path: '/favorites', account: 'user' },
  { name: 'agents', title: 'Agents', path: '/agents' },
  { name: 'agent', title: 'Agent profile', path: '/agents/2', account: 'user' },
  { name: 'dashboard', title: 'Dashboard', path: '/dashboard', account: 'user' },
  { name: 'messages', title: 'Messages', path: '/dashboard?tab=messages', account: 'user' },
  { name: 'agent-dashboard', title: 'Agent dashboard', path: '/agent-dashboard', account: 'agent' },
  {
    name: 'my-properties',
    title: 'Agent: my properties',
    path: '/agent-dashboard?tab=properties',
    account: 'agent',
  },
  {
    name: 'property-form',
    title: 'Agent: a new property',
    path: '/agent-dashboard?tab=properties',
    account: 'agent',
    prepare: 'propertyForm',
  },
  {
    name: 'agent-messages',
    title: 'Agent: client messages',
    path: '/agent-dashboard?tab=messages',
    account: 'agent',
  },
  {
    name: 'analytics',
    title: 'Agent: analytics',
    path: '/agent-dashboard?tab=analytics',
    account: 'agent',
  },
  {
    name: 'calendar',
    title: 'Agent: viewings of the week',
    path: '/agent-dashboard?tab=viewings&view=week',
    account: 'agent',
  },
  { name: 'desk', title: 'Desk', path: '/desk', account: 'agent' },
  { name: 'admin', title: 'Admin dashboard', path: '/admin-dashboard', account: 'admin' },
  { name: 'admin-users', title: 'Admin: users', path: '/admin-dashboard?tab=users', account: 'admin' },
  {
    name: 'admin-properties',
    title: 'Admin: properties',
    path: '/admin-dashboard?tab=properties',
    account: 'admin',
  },
  {
    name: 'admin-trust',
    title: 'Admin: trust desk',
    path: '/admin-dashboard?tab=trust&desk=licenses',
    account: 'admin',
  },
  { name: 'admin-audit', title: 'Admin: audit log', path: '/admin-dashboard?tab=audit', account: 'admin' },
  {
    name: 'admin-settings',
    title: 'Admin: system settings',
    path: '/admin-dashboard?tab=settings',
    account: 'admin',
  },
  { name: 'profile', title: 'Profile', path: '/profile', account: 'user' },
  { name: 'settings', title: 'Settings', path: '/settings', account: 'user' },
  {
    name: 'admin-buildings',
    title: 'Admin: buildings',
    path: '/admin-dashboard?tab=buildings',
    account: 'admin',
  },
  { name: 'locations', title: 'Locations', path: '/locations' },
  { name: 'location', title: 'One location', path: '/locations/makati' },
  {
    name: 'market',
    title: 'Market figures of a location',
    path: '/locations/makati',
    at: 'The market in Makati',
  },
  { name: 'about', title: 'About', path: '/about' },
  { name: 'home-fil', title: 'Home, in Filipino', path: '/fil', language: 'fil' },
  {
    name: 'properties-fil',
    title: 'Property list, in Filipino',
    path: '/fil/properties?type=condo&listing_type=sale',
    language: 'fil',
  },
  {
    name: 'detail-fil',
    title: 'Property, in Filipino',
    path: '/fil/properties/290',
    account: 'user',
    language: 'fil',
  },
  { name: 'agents-fil', title: 'Agents, in Filipino', path: '/fil/agents', language: 'fil' },
  {
    name: 'dashboard-fil',
    title: 'Dashboard, in Filipino',
    path: '/dashboard',
    account: 'user',
    language: 'fil',
  },
  { name: 'desk-fil', title: 'Desk, in Filipino', path: '/desk', account: 'agent', language: 'fil' },
  {
    name: 'admin-fil',
    title: 'Admin dashboard, in Filipino',
    path: '/admin-dashboard',
    account: 'admin',
    language: 'fil',
  },
  { name: 'api', title: 'Webhooks', path: '/settings?tab=api', account: 'agent' },
  { name: 'help', title: 'Help', path: '/help' },
  { name: 'accessibility', title: 'Accessibility', path: '/accessibility' },
  { name: 'terms', title: 'Terms', path: '/terms' },
  { name: 'privacy', title: 'Privacy', path: '/privacy' },
];

const screens = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const schemes = ['light', 'dark'] as const;

async function signIn(baseUrl: string, account: string): Promise<{ token: string; user: string }> {
  const answer = await fetch(`${baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@silong.example`, password: PASSWORD }),
  });
  const { data } = await answer.json();
  return { token: data.token, user: JSON.stringify(data.user) };
}

/** Adds favourites, notes and a shared list, which the demo data lack. @returns the page of the shared list. */
async function arrange(baseUrl: string): Promise<string> {
  const { token } = await signIn(baseUrl, 'user');
  const send = async (method: string, address: string, body: object) => {
    const answer = await fetch(baseUrl + address, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const searches = [
    ['2BR condos in BGC below 30M', 'location=bgc&type=condo&beds_exact=2&max_price=30000000', 'instant'],
    ['Pet-friendly rents in Makati', 'location=makati&listing_type=rent&pets=true', 'daily'],
    ['House and lot in Quezon City', 'location=quezon-city&type=house&listing_type=sale', 'weekly'],
  ];
  for (const [name, query, frequency] of searches)
    await send('POST', '/api/saved-searches', { name, query, frequency });
  const list = await send('POST', '/api/lists', { name: 'Our first home', property_id: COMPARED[0] });
  const remarks = ['Great light. How much are the dues?', 'Closest to your office, Mama can walk to church.', ''];
  for (const [at, id] of COMPARED.entries()) {
    const { items } = await send('POST', `/api/lists/${list.id}/items`, { property_id: id });
    const item = items.find((each: { property: { id: number } | null }) => each.property?.id === id);
    await send('PUT', `/api/lists/${list.id}/items/${item.id}/vote`, { vote: at < 2 ? 'yes' : 'maybe' });
    if (remarks[at]) await send('POST', `/api/lists/${list.id}/items/${item.id}/comments`, { text: remarks[at] });
  }
  return `/lists/${list.id}`;
}

async function take(browser: Browser, baseUrl: string, shot: Shot): Promise<void> {
  const session = shot.account && (await signIn(baseUrl, shot.account));
  for (const viewport of screens)
    for (const colorScheme of schemes) {
      // The scrollbar of a phone takes no room.
      const isMobile = viewport.width < 500;
      const context = await browser.newContext({
        viewport,
        colorScheme,
        isMobile,
        timezoneId: 'Asia/Manila',
      });
      await context.addCookies([
        { name: 'silong_language', value: shot.language ?? 'en', url: baseUrl },
        ...(session ? [{ name: 'silong_signed_in', value: '1', url: baseUrl }] : []),
      ]);
      if (session)
        await context.addInitScript(({ token, user }) => {
          localStorage.setItem('silong_token', token);
          localStorage.setItem('silong_user', user);
        }, session);
      await context.addInitScript((ids) => {
        if (location.pathname === '/compare') localStorage.setItem('silong_compare', ids);
      }, JSON.stringify(COMPARED));
      const page = await context.newPage();
      await page.goto(baseUrl + shot.path, { waitUntil: 'networkidle' });
      if (shot.prepare === 'login') {
        await page.getByRole('button', { name: 'Login' }).first().click();
        await page.getByRole('dialog').getByText('Login to continue').waitFor();
      }
      if (shot.prepare === 'propertyForm') {
        await page.getByRole('button', { name: 'Add New Property' }).first().click();
        await page.getByRole('dialog').waitFor();
      }
      if (shot.prepare === 'suggestions') {
        await page
          .getByRole('combobox', { name: /search/i })
          .first()
          .fill('makat');
        await page.getByRole('option').first().waitFor();
      }
      if (shot.at) {
        const start = page.getByText(shot.at, { exact: false }).first();
        await start.evaluate((element) => {
          const top = element.closest('details') ?? element;
          if (top instanceof HTMLDetailsElement) top.open = true;
          // Below the sticky header.
          window.scrollTo({ top: top.getBoundingClientRect().top + window.scrollY - 88 });
        });
        await page.waitForLoadState('networkidle');
      }
      // Pictures fade in and dialogs move.
      await page.waitForTimeout(800);
      const file = path.join(FOLDER, `${shot.name}-${viewport.width}-${colorScheme}.webp`);
      const picture = sharp(await page.screenshot()).resize({
        width: WIDEST_STORED,
        withoutEnlargement: true,
      });
      writeFileSync(file, await picture.webp({ quality: 72 }).toBuffer());
      await context.close();
    }
}

function index(): string {
  const sections = shots.map(({ name, title }) => {
    const rows = screens.map(({ width }) => {
      const cells = schemes.map(
        (scheme) => `![${title}, ${width} pixels, ${scheme}](screenshots/${name}-${width}-${scheme}.webp)`,
      );
      return `| ${cells.join(' | ')} |`;
    });
    return [`## ${title}`, '', '| Light | Dark |', '|---|---|', ...rows].join('\n');
  });
  const sheets = [
    '## Drawings of the demo',
    'By `npm run demo:pictures`: the sixty newest covers, and plans with the facts of their listings.',
    ...['covers', 'plans'].map((name) => `![${name}](screenshots/${SHEET}${name}.webp)`),
  ];
  return `${['# Screens', 'Taken by `npm run screenshots` from the demo marketplace.', ...sections, ...sheets].join('\n\n')}\n`;
}

const [baseUrl, ...names] = process.argv.slice(2);
if (!baseUrl) {
  console.error('Usage: npm run screenshots -- http://localhost:3000 (a running server with demo data)');
  process.exit(2);
}
mkdirSync(FOLDER, { recursive: true });
if (names.length === 0)
  for (const file of readdirSync(FOLDER)) if (!file.startsWith(SHEET)) rmSync(path.join(FOLDER, file));
const browser = await chromium.launch({
  executablePath: ensureBrowser('whole'),
  args: browserArguments,
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
const sharedList = await arrange(baseUrl);
for (const shot of shots.filter(({ name }) => names.length === 0 || names.includes(name)))
  await take(browser, baseUrl, shot.name === 'shared-list' ? { ...shot, path: sharedList } : shot);
await browser.close();
writeFileSync('docs/screenshots.md', index());
