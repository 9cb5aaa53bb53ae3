import { type DehydratedState, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router';
import { SessionProvider } from '#web/features/auth/index.ts';
import { CompareButton } from '#web/features/compare/index.ts';
import { ChatProvider } from '#web/features/conversations/index.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { ViewedBadge } from '#web/features/history/index.ts';
import { SaveToListButton } from '#web/features/lists/index.ts';
import { CardSlotsContext } from '#web/features/properties/index.ts';
import { LazySaveSearchButton } from '#web/features/savedSearches/index.ts';
import { addressPrefix } from '#web/lib/language.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { routes, TakenOverContext } from './routes.tsx';

const cardSlots = {
  FavoriteButton,
  ViewedBadge,
  CompareButton,
  SaveToListButton,
  SaveSearchButton: LazySaveSearchButton,
};

/** What a page that a server rendered hands to the browser. */
export interface PageState {
  routing: HydrationState;
  answers: DehydratedState;
}

/** Fetches the code of the screen at this address. */
export async function preloadScreen(): Promise<void> {
  await Promise.all(
    matchRoutes(routes, window.location, addressPrefix())?.map(({ route }) => route.handle?.preload?.()) ??
      [],
  );
}

interface AppProps {
  /** Of the routes, where the server has rendered the page. */
  hydrationData?: HydrationState;
  /** Called once the screen answers to what is pressed. */
  onTakenOver?: () => void;
}

export function App({ hydrationData, onTakenOver }: AppProps) {
  // Made when it is drawn: the console has set the address by then.
  const [router] = useState(() =>
    createBrowserRouter(routes, { basename: addressPrefix(), ...(hydrationData && { hydrationData }) }),
  );
  return (
    <AppProviders>
      <TakenOverContext value={onTakenOver ?? null}>
        <RouterProvider router={router} />
      </TakenOverContext>
    </AppProviders>
  );
}

/** What every page stands in; a server puts its own router here. */
export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={currentQueryClient()}>
      <SessionProvider>
        <ChatProvider>
          <CardSlotsContext value={cardSlots}>{children}</CardSlotsContext>
        </ChatProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
