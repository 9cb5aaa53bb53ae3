import type { ErasureRequestModel, UserModel } from '#server/db/models.ts';
import { eraseFromAuditLog, recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { eraseAccount } from '#server/features/users/writes.ts';
import { erasureDoneMail } from '#server/mail/templates.ts';

/**
 * Erases an account in the caller's transaction and closes the request; the person gets a mail.
 * @param actor the deciding admin, or the system once the time of a deletion has come.
 * @throws {NotFoundError} there is no such account. @throws {ForbiddenError} an admin's account.
 */
export async function eraseAsAsked(
  context: ServerContext,
  actor: Parameters<typeof recordAudit>[1],
  request: ErasureRequestModel,
  user: UserModel,
): Promise<void> {
  const { name, email, phone, language } = user;
  const letter = { recipient: email, ...erasureDoneMail(context, language, { name }) };
  await eraseAccount(context, user.id);
  // The reason of the request is personal data as well.
  await request.update({ status: 'completed', decided_at: context.now(), reason: null, user_id: null });
  await context.mail.queue(letter);
  const erased = await eraseFromAuditLog(context, { id: user.id, name, email, phone });
  const entry = { action: 'privacy.erase', entityType: 'user', entityId: user.id, chain: { erased } };
  await recordAudit(context, actor, entry);
}
