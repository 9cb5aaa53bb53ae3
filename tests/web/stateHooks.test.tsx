// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { changeDraft, useDraft } from '#web/features/conversations/thread/pendingMessages.ts';
import { discardQueued, queueChange, useOutbox } from '#web/features/offline/outbox.ts';
import { useListState } from '#web/features/properties/list/listState.ts';
import { compileRoutes, Router, RouterProvider } from '#web/lib/router.tsx';
import { AtAddress } from './rendering.tsx';

afterEach(cleanup);

function AtPageThree({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <AtAddress path="/properties?page=3">{children}</AtAddress>
    </StrictMode>
  );
}

it('a draft is shown wherever its conversation is, and only there', () => {
  const { result } = renderHook(() => [useDraft('a').text, useDraft('b').text], { wrapper: StrictMode });
  act(() => changeDraft('a', { text: 'Hello' }));
  expect(result.current).toEqual(['Hello', '']);
  act(() => changeDraft('a', { text: '' }));
  expect(result.current).toEqual(['', '']);
});

it('the outbox shows each person their own changes', async () => {
  const { result } = renderHook(() => [useOutbox(1), useOutbox(2)], { wrapper: StrictMode });
  const change = {
    kind: 'message',
    call: 'conversations.send',
    input: { params: { id: 7 }, body: { content: '', client_id: '' } },
    label: '',
    detail: '',
  } as const;
  await act(() => queueChange({ ...change, id: 'one', userId: 1 }));
  expect(result.current.map((entries) => entries.map(({ id }) => id))).toEqual([['one'], []]);
  await act(() => discardQueued(1, 'one'));
  expect(result.current).toEqual([[], []]);
});

it('a filter of the list begins again at the first page', () => {
  const { result } = renderHook(() => useListState(), { wrapper: AtPageThree });
  expect(result.current.state.page).toBe(3);
  act(() => result.current.change({ types: ['condo'] }));
  expect(result.current.state).toMatchObject({ page: 1, types: ['condo'] });
});

it('whoever goes back before a filter was drawn sees the list as its address says', async () => {
  let list: ReturnType<typeof useListState> | undefined;
  const Page = () => {
    list = useListState();
    return null;
  };
  window.history.replaceState(null, '', '/properties?page=3');
  const router = new Router(compileRoutes([{ path: 'properties', element: <Page /> }]));
  render(<RouterProvider router={router} />);
  await act(async () => {
    list?.change({ types: ['condo'] });
    await router.navigate(-1);
  });
  expect(router.state.location.search).toBe('?page=3');
  expect(list?.state).toMatchObject({ page: 3, types: [] });
});
