// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { FavoriteButton } from '#web/features/favorites/FavoriteButton.tsx';
import { FavoritesScreen } from '#web/features/favorites/FavoritesScreen.tsx';
import { invalidate, ofCalls } from '#web/lib/apiQueries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { dismissToast, toasts as shownToasts } from '#web/ui/dialogs/showToast.ts';
import { aProperty } from './aProperty.ts';
import { Refusal, renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const queryClient = currentQueryClient();

const USER_ID = 7;
const COPY = `silong_favorites_${USER_ID}`;

/** The favourites as a server keeps them; each call can be held back or refused. */
class Server {
  ids: number[];
  isListAway = false;
  refuses: 'POST' | 'DELETE' | null = null;
  /** Resolves the oldest held change. */
  readonly held: (() => void)[] = [];
  isHolding = false;
  readonly calls: string[];

  constructor(...ids: number[]) {
    this.ids = ids;
    const handlers: Record<string, () => unknown> = {
      'GET /api/auth/profile': () => ({ id: USER_ID, name: 'Maria Santos', role: 'user' }),
      'GET /api/favorites': () => {
        if (this.isListAway) throw new TypeError('Failed to fetch');
        return this.ids.map((property_id) => ({ property_id, created_at: '2026-01-01T00:00:00.000Z' }));
      },
      'GET /api/favorites/properties': () => ({
        properties: this.ids.map((id): Property => aProperty({ id, title: `Home ${id}` })),
        pagination: { page: 1, limit: 20, total: this.ids.length, pages: 1 },
        notes: [],
        tags: [],
      }),
    };
    for (const id of [1, 2, 3]) {
      handlers[`POST /api/favorites/${id}`] = () => this.change('POST', id);
      handlers[`DELETE /api/favorites/${id}`] = () => this.change('DELETE', id);
    }
    this.calls = stubServer(handlers);
  }

  get changes(): string[] {
    return this.calls.filter((call) => !call.startsWith('GET'));
  }

  private async change(method: 'POST' | 'DELETE', id: number) {
    if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
    if (this.refuses === method) throw new Refusal(500);
    const others = this.ids.filter((kept) => kept !== id);
    this.ids = method === 'POST' ? [id, ...others] : others;
    return { property_id: id };
  }

  async release() {
    await waitFor(() => expect(this.held).not.toHaveLength(0));
    await act(async () => this.held.shift()?.());
  }
}

const heart = (title = 'Home 1') => screen.getByRole('button', { name: `Save ${title} to favorites` });
const isPressed = (title?: string) => heart(title).getAttribute('aria-pressed');
const toasts = () => shownToasts.get().map(({ text }) => text);
const settled = () =>
  waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching(ofCalls('favorites'))).toBe(0));

const showHeart = () => renderInApp(<FavoriteButton propertyId={1} title="Home 1" />);

beforeEach(() => storeSignedIn(USER_ID));
afterEach(() => {
  cleanup();
  queryClient.clear();
  queryClient.getMutationCache().clear();
  window.localStorage.clear();
  for (const { id } of shownToasts.get()) dismissToast(id);
});

describe('quick taps on a heart', () => {
  test('reach the server one after the other and end as the last one wanted', async () => {
    const server = new Server();
    showHeart();
    await waitFor(() => expect(isPressed()).toBe('false'));
    server.isHolding = true;

    fireEvent.click(heart());
    await waitFor(() => expect(isPressed()).toBe('true'));
    fireEvent.click(heart());
    await waitFor(() => expect(isPressed()).toBe('false'));
    expect(server.changes).toEqual(['POST /api/favorites/1']);
    await server.release();
    expect(isPressed()).toBe('false');
    await server.release();
    await settled();

    expect(server.changes).toEqual(['POST /api/favorites/1', 'DELETE /api/favorites/1']);
    expect(server.ids).toEqual([]);
    expect(isPressed()).toBe('false');
  });

  test('send nothing of what was taken back while it waited', async () => {
    const server = new Server();
    showHeart();
    await waitFor(() => expect(isPressed()).toBe('false'));
    server.isHolding = true;
    fireEvent.click(heart());
    await waitFor(() => expect(server.held).toHaveLength(1));
    for (let tap = 0; tap < 4; tap += 1) fireEvent.click(heart());
    await waitFor(() => expect(isPressed()).toBe('true'));
    await server.release();
    await server.release();
    await settled();
    expect(server.changes).toEqual(['POST /api/favorites/1', 'POST /api/favorites/1']);
    expect(server.ids).toEqual([1]);
    expect(isPressed()).toBe('true');
  });

  test('of several listings do not undo each other when one fails', async () => {
    const server = new Server();
    renderInApp(
      <>
        <FavoriteButton propertyId={1} title="Home 1" />
        <FavoriteButton propertyId={2} title="Home 2" />
      </>,
    );
    await waitFor(() => expect(isPressed()).toBe('false'));
    server.isHolding = true;
    server.refuses = 'POST';
    fireEvent.click(heart('Home 1'));
    fireEvent.click(heart('Home 2'));
    await server.release();
    server.refuses = null;
    await server.release();
    await settled();
    expect(isPressed('Home 1')).toBe('false');
    expect(isPressed('Home 2')).toBe('true');
    expect(toasts()).toEqual(['This favorite could not be saved. Please try again.']);
  });
});

