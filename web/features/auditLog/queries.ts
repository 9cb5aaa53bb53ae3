import type { AuditList } from '#shared/contracts/auditLog.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import type { ListState } from '#web/ui/adminList/listState.ts';
import type { auditPlan } from './auditPlan.ts';

export const auditQuery = (query: ListState<typeof auditPlan> & { limit: number }) =>
  adminListQuery<AuditList>('audit', '/api/admin/audit-log', query);
