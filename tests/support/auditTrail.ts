import type { ServerContext } from '#server/features/context.ts';

/** The newest entry of the audit log, as a plain object. */
export async function newestAudit({ db }: ServerContext) {
  const entry = await db.models.AuditEntry.findOne({ order: [['id', 'DESC']] });
  return entry?.get({ plain: true });
}

export function countAudit({ db }: ServerContext): Promise<number> {
  return db.models.AuditEntry.count();
}

/** Whether a text stands anywhere in the whole log. */
export async function auditHolds({ db }: ServerContext, text: string): Promise<boolean> {
  const entries = await db.models.AuditEntry.findAll({ raw: true });
  return JSON.stringify(entries).includes(text);
}
