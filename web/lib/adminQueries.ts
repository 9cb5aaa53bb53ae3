import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PendingAgent } from '#shared/contracts/agents.ts';
import type { DashboardStats } from '#shared/contracts/analytics.ts';
import type { AuditList } from '#shared/contracts/auditLog.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import type { AdminConversationList, MessageStats } from '#shared/contracts/conversationModeration.ts';
import type { AdminPropertyList } from '#shared/contracts/propertyModeration.ts';
import type { AdminSettings } from '#shared/contracts/systemSettings.ts';
import type { AdminUserList } from '#shared/contracts/users.ts';
import { callApi } from './apiClient.ts';

/** Every query of the dashboard has a key that begins so: a change makes all of them old. */
export const ADMIN_KEY = ['admin'] as const;

type ListQuery = Record<string, string | number>;

/** Figures and lists are looked at anew whenever the admin comes back to the window. */
const live = { meta: { isPersonal: true }, refetchOnWindowFocus: 'always' } as const;

const read =
  <Data>(path: string, query: ListQuery = {}) =>
  ({ signal }: { signal: AbortSignal }) =>
    callApi<Data>('GET', path, { query, signal });

export const statsQuery = queryOptions({
  ...live,
  queryKey: [...ADMIN_KEY, 'stats'],
  queryFn: read<DashboardStats>('/api/admin/stats'),
});

export const usersQuery = (query: ListQuery) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, 'users', query],
    queryFn: read<AdminUserList>('/api/admin/users', query),
    placeholderData: keepPreviousData,
  });

export const pendingAgentsQuery = queryOptions({
  ...live,
  queryKey: [...ADMIN_KEY, 'pendingAgents'],
  queryFn: read<PendingAgent[]>('/api/admin/pending-agents'),
});

export const propertiesQuery = (query: ListQuery) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, 'properties', query],
    queryFn: read<AdminPropertyList>('/api/admin/properties', query),
    placeholderData: keepPreviousData,
  });

export const messageStatsQuery = queryOptions({
  ...live,
  queryKey: [...ADMIN_KEY, 'messageStats'],
  queryFn: read<MessageStats>('/api/admin/messages/stats'),
});

export const conversationsQuery = (query: ListQuery) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, 'conversations', query],
    queryFn: read<AdminConversationList>('/api/admin/conversations', query),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (query: ListQuery) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, 'audit', query],
    queryFn: read<AuditList>('/api/admin/audit-log', query),
    placeholderData: keepPreviousData,
  });

export const settingsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'settings'],
  queryFn: read<AdminSettings>('/api/admin/settings'),
  meta: { isPersonal: true },
});

export const backupsQuery = queryOptions({
  ...live,
  queryKey: [...ADMIN_KEY, 'backups'],
  queryFn: read<BackupFile[]>('/api/admin/settings/backups'),
});
