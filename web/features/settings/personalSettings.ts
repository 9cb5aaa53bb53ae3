import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import type { InputOf } from '#web/lib/calls.ts';

export type SettingsChange = NonNullable<InputOf<'settings.update'>['body']>;

export const settingsQuery = queryOptions({
  ...queryOf('settings.get'),
  staleTime: 5 * 60_000,
  meta: { isPersonal: true },
});

/** Saves the given parts; the session's profile follows. */
export function useSaveSettings() {
  const { user, replaceUser } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => callApi('settings.update', { body: change }),
    onSuccess: (saved, change) => {
      if (!user) return;
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      if (!change.profile) return;
      const { name, phone, bio, location } = saved.profile;
      replaceUser({ ...user, name, phone, agent: user.agent && { ...user.agent, bio, location } });
    },
  });
}

/** Whether this account keeps a browsing history. Undefined until the settings are loaded: no view is recorded until then. */
export function useSavesHistory(): boolean | undefined {
  const { user } = useSession();
  const { data } = useQuery({ ...settingsQuery, enabled: user !== null });
  return user ? data?.search.saveHistory : true;
}
