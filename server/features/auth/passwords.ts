import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { UnavailableError } from '#server/http/errors.ts';

/** argon2id is the library's default kind; these are OWASP's figures for it. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password nobody knows: what a sign-in to an account that does not exist is checked against. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Th+nT9VAb+yHAXYby92gTg$TNiXMr5L3l88svojDn8e+TlebGWGHCobnwz+WsPl75k';

/** Hashing runs on the four threads that SQLite's queries need too: a burst of sign-ins leaves them two. */
const limit = pLimit(2);
const MAX_WAITING = 1_000;

/** @throws {UnavailableError} too many people are waiting for the same. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new UnavailableError('Too many people are signing in right now. Please try again in a moment.');
  return limit(work);
}

/** The same letters typed on two systems may differ in bytes (é as one sign or two). */
const asTyped = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(asTyped(password), cost));
}

/** @param passwordHash null where there is no such account: the answer is then false, after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limited(() => verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, asTyped(password)));
  return matches && passwordHash !== null;
}