test('a change that is not taken is put back and said', async () => {
  const server = new Server(1);
  showHeart();
  await waitFor(() => expect(isPressed()).toBe('true'));
  server.refuses = 'DELETE';
  fireEvent.click(heart());
  await waitFor(() => expect(toasts()).toEqual(['This favorite could not be removed. Please try again.']));
  expect(isPressed()).toBe('true');
});

describe('while the favourites cannot be fetched', () => {
  test('a heart says that it is not known, and a tap adds nothing that is there', async () => {
    const server = new Server(1);
    server.isListAway = true;
    showHeart();
    await waitFor(() => expect(server.calls).toContain('GET /api/favorites'));
    expect(isPressed()).toBe('mixed');

    server.isListAway = false;
    await act(() => queryClient.cancelQueries());
    fireEvent.click(heart());
    await waitFor(() => expect(isPressed()).toBe('true'));
    expect(server.changes).toEqual([]);
  });

  test('a tap on such a heart saves what is not there', async () => {
    const server = new Server(2);
    server.isListAway = true;
    showHeart();
    await waitFor(() => expect(server.calls).toContain('GET /api/favorites'));
    server.isListAway = false;
    await act(() => queryClient.cancelQueries());
    fireEvent.click(heart());
    await waitFor(() => expect(server.ids).toEqual([1, 2]));
    await waitFor(() => expect(isPressed()).toBe('true'));
  });

  test('the copy in this browser stands in', async () => {
    window.localStorage.setItem(COPY, '[1]');
    const server = new Server(1);
    server.isListAway = true;
    showHeart();
    expect(isPressed()).toBe('true');
    await waitFor(() => expect(server.calls).toContain('GET /api/favorites'));
    expect(isPressed()).toBe('true');
  });
});

describe('the favourites screen', () => {
  test('offers back what was taken away here', async () => {
    const server = new Server(1, 2);
    renderInApp(<FavoritesScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Save Home 1 to favorites' }));
    await waitFor(() => expect(screen.queryByText('Home 1')).toBeNull());
    await screen.findByText('You have favorited 1 property');
    await waitFor(() => expect(toasts()).toEqual(['Property removed from favorites']));
    fireEvent.click(screen.getByText('Undo'));
    await screen.findByText('Home 1');
    expect(server.ids).toEqual([1, 2]);
  });

  test('says nothing of what was taken away on another device', async () => {
    const server = new Server(1, 2);
    renderInApp(<FavoritesScreen />);
    await screen.findByText('Home 1');
    await settled();
    server.ids = [2];
    await act(() => invalidate(queryClient, 'favorites'));
    await waitFor(() => expect(screen.queryByText('Home 1')).toBeNull());
    expect(toasts()).toEqual([]);
  });
});

test('a next page that fails says so and comes with Try Again', async () => {
  storeSignedIn(USER_ID);
  let isAway = false;
  let page = 0;
  stubServer({
    'GET /api/auth/profile': () => ({ id: USER_ID, name: 'Maria Santos', role: 'user' }),
    'GET /api/favorites': () => [],
    'GET /api/favorites/properties': () => {
      if (isAway) throw new Refusal(400);
      page += 1;
      return {
        properties: [aProperty({ id: page, title: `Home ${page}` })],
        pagination: { page, limit: 1, total: 2, pages: 2 },
      };
    },
  });
  renderInApp(<FavoritesScreen />);
  const more = await screen.findByRole('button', { name: 'Show More' });
  isAway = true;
  fireEvent.click(more);
  expect((await screen.findByRole('alert')).textContent).toContain('More could not be loaded');
  expect(screen.getByText('Home 1')).toBeTruthy();

  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Home 2');
  expect(screen.queryByRole('alert')).toBeNull();
});
