import { QueryClient } from '@tanstack/react-query';
import { scoped } from '#web/platform/scope.ts';
import { ApiFailure } from './apiClient.ts';

const MINUTE_MS = 60_000;

/** What the server refused once it will refuse again; only silence and its own faults are worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status < 500;
  return !isRefusal && failures < 2;
}

/** The answers one reader was given. Components ask `useQueryClient`. */
export const currentQueryClient = scoped(
  () =>
    new QueryClient({
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
    }),
);

/** Where a reader goes, and who they are. */
export interface Destination {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Null for a visitor. */
  userId: number | null;
}

/** Asks for what a screen will show, before it is there. Nothing is asked twice: the screen finds the same answers. */
export type Prefetch = (client: QueryClient, destination: Destination) => Promise<void>[];
