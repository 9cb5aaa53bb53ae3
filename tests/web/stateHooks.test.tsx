// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { SessionProvider } from '#web/features/auth/session.tsx';
import { changeDraft, clearDrafts, useDraft } from '#web/features/conversations/messageOutbox.ts';
import { useFavorites } from '#web/features/favorites/useFavorites.ts';
import { useUndoableRemoval } from '#web/features/favorites/useUndoableRemoval.ts';
import { discardQueued, queueChange, useOutbox } from '#web/features/offline/changesOutbox.ts';
import { useListState } from '#web/features/properties/list/useListState.ts';
import { clearSession, storeSession } from '#web/lib/sessionStorage.ts';
import { clearToasts, currentToasts } from '#web/ui/showToast.ts';

afterEach(() => {
  cleanup();
  clearSession();
  clearToasts();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function Everything({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider>
          <MemoryRouter initialEntries={['/properties?page=3']}>{children}</MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

it('a draft is shown wherever its conversation is, and only there', () => {
  const { result } = renderHook(() => [useDraft('a').text, useDraft('b').text], { wrapper: StrictMode });
  act(() => changeDraft('a', { text: 'Hello' }));
  expect(result.current).toEqual(['Hello', '']);
  act(clearDrafts);
  expect(result.current).toEqual(['', '']);
});

it('the outbox shows each person their own changes', async () => {
  const { result } = renderHook(() => [useOutbox(1), useOutbox(2)], { wrapper: StrictMode });
  const change = {
    kind: 'message',
    method: 'POST',
    path: '/api/x',
    body: {},
    label: '',
    detail: '',
  } as const;
  await act(() => queueChange({ ...change, id: 'one', userId: 1 }));
  expect(result.current.map((entries) => entries.map(({ id }) => id))).toEqual([['one'], []]);
  await act(() => discardQueued('one'));
  expect(result.current).toEqual([[], []]);
});

it('a filter of the list begins again at the first page', () => {
  const { result } = renderHook(() => useListState(), { wrapper: Everything });
  expect(result.current.state.page).toBe(3);
  act(() => result.current.change({ type: 'condo' }));
  expect(result.current.state).toMatchObject({ page: 1, type: 'condo' });
});

it('a heart that was taken away can be taken back', async () => {
  const favorites = new Set([7, 8]);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const id = Number(url.split('/').at(-1));
    if (method === 'DELETE') favorites.delete(id);
    if (method === 'POST') favorites.add(id);
    const data =
      url === '/api/favorites' ? [...favorites].map((property_id) => ({ property_id })) : { id: 1 };
    return Response.json({ success: true, data });
  });
  storeSession({ id: 1, name: 'Ana', email: 'ana@example.com', role: 'user' } as never, 'token', false);
  const properties = [{ id: 7 }, { id: 8 }] as Property[];
  const { result } = renderHook(
    () => ({ shown: useUndoableRemoval(properties).map(({ id }) => id), favorites: useFavorites() }),
    { wrapper: Everything },
  );
  await waitFor(() => expect([...result.current.favorites.ids].sort()).toEqual([7, 8]));
  await act(() => result.current.favorites.toggle(7));
  expect(result.current.shown).toEqual([8]);
  await waitFor(() => expect(currentToasts()).toHaveLength(1));
  act(() => currentToasts()[0]?.action?.onClick());
  await waitFor(() => expect(result.current.shown).toEqual([7, 8]));
  expect(favorites).toEqual(new Set([8, 7]));
});
