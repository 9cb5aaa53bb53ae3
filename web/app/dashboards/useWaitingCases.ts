import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminQuery, invalidateAdmin } from '#web/lib/adminData.ts';
import { listenToSocket } from '#web/lib/socket.ts';

const waitingQuery = adminQuery('analytics.waiting');

/** Delay of the counting, as many cases may be decided at once. */
const PAUSE_MS = 300;

/** Number of open cases by desk; 0 until the answer, and for desks that the role does not include. */
export function useWaitingCases() {
  const client = useQueryClient();
  const { data } = useQuery(waitingQuery);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countAnew = () => {
      clearTimeout(timer);
      // With the open list, which would contradict the count.
      timer = setTimeout(() => void invalidateAdmin(client), PAUSE_MS);
    };
    const stop = listenToSocket('waiting_changed', countAnew);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return {
    applications: data?.applications ?? 0,
    listings: data?.listings ?? 0,
    reports: data?.reports ?? 0,
    duplicates: data?.duplicates ?? 0,
    licenses: data?.licenses ?? 0,
    offices: data?.offices ?? 0,
    signals: data?.signals ?? 0,
    erasures: data?.erasures ?? 0,
    // Reviews need no decision.
    reviews: 0,
  };
}
