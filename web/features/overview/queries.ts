import type { DashboardStats } from '#shared/contracts/admin.ts';
import { adminQuery } from '#web/lib/adminData.ts';

export const statsQuery = adminQuery<DashboardStats>('stats', '/api/admin/stats');
