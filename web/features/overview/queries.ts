import { adminQuery } from '#web/lib/adminData.ts';

export const statsQuery = adminQuery('analytics.siteStats');
export const waitingQuery = adminQuery('analytics.waiting');
