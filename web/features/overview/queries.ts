import type { DashboardStats, WaitingCases } from '#shared/contracts/analytics.ts';
import { adminQuery } from '#web/lib/adminData.ts';

export const statsQuery = adminQuery<DashboardStats>('stats', '/api/admin/stats');
export const waitingQuery = adminQuery<WaitingCases>('waiting', '/api/admin/waiting');
