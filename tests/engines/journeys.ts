import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Session } from '../../shared/contracts/auth.ts';
import type { Conversation } from '../../shared/contracts/conversations.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { Property, PropertyList } from '../../shared/contracts/properties.ts';
import { addDays, manilaDay } from '../../shared/manilaDays.ts';
import { call, DEMO_PASSWORD, type DemoAccount, openSession } from '../e2e/support/accounts.ts';
import type { Engine, Point, Target } from './driver.ts';
import type { SiteProxy } from './proxy.ts';

/** A browser, and a site of its own behind a proxy. */
export interface Scene {
  engine: Engine;
  proxy: SiteProxy;
  /** The server's own address, for calls past the proxy. */
  api: string;
}

export type Journey = (scene: Scene) => Promise<void>;

const button = (name: RegExp): Target => ['button, [role=button], [role=menuitem]', name];
const field = (name: RegExp): Target => ['input, textarea, [role=combobox]', name];

function expectSo(isSo: unknown, what: string): asserts isSo {
  if (!isSo) throw new Error(`not so: ${what}`);
}

async function signIn({ engine, api }: Scene, account: DemoAccount): Promise<Session> {
  const session = await openSession(api, account);
  await engine.open('/about');
  await engine.page(() => localStorage.clear());
  await engine.signIn(session);
  return session;
}

/** Available homes of the demo agent that the demo user has not written about. */
async function freshListings({ api }: Scene): Promise<Property[]> {
  const [agent, user] = await Promise.all([openSession(api, 'agent'), openSession(api, 'user')]);
  const own = await call<Property[]>('GET', `${api}/api/agents/${agent.user.id}/properties`, user.token);
  const talks = await call<Conversation[]>('GET', `${api}/api/conversations`, user.token);
  const known = new Set(talks.map(({ property }) => property?.id));
  return own.filter(({ id, status, images }) => status === 'available' && images.length > 1 && !known.has(id));
}

async function search({ engine }: Scene): Promise<void> {
  await engine.open('/');
  await engine.fill(field(/^Keyword/), 'condo');
  await engine.press(button(/^Search$/));
  await engine.until(() => location.pathname === '/properties' && location.search.includes('search=condo'));
  await engine.open('/properties');
  await engine.press(['main a, main button, main label', /^Condominiums/]);
  await engine.until(() => location.search.includes('condo'));
  await engine.page(() => history.back());
  await engine.until(() => !location.search.includes('condo'));
  await engine.fill(['main input', /^Search properties/], 'ortig');
  await engine.see('main [role=option]');
  await engine.key('ArrowDown');
  await engine.key('Enter');
  await engine.until(() => /Ortigas/.test(location.search));
  await engine.see('main article', 2);
}

const MARKER = '.leaflet-marker-icon';

async function map({ engine }: Scene): Promise<void> {
  await engine.open('/properties?view=map');
  await engine.see(MARKER, 3);
  // A cluster comes apart, a price opens its home.
  await engine.waitFor('the popup of a home', async () => {
    if ((await engine.count('.leaflet-popup')) > 0) return true;
    const free = await engine.with(MARKER, (found): Point | null => {
      for (const element of found) {
        const { left, top, width, height } = (element.firstElementChild ?? element).getBoundingClientRect();
        const at = [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
        if (element.contains(document.elementFromPoint(...at))) return at;
      }
      return null;
    });
    if (free) await engine.pressAt(free);
    await sleep(900);
    return false;
  });
  await engine.open('/properties?view=map');
  await engine.see(MARKER, 3);
  await engine.press(button(/^Draw area/));
  const [x, y] = await engine.with('.leaflet-container', ([frame]): Point => {
    const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect();
    return [left + width / 2, top + height / 2];
  });
  const ring = Array.from({ length: 25 }, (_, step): Point => {
    const angle = (step / 24) * 2 * Math.PI;
    return [Math.round(x + 110 * Math.cos(angle)), Math.round(y + 110 * Math.sin(angle))];
  });
  await engine.drag(ring);
  await engine.until(() => new URLSearchParams(location.search).has('area'));
}

async function login(scene: Scene): Promise<void> {
  const { engine } = scene;
  const [listing] = await freshListings(scene);
  expectSo(listing, 'the demo has a listing');
  await engine.open('/about');
  await engine.page(() => localStorage.clear());
  await engine.open(`/properties/${listing.id}`);
  await engine.see('dialog[open] input[type=email], dialog[open] input[name=email]');
  await engine.fill('dialog[open] input[name=email]', 'user@silong.example');
  await engine.fill('dialog[open] input[name=password]', 'not this one');
  await engine.key('Enter');
  await engine.read(/Invalid email or password/, 'dialog[open]');
  await engine.fill('dialog[open] input[name=password]', DEMO_PASSWORD);
  await engine.key('Enter');
  await engine.gone('dialog[open]');
  await engine.see(button(/^Request a Viewing/));
  expectSo(
    (await engine.page(() => location.pathname)) === `/properties/${listing.id}`,
    'the listing that was asked for is shown',
  );
}

async function gallery(scene: Scene): Promise<void> {
  const { engine } = scene;
  await signIn(scene, 'user');
  const [listing] = await freshListings(scene);
  await engine.open(`/properties/${listing?.id}`);
  await engine.press(button(/^Next image/));
  await engine.press(button(/^View full screen/));
  await engine.see('dialog[open]');
  await engine.key('ArrowRight');
  await engine.until(() => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('dialog[open] img')];
    return shown.some(({ naturalWidth }) => naturalWidth > 0);
  });
  await engine.key('Escape');
  await engine.gone('dialog[open]');
}

