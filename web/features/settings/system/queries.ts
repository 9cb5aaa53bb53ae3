import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminSettings, SettingsChange } from '#shared/contracts/settings.ts';
import { ADMIN_KEY, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';

const path = '/api/admin/settings';

export const settingsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'settings'],
  queryFn: ({ signal }) => callApi<AdminSettings>('GET', path, { signal }),
  meta: { isPersonal: true },
});

/** In force at once: the name of the site stands in the header of this very page. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => callApi<AdminSettings>('PUT', path, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      void client.invalidateQueries({ queryKey: ['site'] });
    },
  });
}

export const useSendTestEmail = () =>
  useAdminChange((testEmail: string) =>
    callApi<{ message: string }>('POST', `${path}/test-email`, { body: { testEmail } }),
  );
