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
export function distinctContacts(contacts: readonly Contact[]): Contact[] {
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
  return said === null ? `${first?.kind}-${first?.id}` : `email-${said}`;
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
    const key = account ?? said ?? record;
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()];
}
