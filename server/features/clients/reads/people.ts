import type { Client } from '#shared/contracts/clients.ts';
import type { DeskRow, WaitingReason } from '#shared/contracts/desk.ts';
import type { Contact } from '#shared/contracts/inquiries.ts';
import { normalizePhone } from '#shared/phones.ts';

/** The person of a record. */
export interface Identity {
  /** The person's account. */
  user_id: number | null;
  /** Contacts of the account; empty without one. */
  own: readonly Contact[];
  /** Contacts typed into a form. */
  said: readonly Contact[];
  /** Of a visitor without an account: the inquiry with their name, also of a viewing that was booked by a link. */
  inquiry_id: number | null;
}

/** One inquiry, conversation, viewing or review, with the identity of its client. Times are ISO-8601. */
export interface ClientRecord extends Identity {
  kind: 'inquiry' | 'conversation' | 'viewing' | 'review';
  id: number;
  avatar_url: string | null;
  name: string;
  /** The latest event; `id` is that of the message, if it was one. */
  last: Pick<DeskRow['last'], 'kind' | 'by' | 'at'> & { id: number };
  /** Time of the latest event of either side. */
  client_at: string | null;
  agent_at: string | null;
  unread: number;
  /** Since when and for what the client waits for the agent. */
  waiting: { since: string; reason: WaitingReason } | null;
  /** Since when the agent waits for the client. */
  awaiting_since: string | null;
  /** When `waiting` and `awaiting_since` change by themselves. */
  until: string | null;
  /** The start of a future viewing. */
  starts_at: string | null;
  /** Time of its confirmation. */
  confirmed_at: string | null;
  /** Between two agents, about no listing. */
  is_between_agents: boolean;
}

/** Addresses of deleted accounts (RFC 2606): deleted accounts are not one person. */
const NOBODY = '.invalid';

/** @returns null for an address that identifies no person. */
function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return address === '' || address.endsWith(NOBODY) ? null : address;
}

const normalize = ({ kind, value }: Contact): string | null =>
  kind === 'email' ? normalizeEmail(value) : normalizePhone(value);

/** Distinct contacts, in the order of their first occurrence; contacts that identify no person are left out. */
function distinctContacts(contacts: readonly Contact[]): Contact[] {
  const found = new Map<string, Contact>();
  for (const contact of contacts) {
    const same = normalize(contact);
    const key = `${contact.kind} ${same}`;
    if (same && !found.has(key)) found.set(key, contact);
  }
  return [...found.values()];
}

const emailOf = (contacts: readonly Contact[]): string | null => {
  const email = contacts.find(({ kind }) => kind === 'email');
  return email ? normalizeEmail(email.value) : null;
};

/** Key of the person in the agent's list of clients: the account, else the given address, else the record. */
export function personKey(records: readonly (Identity & { kind: string; id: number })[]): string {
  const user = records.find(({ user_id }) => user_id !== null);
  if (user) return `user-${user.user_id}`;
  const [first] = records;
  const said = first ? emailOf(first.said) : null;
  if (said !== null) return `email-${said}`;
  return first?.inquiry_id == null ? `${first?.kind}-${first?.id}` : `inquiry-${first.inquiry_id}`;
}

/**
 * Groups records by person: records of one account, and records sent without an account under an address which that
 * account has confirmed. Typed contacts join no two accounts, and phone numbers join nothing: any number can be
 * typed. Records without an account under the same address are one group. Groups come in the order of their first
 * record, records in their own.
 */
export function groupByPerson<Entry extends Identity>(records: readonly Entry[]): [Entry, ...Entry[]][] {
  const confirmed = new Map<string, number>();
  for (const { user_id, own } of records) {
    const email = emailOf(own.filter((contact) => contact.confirmed));
    if (user_id !== null && email) confirmed.set(email, user_id);
  }
  const groups = new Map<unknown, [Entry, ...Entry[]]>();
  for (const record of records) {
    const said = emailOf(record.said);
    const account = record.user_id ?? (said === null ? undefined : confirmed.get(said));
    // A record without identity is a person by itself.
    const key = account ?? said ?? (record.inquiry_id === null ? record : `inquiry-${record.inquiry_id}`);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()];
}

/** The records of one person, the latest activity first. */
export type PersonRecords = readonly [ClientRecord, ...ClientRecord[]];

/** The keys of a client in the API; the first is used in lists. */
export function keysOf(records: PersonRecords): string[] {
  const lowest = (ids: number[]) => ids.sort((one, other) => one - other);
  const users = lowest(records.flatMap(({ user_id }) => user_id ?? []));
  const of = (kind: ClientRecord['kind']) =>
    lowest(records.filter((record) => record.kind === kind).map(({ id }) => id));
  return [
    ...new Set(users.map((id) => `user-${id}`)),
    ...of('inquiry').map((id) => `inquiry-${id}`),
    ...of('conversation').map((id) => `conversation-${id}`),
    ...of('review').map((id) => `review-${id}`),
  ];
}

/** All known contacts, the account's own first. */
export const contactsOf = (records: readonly ClientRecord[]): Contact[] =>
  distinctContacts([...records.flatMap(({ own }) => own), ...records.flatMap(({ said }) => said)]);

export function presentClient(records: PersonRecords, needs_answer: boolean): Client {
  const account = records.find(({ user_id }) => user_id !== null);
  const count = (kind: ClientRecord['kind']) => records.filter((record) => record.kind === kind).length;
  const contacts = contactsOf(records);
  // Contacts typed into a form are never passed on as an account's own.
  const own = account ? distinctContacts(records.flatMap((record) => record.own)) : contacts;
  const valuesOf = (wanted: Contact['kind']) => own.flatMap(({ kind, value }) => (kind === wanted ? value : []));
  return {
    key: keysOf(records)[0] ?? '',
    user_id: account?.user_id ?? null,
    avatar_url: account?.avatar_url ?? null,
    name: (account ?? records[0]).name,
    emails: valuesOf('email'),
    phones: valuesOf('phone'),
    contacts,
    inquiries: count('inquiry'),
    conversations: count('conversation'),
    viewings: count('viewing'),
    unread: records.reduce((sum, { unread }) => sum + unread, 0),
    last_activity_at: records[0].last.at,
    needs_answer,
  };
}
