import type { Access } from '#shared/contracts/common.ts';
import { ForbiddenError, UnauthorizedError } from '../errors.ts';
import type { SignedInUser } from './sessions.ts';

/**
 * @returns the caller, or null where anyone may call and nobody is signed in.
 * @throws {UnauthorizedError} nobody is signed in. @throws {ForbiddenError} somebody else's role is needed.
 */
export function requireAccess(access: Access, user: SignedInUser | null): SignedInUser | null {
  if (access === 'anyone') return user;
  if (!user) throw new UnauthorizedError();
  if (access === 'agent' && !(user.role === 'agent' && user.isApprovedAgent))
    throw new ForbiddenError('Only approved agents can do this', 'agent_required');
  if (access === 'admin' && user.role !== 'admin')
    throw new ForbiddenError('Only administrators can do this', 'admin_required');
  return user;
}
