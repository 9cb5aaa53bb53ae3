import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BaseContext } from '#server/context.ts';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { MAX_ID } from '#shared/contracts/common.ts';

/** A person's part in a thread: in a conversation, or that of the sender of an inquiry. */
export type ThreadPlace = { kind: 'conversation'; id: number; userId: number } | { kind: 'inquiry'; id: number };

export type ReplyAddresses = NonNullable<Awaited<ReturnType<typeof openReplyAddresses>>>;

/** Some mail servers shorten or lower names: a token is short and of small letters. */
const SIGNATURE_LENGTH = 20;
const TOKEN = /^(?:c(\d{1,10})-(\d{1,10})|i(\d{1,10}))-([0-9a-f]{1,40})$/;

/** Addresses for answers by mail, one for each person and thread: nothing is stored for them. @returns null: no mail comes in. */
export async function openReplyAddresses({ env, db }: Pick<BaseContext, 'env' | 'db'>) {
  if (!env.inbound) return null;
  const secret = await readServerSecret(db, 'replyAddresses');
  const [base = '', domain = ''] = env.inbound.address.split('@');

  const sign = (name: string) =>
    createHmac('sha256', secret).update(name).digest('hex').slice(0, SIGNATURE_LENGTH);

  return {
    of(place: ThreadPlace): string {
      const name = place.kind === 'inquiry' ? `i${place.id}` : `c${place.id}-${place.userId}`;
      return `${base}+${name}-${sign(name)}@${domain}`;
    },
    /** Whether mail to it is for this server. */
    isOurs: (address: string): boolean => tokenOf(address) !== null,
    /** @returns the named place, and whether the address is one that this server gave out; null: it names none. */
    read(address: string): { place: ThreadPlace; isGenuine: boolean } | null {
      const [, conversation, user, inquiry, signature = ''] = TOKEN.exec(tokenOf(address) ?? '') ?? [];
      if (signature === '' || [conversation, user, inquiry].some((id) => Number(id ?? 0) > MAX_ID)) return null;
      const name = inquiry ? `i${inquiry}` : `c${conversation}-${user}`;
      const expected = Buffer.from(sign(name));
      const given = Buffer.from(signature);
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
      const place: ThreadPlace = inquiry
        ? { kind: 'inquiry', id: Number(inquiry) }
        : { kind: 'conversation', id: Number(conversation), userId: Number(user) };
      return { place, isGenuine };
    },
  };

  /** The part behind the plus; '' without one; null: an address of others. */
  function tokenOf(address: string): string | null {
    const [local = '', host] = address.toLowerCase().split('@');
    if (host !== domain) return null;
    if (local === base) return '';
    return local.startsWith(`${base}+`) ? local.slice(base.length + 1) : null;
  }
}
