import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Session, User } from '#shared/contracts/auth.ts';
import type { Activity } from '#shared/contracts/settings.ts';
import { useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { ProfileChange } from './profileDraft.ts';

export const activityQuery = (userId: number) =>
  queryOptions({
    queryKey: ['profile', 'activity', userId],
    queryFn: ({ signal }) => callApi<Activity>('GET', '/api/auth/activity', { signal }),
    meta: { isPersonal: true },
  });

/** Changes the fields that are given, and shows them wherever the person is shown. */
export function useSaveProfile() {
  const { replaceUser } = useSession();
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: ProfileChange) => callApi<User>('PUT', '/api/auth/profile', { body: change }),
    onSuccess: replaceUser,
  });
}

/** Ends every other session; this one goes on with a new token. */
export function useChangePassword() {
  const { replaceSession } = useSession();
  return useMutation({
    networkMode: 'always',
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
      callApi<Session>('PUT', '/api/auth/password', { body: passwords }),
    onSuccess: replaceSession,
  });
}
