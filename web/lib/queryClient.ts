import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './apiClient.ts';

const MINUTE_MS = 60_000;

/** What the server refused once it will refuse again; only silence and its own faults are worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status < 500;
  return !isRefusal && failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline is told as a failure with 'Try Again', not waited out in silence.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: MINUTE_MS / 2,
      gcTime: 10 * MINUTE_MS,
      retry: isWorthRetrying,
      refetchOnWindowFocus: false,
    },
  },
});
