import type { ListPlan, ListState } from '../list/listState.ts';

export const auditPlan = {
  actor: 'text',
  action: 'text',
  entity_type: 'text',
  entity_id: 'text',
  from: 'text',
  to: 'text',
} as const satisfies ListPlan;

export type AuditState = ListState<typeof auditPlan>;
