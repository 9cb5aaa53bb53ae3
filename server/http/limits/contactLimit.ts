import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import { type ChatApp, chatApps } from '#shared/chatApps.ts';
import { callerKey, type SignedInUser } from '../caller.ts';

/** Agents whose e-mail and phone one caller reads within an hour: far more than a person looks at, too few to collect. */
const AGENTS_PER_HOUR = 150;
const WINDOW_S = 3_600;
const MAX_CALLERS = 20_000;

/** Stands for the address of a rendered page's reader, who is counted when the page is sent, see `webFiles`. */
export const PAGE_READER = 'whoever opens the page';

interface HiddenContacts {
  ids: Set<number>;
  until: Date | null;
}

export interface ContactReader {
  user: Pick<SignedInUser, 'id' | 'role'> | null;
  address: string;
}

interface Reader {
  /** Agents that this process has counted for the caller. */
  counted: Set<number>;
  /** Milliseconds since 1970; 0: nothing is hidden. */
  hiddenUntil: number;
}

/**
 * Counts the agents whose contact data a caller (an account, else a network) reads, for all processes together. Answers do not
 * wait for the count: above the limit, the next answers hide contacts that the caller has not read yet. Administrators are
 * not counted.
 */
export class ContactLimit {
  private readonly readers = new LRUCache<string, Reader>({ max: MAX_CALLERS, ttl: WINDOW_S * 1_000 });
  private readonly limiter: RateLimiterMemory | RateLimiterPostgres;

  constructor(private readonly context: Pick<BaseContext, 'db' | 'env' | 'log' | 'systemSettings'>) {
    const bounds = { points: AGENTS_PER_HOUR, duration: WINDOW_S, keyPrefix: 'contacts' };
    const { dialect, sequelize } = context.db;
    this.limiter =
      dialect === 'postgres'
        ? new RateLimiterPostgres({
            ...bounds,
            storeClient: sequelize,
            storeType: 'sequelize',
            tableName: 'contact_reads',
            tableCreated: true,
          })
        : new RateLimiterMemory(bounds);
  }

  /**
   * While the pages of listings and agents are public, no answer contains contact data for guests: lists hide the contacts
   * that the pages hide. Otherwise public answers contain them, as specified.
   * @returns the agents whose contacts this answer hides, and until when; `until` null: until the caller signs in. Null: none.
   */
  check({ user, address }: ContactReader, agentIds: readonly number[]): HiddenContacts | null {
    if (!user && this.context.systemSettings.current().application.publicListingPages)
      return agentIds.length === 0 ? null : { ids: new Set(agentIds), until: null };
    const isCounted = this.context.env.hasActionLimits && user?.role !== 'admin' && address !== PAGE_READER;
    if (!isCounted) return null;
    const key = callerKey(user, address);
    const reader = this.readers.get(key) ?? { counted: new Set(), hiddenUntil: 0 };
    const fresh = new Set(agentIds.filter((id) => id !== user?.id && !reader.counted.has(id)));
    if (fresh.size === 0) return null;
    if (reader.hiddenUntil > Date.now()) return { ids: fresh, until: new Date(reader.hiddenUntil) };
    for (const id of fresh) reader.counted.add(id);
    this.readers.set(key, reader);
    this.limiter.consume(key, fresh.size).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) reader.hiddenUntil = Date.now() + refusal.msBeforeNext;
      else this.context.log.warn({ err: refusal }, 'contacts that were read could not be counted');
    });
    return null;
  }

  /** Hides contacts beyond the limit in an answer that is made for one caller. */
  apply<Data>(reader: ContactReader, data: Data): Data {
    const agents = contactsIn(data).map(({ id }) => id);
    const hidden = this.check(reader, agents);
    return hidden ? hideContacts(data, hidden) : data;
  }
}

interface Contact extends Partial<Record<ChatApp, string | null>> {
  id: number;
  email: string;
  phone: string | null;
  contact_hidden_until?: string;
}

/** The agents in a public answer: the answer itself, or its `agent`, `agents` or `properties`. */
export function contactsIn(data: unknown): Contact[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('email' in data) return [data as Contact];
  const { agent, agents, properties } = data as Record<'agent' | 'agents' | 'properties', unknown>;
  const parts = Array.isArray(data) ? data : [agent, ...[agents ?? []].flat(), ...[properties ?? []].flat()];
  return parts.flatMap(contactsIn);
}

/** The ids of agents whose contact data a public answer contains. */
export const shownContacts = (data: unknown): number[] =>
  contactsIn(data)
    .filter(({ email, phone }) => email || phone)
    .map(({ id }) => id);

/** Empties the contact data; the shape of the answer stays. */
export function hideContacts<Data>(data: Data, { ids, until }: HiddenContacts): Data {
  const hidden = { email: '', phone: null, ...(until && { contact_hidden_until: until.toISOString() }) };
  for (const contact of contactsIn(data)) {
    if (!ids.has(contact.id)) continue;
    Object.assign(contact, hidden);
    for (const app of chatApps) if (app in contact) contact[app] = null;
  }
  return data;
}
