import { QueryClient } from '@tanstack/react-query';
import { scoped } from '#web/platform/scope.ts';
import { ApiFailure } from './apiClient.ts';

const MINUTE_MS = 60_000;

/** Retries calls without an answer or with a server error, but no rejected ones. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status < 500;
  return !isRefusal && failures < 2;
}

/** The query cache of one reader. Components use `useQueryClient`. */
export const currentQueryClient = scoped(
  () =>
    new QueryClient({
      defaultOptions: {
        // While offline, queries fail with 'Try Again' instead of pausing.
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

/** A reader's target address and account. */
export interface Destination {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Null for a visitor. */
  userId: number | null;
}

/** Starts the queries of a screen before it is rendered, which then shares their answers. */
export type Prefetch = (client: QueryClient, destination: Destination) => Promise<void>[];
