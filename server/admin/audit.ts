import type { Transaction } from 'sequelize';
import type { SignedInUser } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';

/** The admin who acts, and from where. */
export interface Actor {
  user: Pick<SignedInUser, 'id' | 'name'>;
  address: string | null;
}

export interface AuditDraft {
  /** The thing, then the verb: 'user.suspend'. */
  action: string;
  entityType: string;
  entityId: number | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Adds to the audit log in the transaction of the change itself: one is not stored without the other. */
export async function recordAudit(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  actor: Actor,
  { action, entityType, entityId, before = null, after = null }: AuditDraft,
  transaction: Transaction,
): Promise<void> {
  await db.models.AuditEntry.create(
    {
      actor_id: actor.user.id,
      actor_name: actor.user.name,
      action,
      entity_type: entityType,
      entity_id: entityId,
      before,
      after,
      address: actor.address,
      created_at: now(),
    },
    { transaction },
  );
}
