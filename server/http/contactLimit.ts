import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import type { SignedInUser } from './access.ts';
import { callerNetwork } from './rateLimit.ts';

/** Agents whose e-mail and phone one caller is told within an hour: far more than a person looks at, too few to collect. */
const AGENTS_PER_HOUR = 150;
const WINDOW_S = 3_600;
const MAX_CALLERS = 20_000;

/** Stands for the address of whoever a page is rendered for: they are counted when it is sent, see `webFiles`. */
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
  /** Agents that were counted for this caller by this process. */
  told: Set<number>;
  /** Milliseconds since 1970; 0: nothing is hidden. */
  hiddenUntil: number;
}

/**
 * Counts the agents whose contact data a caller (an account, or a network of people without one) is told, for all processes
 * together. Nobody waits for it: what is asked for meanwhile is answered, and the next answer hides what was not told yet.
 * Administrators are not counted.
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
   * While guests may open the pages of listings and agents, no answer tells them contact data: what the page leaves out
   * must not stand in the list beside it. Otherwise the public answers tell it, as the specification has them.
   * @returns those whose contact data is to be left out of this answer, and until when; null where the caller logs in first.
   */
  check({ user, address }: ContactReader, agentIds: readonly number[]): HiddenContacts | null {
    if (!user && this.context.systemSettings.current().application.publicListingPages)
      return agentIds.length === 0 ? null : { ids: new Set(agentIds), until: null };
    const isCounted = this.context.env.hasActionLimits && user?.role !== 'admin' && address !== PAGE_READER;
    if (!isCounted) return null;
    const key = user ? `user:${user.id}` : callerNetwork(address);
    const reader = this.readers.get(key) ?? { told: new Set(), hiddenUntil: 0 };
    const fresh = new Set(agentIds.filter((id) => id !== user?.id && !reader.told.has(id)));
    if (fresh.size === 0) return null;
    if (reader.hiddenUntil > Date.now()) return { ids: fresh, until: new Date(reader.hiddenUntil) };
    for (const id of fresh) reader.told.add(id);
    this.readers.set(key, reader);
    this.limiter.consume(key, fresh.size).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) reader.hiddenUntil = Date.now() + refusal.msBeforeNext;
      else this.context.log.warn({ err: refusal }, 'contacts that were read could not be counted');
    });
    return null;
  }

  /** An answer that is made for one caller, without contact data beyond what they may collect. */
  apply<Data>(reader: ContactReader, data: Data): Data {
    const agents = contactsIn(data).map(({ id }) => id);
    const hidden = this.check(reader, agents);
    return hidden ? hideContacts(data, hidden) : data;
  }
}

interface Contact {
  id: number;
  email: string;
  phone: string | null;
  contact_hidden_until?: string;
}

/** The agents with contact data in a public answer: itself, or its `agent`, `agents` or `properties`. */
export function contactsIn(data: unknown): Contact[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('email' in data) return [data as Contact];
  const { agent, agents, properties } = data as Record<'agent' | 'agents' | 'properties', unknown>;
  const parts = Array.isArray(data) ? data : [agent, ...[agents ?? []].flat(), ...[properties ?? []].flat()];
  return parts.flatMap(contactsIn);
}

/** The ids of agents whose contact data a public answer really tells. */
export const toldContacts = (data: unknown): number[] =>
  contactsIn(data)
    .filter(({ email, phone }) => email || phone)
    .map(({ id }) => id);

/** Empties what is to be hidden; the shape of the answer stays. */
export function hideContacts<Data>(data: Data, { ids, until }: HiddenContacts): Data {
  const hidden = { email: '', phone: null, ...(until && { contact_hidden_until: until.toISOString() }) };
  for (const contact of contactsIn(data)) if (ids.has(contact.id)) Object.assign(contact, hidden);
  return data;
}
