import type { AuditField } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';

/** The whole audit log with its details, oldest first; missing fields are null. */
export async function readAudit({ db }: ServerContext) {
  const entries = await db.models.AuditEntry.findAll({ order: ['id'] });
  const details = await db.models.AuditDetail.findAll();
  return entries.map((entry) => {
    const said = (field: AuditField) => {
      const detail = details.find((row) => row.entry_id === entry.id && row.field === field);
      return detail ? JSON.parse(detail.value) : null;
    };
    return {
      ...entry.get({ plain: true }),
      actor_name: said('actor_name'),
      before: said('before'),
      after: said('after'),
      reason: said('reason'),
      address: said('address'),
    };
  });
}

export async function newestAudit(context: ServerContext) {
  return (await readAudit(context)).at(-1);
}

export function countAudit({ db }: ServerContext): Promise<number> {
  return db.models.AuditEntry.count();
}

/** Whether a text occurs anywhere in the whole log. */
export async function auditHolds({ db }: ServerContext, text: string): Promise<boolean> {
  const rows = [
    await db.models.AuditEntry.findAll({ raw: true }),
    await db.models.AuditDetail.findAll({ raw: true }),
  ];
  return JSON.stringify(rows).includes(text);
}
