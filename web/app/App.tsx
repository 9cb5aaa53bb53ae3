import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
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
import { routes } from './routes.tsx';

const cardSlots = {
  FavoriteButton,
  ViewedBadge,
  CompareButton,
  SaveToListButton,
  SaveSearchButton: LazySaveSearchButton,
};

export function App() {
  // Made when it is drawn: the console has set the address by then.
  const [router] = useState(() => createBrowserRouter(routes, { basename: addressPrefix() }));
  return (
    <AppProviders>
      <RouterProvider router={router} />
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