async function viewing(scene: Scene): Promise<void> {
  const { engine } = scene;
  await signIn(scene, 'user');
  const listing = (await freshListings(scene)).at(1);
  await engine.open(`/properties/${listing?.id}`);
  await engine.press(button(/^Request a Viewing/));
  // Weeks ahead: no viewing of the demo is there.
  await engine.press(['dialog[open] [aria-labelledby$="-days"] label', /./, 45]);
  await engine.press('dialog[open] [aria-labelledby$="-times"] label');
  await engine.press(['dialog[open] button', /^Request Viewing/]);
  await engine.read(/Viewing Requested/, 'dialog[open]');
}

/** Pictures as cameras, phones and editors write them. */
async function drawPictures(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-engines-'));
  const plain = sharp({ create: { width: 900, height: 600, channels: 3, background: '#448844' } });
  const clear = sharp({ create: { width: 800, height: 600, channels: 4, background: '#44448880' } });
  const written = {
    'photo.jpg': await plain.clone().jpeg().toBuffer(),
    'photo.avif': await plain.clone().avif({ effort: 0 }).toBuffer(),
    'cutout.png': await clear.png().toBuffer(),
  };
  const files = Object.entries(written).map(([name, bytes]) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    return file;
  });
  return [...files, fileURLToPath(new URL('../support/files/house.heic', import.meta.url))];
}

async function pictures(scene: Scene): Promise<void> {
  const { engine } = scene;
  await signIn(scene, 'agent');
  await engine.open('/agent-dashboard?tab=properties');
  await engine.press(button(/^Add New Property/));
  await engine.see('dialog[open] input[type=file]');
  const files = await drawPictures();
  await engine.attach('dialog[open] input[type=file]', files);
  const areKept = () => {
    const drawn = [...document.querySelectorAll<HTMLImageElement>('dialog[open] li img')];
    const isSending = document.querySelector('dialog[open] [role=progressbar]') !== null;
    return !isSending && drawn.filter(({ naturalWidth }) => naturalWidth > 0).length >= 4;
  };
  await engine.waitFor('four pictures to be kept', () => engine.page(areKept), 60_000);
}

async function desk(scene: Scene): Promise<void> {
  const { engine, api } = scene;
  const { token } = await signIn(scene, 'agent');
  const snoozed = () => call<{ rows: DeskRow[] }>('GET', `${api}/api/desk/queue?view=snoozed`, token);
  const before = new Set((await snoozed()).rows.map(({ id }) => id));
  await engine.open('/desk');
  await engine.see('[role=option]', 3);
  await engine.key('j');
  await engine.until(() => location.search.includes('client='));
  await engine.key('z');
  await engine.see(['dialog[open] button', /Tomorrow/]);
  await engine.key('2');
  await engine.gone('dialog[open]');
  await engine.read(/comes back: Tomorrow/);
  const row = (await snoozed()).rows.find(({ id }) => !before.has(id));
  const tomorrow = addDays(manilaDay(new Date()), 1);
  expectSo(row?.snoozed_until && manilaDay(row.snoozed_until) === tomorrow, `snoozed until ${tomorrow}`);
  // The least day of a field is a day.
  const least = await engine.page(() => document.querySelector<HTMLInputElement>('input[type=date][min]')?.min);
  expectSo(!least || /^\d{4}-\d\d-\d\d$/.test(least), `'${least}' is a day`);
}

async function offline(scene: Scene): Promise<void> {
  const { engine, proxy } = scene;
  await signIn(scene, 'user');
  const [listing] = await freshListings(scene);
  await engine.open(`/properties/${listing?.id}`);
  await engine.until(() => navigator.serviceWorker?.controller?.state === 'activated');
  // Once more, through the worker.
  await engine.open(`/properties/${listing?.id}`);
  await engine.until(async (name) => {
    const cache = await caches.open('silong-answers');
    return (await cache.keys()).some(({ url }) => url.includes(name));
  }, `/api/properties/${listing?.id}`);
  proxy.setLine(false);
  try {
    await engine.open(`/properties/${listing?.id}`);
    await engine.read(/You are offline\. This is what you saw/);
  } finally {
    proxy.setLine(true);
  }
  // Complaints of a lost line are none of the page's.
  await engine.open('/about');
  proxy.takeNotes(engine.name);
}

export const journeys = { search, map, login, gallery, viewing, pictures, desk, offline };

