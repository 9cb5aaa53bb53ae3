import type { Client } from '#shared/contracts/clients.ts';
import type { Contact } from '#shared/contracts/inquiries.ts';
import type { ClientRecord } from '../reads.ts';
import { distinctContacts } from './identity.ts';

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
export function contactsOf(records: readonly ClientRecord[]): Contact[] {
  return distinctContacts([...records.flatMap(({ own }) => own), ...records.flatMap(({ said }) => said)]);
}

export function presentClient(records: PersonRecords, needs_answer: boolean): Client {
  const account = records.find(({ user_id }) => user_id !== null);
  const count = (kind: ClientRecord['kind']) => records.filter((record) => record.kind === kind).length;
  const contacts = contactsOf(records);
  // Contacts typed into a form are never passed on as an account's own.
  const own = account ? distinctContacts(records.flatMap((record) => record.own)) : contacts;
  const valuesOf = (wanted: Contact['kind']) =>
    own.flatMap(({ kind, value }) => (kind === wanted ? value : []));
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
