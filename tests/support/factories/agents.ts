import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { buildUser, type UserDraft } from './users.ts';

/** An approved, active agent. */
export function buildAgent(
  context: ServerContext,
  draft: Omit<UserDraft, 'role' | 'application'> = {},
): Promise<UserModel> {
  return buildUser(context, { ...draft, role: 'agent' });
}
