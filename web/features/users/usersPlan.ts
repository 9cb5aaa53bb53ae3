import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

/** Specification, part 3 §2: the role and status filters, with 'all' first. */
export const usersPlan = {
  search: 'text',
  role: ['all', 'user', 'agent', 'admin'],
  status: ['all', 'active', 'inactive', 'suspended', 'pending'],
  sort: ['created_at', 'name', 'email', 'role', 'status'],
  order: ['desc', 'asc'],
} as const satisfies ListPlan;

export type UsersState = ListState<typeof usersPlan>;
