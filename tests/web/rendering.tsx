import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import { SessionProvider } from '#web/features/auth/session.tsx';
import { CompareButton, CompareToggle } from '#web/features/compare/index.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { ViewedBadge } from '#web/features/history/index.ts';
import { SaveToListButton } from '#web/features/lists/index.ts';
import { CardSlotsContext } from '#web/features/properties/index.ts';
import { LazySaveSearchButton } from '#web/features/savedSearches/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { compileRoutes, Router, RouterProvider } from '#web/lib/router.tsx';
import { ToastLayer } from '#web/ui/dialogs/ToastLayer.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const queryClient = currentQueryClient();

// A screen's lazy parts are compiled when they are first asked for, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

/** A stubbed server's answer: data, or a failure. */
type Answer = unknown | Promise<unknown>;

export class Refusal extends Error {
  constructor(readonly status: number) {
    super(`Refused with ${status}`);
  }
}

/** Answers calls by method and path, `GET /api/favorites`; calls without a handler stay pending. */
export function stubServer(handlers: Record<string, (body: unknown) => Answer>) {
  const calls: string[] = [];
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
    calls.push(call);
    const handler = handlers[call];
    if (!handler) throw new TypeError('Failed to fetch');
    try {
      return Response.json({
        success: true,
        data: await handler(init?.body && JSON.parse(String(init.body))),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = { success: false, error: 'Something went wrong', code: 'internal_error' };
      return Response.json(body, { status: error.status });
    }
  };
  return calls;
}

/** Stores a signed-in session, as after a reload. */
export function storeSignedIn(userId: number, changes: Partial<User> = {}): void {
  const user: Partial<User> = {
    id: userId,
    name: 'Maria Santos',
    email: 'maria@silong.example',
    role: 'user',
    ...changes,
  };
  window.localStorage.setItem('silong_token', 'token');
  window.localStorage.setItem('silong_user', JSON.stringify(user));
}

const cardSlots = {
  FavoriteButton,
  ViewedBadge,
  CardMenu: lazyWithRetry(async () => (await import('#web/app/CardMenu.tsx')).CardMenu, 'dialog'),
  CompareButton,
  CompareToggle,
  SaveToListButton,
  SaveSearchButton: LazySaveSearchButton,
};

/** At an address, without the pages of the product. */
export function AtAddress({ path, children }: { path: string; children: ReactNode }) {
  const [router] = useState(() => {
    window.history.replaceState(null, '', path);
    return new Router(compileRoutes([{ path: '*', element: null }]), { isRendered: true });
  });
  return <RouterProvider router={router}>{children}</RouterProvider>;
}

/** With all providers that a screen needs. */
export function renderInApp(children: ReactNode, path = '/') {
  // The test's DOM has no popovers.
  HTMLElement.prototype.showPopover ??= () => undefined;
  HTMLElement.prototype.hidePopover ??= () => undefined;
  return render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <CardSlotsContext value={cardSlots}>
          <AtAddress path={path}>
            {children}
            <ToastLayer />
          </AtAddress>
        </CardSlotsContext>
      </SessionProvider>
    </QueryClientProvider>,
  );
}