/** A visitor in one engine and an agent in the other one talk to each other. */
export async function chat(visitor: Scene, agent: Scene): Promise<void> {
  const { api, engine: hers } = visitor;
  const { engine: his } = agent;
  const home = his.origin;
  his.origin = hers.origin;
  try {
    const [user, other] = [await openSession(api, 'user'), await openSession(api, 'agent')];
    const talks = await call<Conversation[]>('GET', `${api}/api/conversations`, user.token);
    const talk = talks.find(({ participant, status }) => participant.id === other.user.id && status === 'active');
    expectSo(talk, 'the demo user and the demo agent talk');
    const box: Target = 'textarea[placeholder^="Type a message"]';
    await signIn(visitor, 'user');
    await signIn({ ...agent, api }, 'agent');
    await Promise.all([hers, his].map((each) => each.open(`/conversations/${talk.id}`)));
    await Promise.all([hers, his].map((each) => each.see(box)));
    await his.fill(box, 'I');
    await hers.read(/is typing/, '[role=log]');
    const words = `Hello from ${hers.name} at ${Date.now()}`;
    await hers.fill(box, words);
    // The Enter that ends a word of an input method, as Safari reports it, sends nothing.
    await hers.with(box, ([area]) =>
      area?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      ),
    );
    const typed = await hers.with(box, ([area]) => (area as HTMLTextAreaElement | undefined)?.value);
    expectSo(typed === words, 'the message is still being written');
    await hers.key('Enter');
    await his.read(new RegExp(words), '[role=log]');
    await hers.read(/\bRead$/, '[role=log]');
    // A text of several lines makes its field higher.
    const heightOf = () => hers.with(box, ([area]) => area?.offsetHeight ?? 0);
    const low = await heightOf();
    await hers.fill(box, 'word '.repeat(60));
    expectSo((await heightOf()) > low, 'the field grows with its text');
    await hers.fill(box, ' ');
    const notes = visitor.proxy.takeNotes(his.name);
    expectSo(notes.length === 0, notes.join('\n'));
  } finally {
    his.origin = home;
  }
}

const admin = (tab: string) => `/admin-dashboard?tab=${tab}`;

/** Each page of the site, by the account that opens it. */
const PAGES: Record<'guest' | DemoAccount, readonly string[]> = {
  guest: [
    ...[
      '/',
      '/properties',
      '/properties?view=map',
      '/agents',
      '/locations',
      '/locations/makati',
      '/near/ayala-mrt-3',
    ],
    ...['/about', '/help', '/terms', '/privacy', '/accessibility', '/compare', '/fil', '/fil/properties'],
    ...['/reset-password?token=0123456789abcdef', '/no/such/page'],
  ],
  user: [
    ...['/dashboard', '/dashboard?tab=messages', '/dashboard?tab=viewed', '/dashboard?tab=viewings', '/profile'],
    ...['/settings', '/settings?tab=notifications', '/settings?tab=privacy', '/settings?tab=preferences'],
    ...['/favorites', '/lists', '/saved-searches'],
  ],
  agent: [
    ...['/agent-dashboard', '/agent-dashboard?tab=properties', '/agent-dashboard?tab=messages'],
    ...['/agent-dashboard?tab=viewings', '/agent-dashboard?tab=analytics', '/desk', '/desk/calendar'],
    ...['/desk/clients', '/desk/listings', '/desk/insights', '/desk/office', '/settings?tab=api'],
  ],
  admin: [
    '/admin-dashboard',
    ...['users', 'agents', 'properties', 'buildings', 'messages', 'trust', 'privacy', 'audit', 'jobs'].map(admin),
    ...['analytics', 'settings', 'settings&section=security', 'settings&section=backup'].map(admin),
  ],
};

/** Opens every page once. @returns complaints of pages, and how a page is broken. */
export async function sweep(scene: Scene): Promise<string[]> {
  const { engine, proxy, api } = scene;
  const faults: string[] = [];
  const [listing] = (await call<PropertyList>('GET', `${api}/api/properties?limit=1`, '')).properties;
  const own = listing ? [`/properties/${listing.id}`, `/agents/${listing.agent?.id}`] : [];
  for (const [person, pages] of Object.entries(PAGES)) {
    await engine.open('/about');
    await engine.page(() => localStorage.clear());
    if (person !== 'guest') await engine.signIn(await openSession(api, person as DemoAccount));
    proxy.takeNotes(engine.name);
    for (const page of person === 'user' ? [...pages, ...own] : pages) {
      await engine.open(page).catch((error: Error) => faults.push(`${page}: ${error.message}`));
      await sleep(400);
      await engine.until(() => !document.querySelector('[aria-busy=true]')).catch(() => undefined);
      const state = await engine.page(() => ({
        letters: document.body.innerText.length,
        tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        broken: [...document.images].filter(
          ({ complete, naturalWidth, currentSrc }) => complete && currentSrc && !naturalWidth,
        ).length,
      }));
      if (state.letters < 100) faults.push(`${page} is empty`);
      if (state.tooWide > 0) faults.push(`${page} scrolls sideways, by ${state.tooWide} pixels`);
      if (state.broken > 0) faults.push(`${page} has ${state.broken} broken pictures`);
      faults.push(...proxy.takeNotes(engine.name));
    }
  }
  return faults;
}
