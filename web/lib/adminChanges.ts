import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import type { AdminConversation, AdminConversationDetail } from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import type { AdminSettings, SettingsChange } from '#shared/contracts/systemSettings.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import type { UserBody } from '#web/features/users/userDraft.ts';
import { ADMIN_KEY, settingsQuery } from './adminQueries.ts';
import { callApi } from './apiClient.ts';

/**
 * A change made by the admin. Lists and counters are read anew afterwards (specification, part 3 §4), also after a refusal:
 * somebody else may have been faster.
 */
function useAdminChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

type ListName = 'users' | 'properties' | 'conversations';

/** A change that answers with the row as it is now: its list shows it at once, before it is read anew. */
function useRowChange<Change, Row extends { id: number }>(
  name: ListName,
  send: (change: Change) => Promise<Row>,
) {
  const client = useQueryClient();
  return useAdminChange(async (change: Change) => {
    const changed = await send(change);
    client.setQueriesData<Partial<Record<ListName, Row[]>>>(
      { queryKey: [...ADMIN_KEY, name] },
      (list) =>
        list && {
          ...list,
          [name]: list[name]?.map((row) => (row.id === changed.id ? changed : row)),
        },
    );
    return changed;
  });
}

const users = '/api/admin/users';

export const useCreateUser = () =>
  useAdminChange((body: UserBody) => callApi<AdminUser>('POST', users, { body }));

export const useUpdateUser = () =>
  useRowChange('users', ({ id, body }: { id: number; body: UserBody }) =>
    callApi<AdminUser>('PUT', `${users}/${id}`, { body }),
  );

export const useSetUserStatus = () =>
  useRowChange('users', ({ id, status }: { id: number; status: UserStatus }) =>
    callApi<AdminUser>('PUT', `${users}/${id}/status`, { body: { status } }),
  );

export const useSetUserPassword = () =>
  useAdminChange(({ id, newPassword }: { id: number; newPassword: string }) =>
    callApi<{ message: string }>('PUT', `${users}/${id}/password`, { body: { newPassword } }),
  );

export const useDeleteUser = () =>
  useAdminChange((id: number) => callApi<{ id: number }>('DELETE', `${users}/${id}`));

export const useApproveAgent = () =>
  useAdminChange((id: number) => callApi<AdminUser>('PUT', `/api/admin/agents/${id}/approve`));

export const useRejectAgent = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi<AdminUser>('PUT', `/api/admin/agents/${id}/reject`, { body: { reason } }),
  );

export interface Moderation {
  id: number;
  status: ModerationStatus;
  /** Told to the agent. */
  reason?: string;
}

export const useSetPropertyStatus = () =>
  useRowChange('properties', ({ id, ...body }: Moderation) =>
    callApi<AdminProperty>('PUT', `/api/admin/properties/${id}/status`, { body }),
  );

export const useDeleteProperty = () =>
  useAdminChange((id: number) => callApi<{ id: number }>('DELETE', `/api/admin/properties/${id}`));

/** A change, not a query: each reading is asked for with a reason and noted, so nothing may read again by itself. */
export const useReadConversation = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi<AdminConversationDetail>('GET', `/api/admin/conversations/${id}`, { query: { reason } }),
  );

export const useSetConversationStatus = () =>
  useRowChange('conversations', ({ id, status }: { id: number; status: ConversationStatus }) =>
    callApi<AdminConversation>('PUT', `/api/admin/conversations/${id}/status`, { body: { status } }),
  );

/** In force at once: the name of the site stands in the header of this very page. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => callApi<AdminSettings>('PUT', '/api/admin/settings', { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      void client.invalidateQueries({ queryKey: ['site'] });
    },
  });
}

export const useSendTestEmail = () =>
  useAdminChange((testEmail: string) =>
    callApi<{ message: string }>('POST', '/api/admin/settings/test-email', { body: { testEmail } }),
  );

export const useCreateBackup = () =>
  useAdminChange(() => callApi<BackupFile>('POST', '/api/admin/settings/backup'));

export const backupAddress = (name: string) => `/api/admin/settings/backups/${encodeURIComponent(name)}`;

export const useVerifyBackup = () =>
  useMutation({
    mutationFn: (name: string) =>
      callApi<{ isWhole: boolean; message: string }>('POST', `${backupAddress(name)}/verify`),
  });

export const useDeleteBackup = () =>
  useAdminChange((name: string) => callApi<{ name: string }>('DELETE', backupAddress(name)));
