import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { waitingQuery } from '#web/features/overview/index.ts';
import { joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';

/** Many cases may be decided at once: they are counted when that is over. */
const PAUSE_MS = 300;

/** How many cases of each desk wait for an admin; 0 until that is known, and of desks that are not part of the role. */
export function useWaitingCases() {
  const client = useQueryClient();
  const { data } = useQuery(waitingQuery);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countAnew = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries(waitingQuery), PAUSE_MS);
    };
    // What was told before the connection stood was missed.
    const stop = joinStops(listenToSocket('waiting_changed', countAnew), listenToOnline(countAnew));
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
    // Nobody has to decide on a review.
    reviews: 0,
  };
}
