import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { requireOutbound } from '#server/context.ts';
import type { ServerContext } from '#server/features/context.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { authMessages } from '#shared/authMessages.ts';
import { type Message, msg } from '#shared/messages.ts';

interface Person {
  email: string;
  name: string;
}

/** Commands have no whole context. */
type PasswordContext = Pick<ServerContext, 'db' | 'env' | 'systemSettings'> & {
  log: Pick<Logger, 'warn'>;
};

/**
 * To be called wherever a password is set, after the contract's own bounds and before hashing; never at sign-in, so
 * that existing passwords stay valid. Outside of transactions: it may call another server.
 * @param path of the password's field. @throws {InvalidInputError} at that field: shorter than the admin's setting, the
 * person's name or e-mail, the site's name, one of the commonest passwords, or known from a leak.
 */
export async function requireGoodPassword(
  context: PasswordContext,
  { password, path, person }: { password: string; path: string; person: Person | null },
): Promise<void> {
  const message = await passwordFault(context, password, person);
  if (message) throw new InvalidInputError([{ path, message }]);
}

async function passwordFault(
  context: PasswordContext,
  password: string,
  person: Person | null,
): Promise<Message | null> {
  const { application, security } = context.systemSettings.current();
  const { minPasswordLength } = security;
  if (password.length < minPasswordLength) return authMessages.passwordTooShort(minPasswordLength);
  const folded = fold(password);
  if (person && [person.email, person.name].some((word) => fold(word) === folded))
    return msg('Your name or email is too easy to guess as a password. Please choose another.');
  if (fold(application.siteName) === folded)
    return msg('The name of this site is too easy to guess as a password. Please choose another.');
  if ((await commonPasswords()).has(folded))
    return msg('This password is one of the most common ones. Please choose another.');
  if (await isBreached(context, password))
    return msg('This password has appeared in a data leak. Please choose another.');
  return null;
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

let loaded: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords in lower case. Loaded when the first password is set, not at the start. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loaded;
}

const LOOK_UP_MS = 2_000;
/** Hexadecimal digits of the hash that are sent to the range API; hundreds of known passwords share them. */
const PREFIX_LENGTH = 5;

/**
 * Queries the range API of the environment, by k-anonymity: neither the password nor its whole hash leaves the
 * server. A failing or slow API refuses no password.
 */
async function isBreached(context: PasswordContext, password: string): Promise<boolean> {
  const { db, env, log } = context;
  if (!env.breachedPasswordsUrl) return false;
  db.refuseInTransaction();
  // SHA-1 is the API's choice: leaked passwords are listed by it, it protects nothing here.
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const rest = hash.slice(PREFIX_LENGTH);
  try {
    requireOutbound(context);
    const lines = await askRange(`${env.breachedPasswordsUrl}/${hash.slice(0, PREFIX_LENGTH)}`);
    // Padding comes with a count of 0.
    return lines.some((line) => {
      const [suffix, count] = line.trim().split(':');
      return suffix?.toUpperCase() === rest && Number(count) > 0;
    });
  } catch (error) {
    log.warn({ err: error }, 'breached passwords could not be looked up: a new password was taken without');
    return false;
  }
}

async function askRange(url: string): Promise<string[]> {
  const signal = AbortSignal.timeout(LOOK_UP_MS);
  const answer = await fetch(url, { signal, redirect: 'error', headers: { 'Add-Padding': 'true' } });
  if (!answer.ok) throw new Error(`the range API answered ${answer.status}`);
  return (await answer.text()).split('\n');
}
