import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Analytics } from '#shared/contracts/analytics.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';
import type { DayRange } from './ranges.ts';

/** The agent's own figures; without a range, of all time. */
export const analyticsQuery = (agentId: number, range: DayRange | null) =>
  queryOptions({
    queryKey: ['analytics', agentId, range],
    queryFn: ({ signal }) =>
      callApi<Analytics>('GET', '/api/agents/analytics', { query: { ...range }, signal }),
    placeholderData: keepPreviousData,
    // Figures change with every listing, message and viewing; what is shown again is counted again.
    staleTime: 0,
    meta: { isPersonal: true },
  });

/** A lively chat is counted again now and then, not with every word. */
const REFRESH_DELAY_MS = 1_000;

/** The figures follow what happens while they are looked at. */
export function useAnalyticsUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['analytics'] });
      }, REFRESH_DELAY_MS);
    };
    const stops = [
      listenToSocket('notification', refresh),
      listenToSocket('new_message', refresh),
      listenToSocket('conversation_changed', refresh),
      listenToSocket('viewing_changed', refresh),
      listenToConnection(() => {
        if (currentConnection() === 'online') refresh();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client]);
}
