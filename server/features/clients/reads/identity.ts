import type { Contact } from '#shared/contracts/inquiries.ts';
import { normalizePhone } from '#shared/phones.ts';

/** Whom a record is about. */
export interface Identity {
  /** The account behind it. */
  user_id: number | null;
  /** What the account has; empty without one. */
  own: readonly Contact[];
  /** What was typed into a form. */
  said: readonly Contact[];
}

/** Where nobody is reached (RFC 2606): those who are gone are not one person. */
const NOBODY = '.invalid';

/** @returns null for what tells nobody apart. */
function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return address === '' || address.endsWith(NOBODY) ? null : address;
}

const normalize = ({ kind, value }: Contact): string | null =>
  kind === 'email' ? normalizeEmail(value) : normalizePhone(value);

/** Distinct contacts, each as it comes first; those that identify nobody are left out. */
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

/** Names the person in the agent's list of clients: the account, else the address they gave, else the record alone. */
export function personKey(records: readonly (Identity & { kind: string; id: number })[]): string {
  const user = records.find(({ user_id }) => user_id !== null);
  if (user) return `user-${user.user_id}`;
  const [first] = records;
  const said = first ? emailOf(first.said) : null;
  return said === null ? `${first?.kind}-${first?.id}` : `email-${said}`;
}

/**
 * Puts together what is one person's: the records of one account, and those that were sent without an account under an
 * address which that account has confirmed. What is only said joins no two accounts, and no number joins anything: anybody
 * can type one. Records without an account that name the same address are one card of what somebody says.
 * Groups come in the order of their first record, records in their own.
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
    // A record that tells of nobody is a person by itself.
    const key = account ?? said ?? record;
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()];
}
