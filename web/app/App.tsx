import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#web/features/auth/index.ts';
import { ChatProvider } from '#web/features/conversations/index.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { ViewedBadge } from '#web/features/history/index.ts';
import { CardSlotsContext } from '#web/features/properties/index.ts';
import { queryClient } from '#web/lib/queryClient.ts';
import { routes } from './routes.tsx';

const cardSlots = { FavoriteButton, ViewedBadge };

export function App() {
  // Made when it is drawn: the console has set the address by then.
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <ChatProvider>
          <CardSlotsContext value={cardSlots}>
            <RouterProvider router={router} />
          </CardSlotsContext>
        </ChatProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
