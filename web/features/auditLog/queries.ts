import type { AuditList } from '#shared/contracts/auditLog.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

/** Specification, part 3 §9. */
export const AUDIT_PAGE_SIZE = 25;

export const auditSchema = {
  actor: 'id',
  action: 'text',
  entity_type: 'text',
  entity_id: 'id',
  from: 'day',
  to: 'day',
} as const satisfies UrlSchema;

export type AuditState = ListState<typeof auditSchema>;

export const auditQuery = (query: AuditState & { limit: number }) =>
  adminListQuery<AuditList>('audit', '/api/admin/audit-log', query);
