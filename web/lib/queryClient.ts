import { onlineManager, QueryClient } from '@tanstack/react-query';
import { scoped } from '#web/platform/scope.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { ApiFailure } from './apiClient.ts';
import { keptAnswerAt } from './workerNews.ts';

const MINUTE_MS = 60_000;

const isOffline = () => globalThis.navigator?.onLine === false;

/** Retries calls without an answer or with a server error, but no rejected ones, and none while the device is offline. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status < 500;
  return !isRefusal && !isOffline() && failures < 2;
}

/** The query cache of one reader. Components use `useQueryClient`. */
export const currentQueryClient = scoped(() => {
  // A page counts as online until an event says otherwise: one that starts offline would take its return for no change.
  if (isOffline()) onlineManager.setOnline(false);
  return new QueryClient({
    defaultOptions: {
      // While offline, queries fail with 'Try Again' instead of pausing.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // An account's page catches up with its live connection: see worldWentOn.ts. A copy from the service worker is
        // outdated, however recently it was read.
        refetchOnReconnect: () => !readStoredSession() && (keptAnswerAt.get() ? 'always' : true),
        staleTime: MINUTE_MS / 2,
        gcTime: 10 * MINUTE_MS,
        retry: isWorthRetrying,
        refetchOnWindowFocus: false,
      },
    },
  });
});

/** A reader's target address and account. */
export interface Destination {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Null for a visitor. */
  userId: number | null;
}

/** Starts the queries of a screen before it is rendered, which then shares their answers. */
export type Prefetch = (client: QueryClient, destination: Destination) => Promise<void>[];
