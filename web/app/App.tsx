import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SessionProvider } from '#web/features/auth/index.ts';
import { CompareButton, CompareToggle } from '#web/features/compare/index.ts';
import { ChatProvider } from '#web/features/conversations/index.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { ViewedBadge } from '#web/features/history/index.ts';
import { CardSlotsContext } from '#web/features/properties/index.ts';
import { LazySaveSearchButton } from '#web/features/savedSearches/index.ts';
import { addressPrefix, pagePath } from '#web/lib/language.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { matchRoutes, Router, RouterProvider } from '#web/lib/router.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { ScreenHandle } from './RootLayout.tsx';
import { branches, TakenOverContext } from './routes.tsx';

const cardSlots = {
  FavoriteButton,
  ViewedBadge,
  CardMenu: lazyWithRetry(async () => (await import('./CardMenu.tsx')).CardMenu, 'dialog'),
  CompareButton,
  CompareToggle,
  SaveToListButton: lazyWithRetry(async () => (await import('./CardMenu.tsx')).SaveToListButton, 'none'),
  SaveSearchButton: LazySaveSearchButton,
};

/** Loads the code of the screen at this address. @param isWhole also that of its later parts */
export async function preloadScreen({ isWhole = false } = {}): Promise<void> {
  const { routes } = matchRoutes(branches, pagePath());
  const handles = routes.map(({ handle }) => (handle ?? {}) as Partial<ScreenHandle>);
  await Promise.all(handles.flatMap(({ preload, preloadParts }) => [preload?.(), isWhole && preloadParts?.()]));
}

interface AppProps {
  /** For a server-rendered page: called once the screen is hydrated. */
  onTakenOver?: () => void;
}

export function App({ onTakenOver }: AppProps) {
  // Created at render time, as the desktop console sets the address before.
  const [router] = useState(
    () => new Router(branches, { basename: addressPrefix(), isRendered: onTakenOver !== undefined }),
  );
  return (
    <AppProviders>
      <TakenOverContext value={onTakenOver ?? null}>
        <RouterProvider router={router} />
      </TakenOverContext>
    </AppProviders>
  );
}

/** Providers around every page, also in server rendering. */
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
