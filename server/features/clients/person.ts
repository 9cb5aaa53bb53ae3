import { localDigits, matchesWords, type SearchWords } from '#server/db/searchWords.ts';
import type { Client } from '#shared/contracts/clients.ts';
import type { Contact } from '#shared/contracts/inquiries.ts';
import { distinctContacts } from './identity.ts';
import type { ClientRecord } from './reads.ts';

/** The records of one person, the latest activity first. */
export type PersonRecords = readonly [ClientRecord, ...ClientRecord[]];

/** The keys a client can be requested by; the first is the one in lists. */
export function keysOf(records: PersonRecords): string[] {
  const lowest = (ids: number[]) => ids.sort((one, other) => one - other);
  const users = lowest(records.flatMap(({ user_id }) => user_id ?? []));
  const of = (kind: ClientRecord['kind']) =>
    lowest(records.filter((record) => record.kind === kind).map(({ id }) => id));
  return [
    ...users.map((id) => `user-${id}`),
    ...of('inquiry').map((id) => `inquiry-${id}`),
    ...of('conversation').map((id) => `conversation-${id}`),
  ];
}

export function presentClient(records: PersonRecords): Client {
  const account = records.find(({ user_id }) => user_id !== null);
  const count = (kind: ClientRecord['kind']) => records.filter((record) => record.kind === kind).length;
  const contacts = distinctContacts([...(account?.own ?? []), ...records.flatMap(({ said }) => said)]);
  // What was typed into a form is never handed on as an account's own.
  const own = account ? distinctContacts(account.own) : contacts;
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
    last_activity_at: records[0].at,
    needs_answer: needsAnswer(records),
  };
}

export const needsAnswer = (records: PersonRecords): boolean => records.some((record) => record.needs_answer);

/** By name, address, number, or a listing that was asked about. */
export function matchesSearch(records: PersonRecords, search: SearchWords): boolean {
  const { phoneDigits } = search;
  if (phoneDigits !== null)
    return records.some(({ own, said }) =>
      [...own, ...said].some(
        ({ kind, value }) => kind === 'phone' && localDigits(value).includes(phoneDigits),
      ),
    );
  const words = new Set(
    records.flatMap(({ name, own, said, property_title }) => [
      name,
      ...[...own, ...said].flatMap(({ kind, value }) => (kind === 'email' ? value : [])),
      property_title ?? '',
    ]),
  );
  return matchesWords([...words].join('\n'), search);
}
