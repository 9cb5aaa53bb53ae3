import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whom a record is about, as far as it tells. */
export interface Identities {
  user_ids: readonly (number | null)[];
  emails: readonly (string | null)[];
  phones: readonly (string | null)[];
}

/** Where nobody is reached (RFC 2606): those who are gone are not one person. */
const NOBODY = '.invalid';
const FEWEST_DIGITS = 7;

/** @returns null for what tells nobody apart. */
export function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return address === '' || address.endsWith(NOBODY) ? null : address;
}

/**
 * Philippine numbers in their international form: 0917 555 0102, +63 917-555-0102 and 639175550102 are one.
 * @returns digits only; null for what is no number.
 */
export function normalizePhone(phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, 'PH');
  // What the country's plan does not know is compared by its digits.
  const digits = number?.isPossible() ? number.number.slice(1) : phone.replace(/\D/g, '');
  // '000 000 0000' is typed by people who have no wish to be called.
  return digits.length < FEWEST_DIGITS || /^(63)?(\d)\2*$/.test(digits) ? null : digits;
}

/** Everything a record can be recognized by, each told apart by its kind. */
function marksOf({ user_ids, emails, phones }: Identities): string[] {
  const told = <Value>(values: readonly Value[], mark: (value: NonNullable<Value>) => string | null) =>
    values.flatMap((value) => (value && mark(value)) || []);
  const named = (kind: string, value: string | null) => value && `${kind} ${value}`;
  return [
    ...told(user_ids, (id) => `user ${id}`),
    ...told(emails, (email) => named('email', normalizeEmail(email))),
    ...told(phones, (phone) => named('phone', normalizePhone(phone))),
  ];
}

/**
 * Puts together what is one person's: records that share an account, an address or a number, also over others in
 * between. Groups come in the order of their first record, records in their own.
 */
export function groupByPerson<Entry extends Identities>(records: readonly Entry[]): [Entry, ...Entry[]][] {
  const parents = records.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    // Every one on the way now knows the root: the next search is short.
    for (let step = at; step !== root; ) {
      const next = parents[step] ?? root;
      parents[step] = root;
      step = next;
    }
    return root;
  };
  const firstWith = new Map<string, number>();
  records.forEach((record, at) => {
    for (const mark of marksOf(record)) {
      const known = firstWith.get(mark);
      if (known === undefined) firstWith.set(mark, at);
      else {
        const [one, other] = [find(known), find(at)];
        parents[Math.max(one, other)] = Math.min(one, other);
      }
    }
  });
  const groups = new Map<number, [Entry, ...Entry[]]>();
  records.forEach((record, at) => {
    const root = find(at);
    const group = groups.get(root);
    if (group) group.push(record);
    else groups.set(root, [record]);
  });
  return [...groups.values()];
}
