import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

export const auditPlan = {
  actor: 'id',
  action: 'text',
  entity_type: 'text',
  entity_id: 'id',
  from: 'day',
  to: 'day',
} as const satisfies ListPlan;

export type AuditState = ListState<typeof auditPlan>;
