import { useMutation } from '@tanstack/react-query';
import type { BackupFile } from '#shared/contracts/adminSettings.ts';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';

export const backupsQuery = adminQuery<BackupFile[]>('backups', '/api/admin/settings/backups');

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
