// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionProvider } from '#web/features/auth/session.tsx';
import { ChatProvider } from '#web/features/conversations/ChatProvider.tsx';
import { RecentConversations } from '#web/features/conversations/list/RecentConversations.tsx';
import { PropertyDetailScreen } from '#web/features/propertyPage/PropertyPageScreen.tsx';
import { compileRoutes, Router, RouterProvider } from '#web/lib/router.tsx';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function draw(element: ReactNode, path = '', address = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  window.history.replaceState(null, '', address);
  const router = new Router(
    compileRoutes([
      { path, element },
      { path: '*', element: <p>The list</p> },
    ]),
  );
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <SessionProvider>
          <ChatProvider>
            <RouterProvider router={router} />
          </ChatProvider>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const answer = (status: number, error: string) => async () =>
  Response.json({ success: false, error, code: status === 500 ? 'internal' : 'any' }, { status });

it.each([
  ['a failing server', answer(500, 'Oops')],
  ['no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('a property page offers the way back beside Try Again: %s', async (_name, fetch) => {
  vi.stubGlobal('fetch', fetch);
  draw(<PropertyDetailScreen />, 'properties/:id', '/properties/7');
  expect(await screen.findByText('Try Again')).toBeTruthy();
  screen.getByText('Back to Properties').click();
  expect(await screen.findByText('The list')).toBeTruthy();
});

it.each([
  ['the server’s own sentence', answer(403, 'Your account is suspended'), 'Your account is suspended'],
  ['a general one', answer(500, 'Oops'), 'Failed to fetch conversations'],
])('an agent’s conversations that cannot be fetched say %s', async (_name, fetch, sentence) => {
  vi.stubGlobal('fetch', fetch);
  storeSession({ id: 2, name: 'Ana', email: 'ana@example.com', role: 'agent' } as never, 'token', false);
  draw(<RecentConversations agentId={2} />);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByText('Failed to load conversations')).toBeNull();
});
