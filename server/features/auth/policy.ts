import { ForbiddenError } from '#server/http/errors.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';

/** Who administers the site at present, as a condition on accounts. */
export const activeAdmin = { role: 'admin', status: 'active' } as const;

const statusMessages: Record<Exclude<UserStatus, 'active'>, string> = {
  suspended: 'This account has been suspended. Please contact us if you think this is a mistake.',
  inactive: 'This account is not active. Please contact us to open it again.',
  pending: 'This account is waiting for approval. You can log in once it has been approved.',
};

/** Asked only after a correct password. @throws {ForbiddenError} `account_suspended`, `account_inactive`, `account_pending`. */
export function requireActiveAccount(status: UserStatus): void {
  if (status !== 'active') throw new ForbiddenError(statusMessages[status], `account_${status}`);
}
