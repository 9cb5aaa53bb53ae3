import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import type { AdminRole } from '../../../shared/adminRoles.ts';
import { readCatalogue } from '../../../shared/catalogues.ts';
import type { Agent } from '../../../shared/contracts/agents.ts';
import type { Session } from '../../../shared/contracts/auth.ts';
import type { Property, PropertyList } from '../../../shared/contracts/properties.ts';
import { call, openSession } from './accounts.ts';
import { expect } from './fixtures.ts';
import { register, registerApplicant } from './newcomers.ts';

/** The person that opens a screen. */
export type Person = 'guest' | 'user' | 'agent' | 'soloAgent' | 'manager' | 'admin' | Exclude<AdminRole, 'owner'>;

export type ScreenLanguage = 'en' | 'fil';

const PASSWORD = 'quiet-harbour-9';
const filipino = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8')).translations;

/** A message in the language of the page, with any values. */
function wordsOf(message: string, language: ScreenLanguage): RegExp {
  const whole = language === 'fil' ? (filipino[message] ?? message) : message;
  const said = /<link>(.*)<\/link>/.exec(whole)?.[1] ?? whole;
  const parts = said.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A count may stand behind a name.
  return new RegExp(`^${parts.join('.+')}(, .*| ?\\d.*| \\(.*\\))?$`);
}

/** The page as a table of screens describes it: by English messages, in either language. */
export class Screen {
  /** Playwright's own 'networkidle' is over once a document was idle for the first time. */
  private readonly unanswered = new Set<Request>();
  private isLoaded = false;

  constructor(
    readonly page: Page,
    readonly language: ScreenLanguage = 'en',
  ) {
    page.on('request', (request) => this.unanswered.add(request));
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
  }

  /** Loads the page at this address, with nothing that an earlier one kept. */
  async load(path: string): Promise<void> {
    if (this.isLoaded)
      await this.page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    await this.page.goto(path);
    // A request that a document sends as it is left has no end.
    this.unanswered.clear();
    this.isLoaded = true;
    await this.settle();
  }

  /**
   * Leads to the address as a link of the page does, which takes a fraction of a load: document, scripts and axe stay.
   * The first address is loaded, and so is one that keeps the title, by which the new screen is recognized.
   */
  async open(path: string): Promise<void> {
    if (!this.isLoaded) return this.load(path);
    const missed = await this.page.evaluate(async (address) => {
      const there = (/^\/fil(?![^/])/.exec(location.pathname)?.[0] ?? '') + address;
      document.title = '';
      history.pushState(null, '', there);
      dispatchEvent(new PopStateEvent('popstate'));
      const start = performance.now();
      while (!document.title && performance.now() - start < 5_000) await new Promise(requestAnimationFrame);
      return document.title ? null : there;
    }, path);
    if (missed) await this.load(missed);
    else await this.settle();
  }

  words(message: string): RegExp {
    return wordsOf(message, this.language);
  }

  /** The control with this name, in the topmost dialog where there is one. */
  async control(message: string): Promise<Locator> {
    const name = this.words(message);
    const dialogs = this.page.locator('dialog:modal');
    const place = (await dialogs.count()) > 0 ? dialogs.last() : this.page.locator('body');
    const [first, ...others] = (
      ['button', 'link', 'tab', 'menuitem', 'switch', 'checkbox', 'radio', 'option'] as const
    ).map((role) => place.getByRole(role, { name }));
    if (!first) throw new Error('no role');
    return others.reduce((found, other) => found.or(other), first).first();
  }

  /** Waits for the control: a dialog's code is loaded on demand. */
  async press(message: string): Promise<void> {
    await expect(async () => (await this.control(message)).click({ timeout: 6_000 })).toPass({
      timeout: 25_000,
    });
  }

  /** Waits until all requests are answered and the answers are drawn. */
  async settle(): Promise<void> {
    await this.page.getByRole('main').getByRole('heading').first().waitFor();
    await this.page.waitForLoadState('networkidle');
    await expect(async () => {
      // An answer may lead to the next request.
      for (let look = 0; look < 2; look++) {
        await this.page.evaluate(
          () =>
            new Promise<void>((resolve) =>
              requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 500 })),
            ),
        );
        expect([...this.unanswered].map((request) => request.url())).toEqual([]);
      }
    }).toPass();
    await expect(this.page.locator('.spinner, .skeleton, .animate-pulse').filter({ visible: true })).toHaveCount(
      0,
    );
  }
}

