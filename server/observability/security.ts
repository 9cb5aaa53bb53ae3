import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** The events of the security log, counted by `security_events_total`. */
const sentences = {
  signed_in: 'signed in',
  sign_in_failed: 'a sign-in failed',
  password_refused: 'a wrong current password was given',
  locked_out: 'locked out after failed attempts',
  password_reset_asked: 'a password link was asked for',
  password_reset_refused: 'a password link was refused',
  password_changed: 'a password was changed',
  second_factor_refused: 'a wrong code of a second factor was given',
  second_factor_changed: 'a second factor was set up, changed or ended',
  other_access_ended: 'passkeys, tokens, webhooks and whatever else opens an account were ended',
  identity_confirmed: 'somebody who is signed in proved who they are',
  email_confirmed: 'an e-mail address was confirmed',
  email_change_asked: 'another e-mail address was asked for',
  email_changed: 'an e-mail address was changed',
  email_change_refused: 'a change of an e-mail address was refused by its owner',
  phone_confirmed: 'a telephone number was confirmed',
  confirmation_refused: 'a link or code to confirm something was refused',
  api_token_created: 'an API token was made',
  api_token_revoked: 'an API token was revoked',
  api_token_refused: 'an API token that is not good was used',
  sessions_ended: 'sessions were ended',
  call_refused: 'a call was refused',
  caller_limited: 'a call over a limit was refused',
  socket_refused: 'a socket was refused',
  admin_change: 'an administrator changed something',
} as const;

export type SecurityEvent = keyof typeof sentences;

/** Ids, routes and codes: never typed text. Caller, address and request are fields of each line. */
interface SecurityFacts {
  /** The account concerned; null where there is none. */
  accountId?: number | null;
  sessionId?: number | null;
  /** The id of an API token. */
  tokenId?: number;
  /** The kind of the proof of identity. */
  proof?: string;
  method?: string;
  /** As declared. */
  route?: string;
  status?: number;
  code?: string;
  /** The action in the audit log. */
  action?: string;
  entityType?: string;
  entityId?: number | null;
}

export interface SecurityLog {
  record(event: SecurityEvent, facts: SecurityFacts): void;
}

/** Lines with `"log":"security"`, written at each log level but `silent`. */
export function createSecurityLog(log: Logger, { securityEvents }: Metrics): SecurityLog {
  const own = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' });
  for (const event of Object.keys(sentences)) securityEvents.inc({ event }, 0);
  return {
    record(event, facts) {
      securityEvents.inc({ event });
      own.info({ event, ...facts }, sentences[event]);
    },
  };
}
