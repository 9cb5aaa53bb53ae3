import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { useSite } from '#web/lib/useSite.ts';

/** Whether the site is closed for this visitor. A call refused for maintenance makes the page ask again at once. */
export function useMaintenance(): boolean {
  const { maintenanceMode } = useSite();
  const { user } = useSession();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiFailure && error.code === 'maintenance') void invalidate(queryClient, 'site');
      }),
    [queryClient],
  );

  return maintenanceMode && user?.role !== 'admin';
}
