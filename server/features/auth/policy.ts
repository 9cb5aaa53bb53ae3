import { ForbiddenError, UnauthorizedError } from '#server/http/errors.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { Access } from '#shared/contracts/common.ts';
import type { SignedInUser } from './sessions.ts';

/** The caller's token stands for no session any more; clients tell this from never having signed in. */
export class SessionExpiredError extends UnauthorizedError {
  constructor() {
    super('Your session has ended. Please log in again.', 'session_expired');
  }
}

/** Who administers the site at present, as a condition on accounts. */
export const activeAdmin = { role: 'admin', status: 'active' } as const;

/**
 * @param hasEndedSession a token came with the call, but no session goes with it.
 * @returns the caller, or null where anyone may call and nobody is signed in.
 * @throws {UnauthorizedError} nobody is signed in. @throws {ForbiddenError} somebody else's role is needed.
 */
export function requireAccess(
  access: Access,
  user: SignedInUser | null,
  hasEndedSession = false,
): SignedInUser | null {
  if (access === 'anyone') return user;
  if (!user) throw hasEndedSession ? new SessionExpiredError() : new UnauthorizedError();
  if (access === 'agent' && !user.isApprovedAgent)
    throw new ForbiddenError('Only approved agents can do this', 'agent_required');
  if (access === 'admin' && user.role !== 'admin')
    throw new ForbiddenError('Only administrators can do this', 'admin_required');
  return user;
}

const closedDoors: Record<Exclude<UserStatus, 'active'>, string> = {
  suspended: 'This account has been suspended. Please contact us if you think this is a mistake.',
  inactive: 'This account is not active. Please contact us to open it again.',
  pending: 'This account is waiting for approval. You can log in once it has been approved.',
};

/** Asked only after a correct password. @throws {ForbiddenError} `account_suspended`, `account_inactive`, `account_pending`. */
export function requireActiveAccount(status: UserStatus): void {
  if (status !== 'active') throw new ForbiddenError(closedDoors[status], `account_${status}`);
}