/** Data that the demo lacks, made once for a server. */
export interface World {
  sessions: Record<Exclude<Person, 'guest'>, Session>;
  listing: Property;
  agent: Agent;
  listId: number;
  buildingId: number;
  officeId: number;
  /** The address of the list's invitation. */
  joinPath: string;
}

async function account(baseUrl: string, admin: Session, name: string, role: object): Promise<Session> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@screens.example`;
  await call('POST', `${baseUrl}/api/admin/users`, admin.token, { name, email, password: PASSWORD, ...role });
  return call('POST', `${baseUrl}/api/auth/login`, '', { email, password: PASSWORD });
}

async function makeWorld(baseUrl: string): Promise<World> {
  const api = `${baseUrl}/api`;
  const [user, agent, admin] = await Promise.all(
    (['user', 'agent', 'admin'] as const).map((person) => openSession(baseUrl, person)),
  );
  if (!user || !agent || !admin) throw new Error('the demo has no accounts');
  const staff = (adminRole: AdminRole) =>
    account(baseUrl, admin, `Screens ${adminRole}`, { role: 'admin', admin_role: adminRole });
  const [moderator, support, auditor, manager, soloAgent] = [
    await staff('moderator'),
    await staff('support'),
    await staff('auditor'),
    await account(baseUrl, admin, 'Screens Manager', { role: 'agent' }),
    // The demo agent is in an office already.
    await account(baseUrl, admin, 'Screens Solo', { role: 'agent' }),
  ];
  const { properties } = await call<PropertyList>('GET', `${api}/properties?status=available&limit=50`, '');
  const own = await call<Property[]>('GET', `${api}/agents/${agent.user.id}/properties`, '');
  const listing = own.find(({ status }) => status === 'available');
  if (!listing || properties.length < 2) throw new Error('the demo has too few listings');
  const office = await call<{ office: { id: number } }>('POST', `${api}/office`, manager.token, {
    name: 'Screens Realty',
  });
  await call('POST', `${api}/office/invitations`, manager.token, { email: 'colleague@screens.example' });
  const list = await call<{ id: number }>('POST', `${api}/lists`, user.token, {
    name: 'Our first home',
    property_id: listing.id,
  });
  for (const { id } of properties.slice(0, 2))
    await call('POST', `${api}/lists/${list.id}/items`, user.token, { property_id: id });
  const link = await call<{ url: string }>('POST', `${api}/lists/${list.id}/links`, user.token);
  await call('POST', `${api}/saved-searches`, user.token, {
    name: 'Condos in Taguig',
    query: 'type=condo&location=Taguig',
    frequency: 'daily',
  });
  await call('POST', `${api}/webhooks`, agent.token, {
    url: 'https://crm.example/silong',
    events: ['inquiry.created'],
  });
  await registerApplicant(baseUrl, 'Screena Applicant');
  const leaving = await register(baseUrl, 'Screena Leaving');
  await call('POST', `${api}/privacy/erasure`, leaving.token, { password: 'newcomer-1' });
  await call('POST', `${api}/properties/${listing.id}/reports`, leaving.token, { reason: 'scam' });
  const buildings = await call<{ buildings: { id: number }[] }>('GET', `${api}/admin/buildings`, admin.token);
  const agentProfile = await call<Agent>('GET', `${api}/agents/${agent.user.id}`, user.token);
  return {
    sessions: { user, agent, soloAgent, manager, admin, moderator, support, auditor },
    listing,
    agent: agentProfile,
    listId: list.id,
    buildingId: buildings.buildings[0]?.id ?? 0,
    officeId: office.office?.id ?? 0,
    joinPath: new URL(link.url).pathname,
  };
}

const worlds = new Map<string, Promise<World>>();

export function worldOf(baseUrl: string): Promise<World> {
  const made = worlds.get(baseUrl) ?? makeWorld(baseUrl);
  worlds.set(baseUrl, made);
  return made;
}
