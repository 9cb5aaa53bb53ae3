// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SaveToListDialog } from '#web/features/lists/SaveToListDialog.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const list = (id: number, name: string, property_ids: number[]) => ({
  id,
  name,
  role: 'owner',
  members: 1,
  items: property_ids.length,
  property_ids,
  updated_at: '2026-01-01T00:00:00.000Z',
});

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

test('each row saves and stays on the page; a list that has the home says so', async () => {
  storeSignedIn(1);
  const calls = stubServer({
    'GET /api/lists': () => ({ lists: [list(4, 'Near work', []), list(5, 'For mother', [9])] }),
    'POST /api/lists/4/items': (body) => ({ ...list(4, 'Near work', [9]), items: [], members: [], body }),
  });
  const onClose = vi.fn();
  renderInApp(<SaveToListDialog propertyId={9} title="Corner Unit" onClose={onClose} />, '/properties');
  const rows = within(await screen.findByRole('list', { name: 'Your lists' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryAllByRole('link').length)).toEqual([0, 0]);
  const [free, taken] = rows as [HTMLElement, HTMLElement];
  expect(within(taken).getByText('In this list')).toBeTruthy();
  expect(within(taken).queryByRole('button')).toBeNull();
  // The one button of the row covers it.
  const save = within(free).getByRole('button', { name: 'Save to “Near work”' });
  expect(save.className.split(' ')).toContain('stretched');
  expect(free.className.split(' ')).toContain('relative');
  fireEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(calls).toContain('POST /api/lists/4/items');
  expect(window.location.pathname).toBe('/properties');
});
