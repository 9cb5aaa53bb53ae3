// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { previewOf } from '#web/features/desk/inbox/QueueRow.tsx';
import { PropertyGrid } from '#web/features/properties/cards/PropertyGrid.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { SplitPanes } from '#web/ui/layout/SplitPanes.tsx';
import { aDeskRow } from './aDeskRow.ts';
import { aProperty } from './aProperty.ts';
import { renderInApp, stubServer } from './rendering.tsx';

/** An older page reads a newer server's answers, in which a field may be missing, or another may be added. */

beforeEach(() => {
  window.localStorage.clear();
  stubServer({});
  // React reports each failure.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
  vi.restoreAllMocks();
});

const whole = aProperty({ id: 1, title: 'A whole one' });

test.each(Object.keys(whole))('a listing without its %s takes no other listing along', (field) => {
  const { [field as keyof typeof whole]: _, ...rest } = aProperty({ id: 2, title: 'Another' });
  renderInApp(<PropertyGrid properties={[rest as typeof whole, whole]} label="Properties" />);
  const list = within(screen.getByRole('list', { name: 'Properties' }));
  expect(list.getByRole('heading', { name: 'A whole one' })).toBeTruthy();
  expect(screen.queryByText('This page could not be shown')).toBeNull();
});

test('a listing that cannot be shown says so, and fields that are not known do no harm', () => {
  const { location: _, ...broken } = aProperty({ id: 2 });
  const more = { ...whole, energy_rating: { label: 'B' }, details: { ...whole.details, ceiling: 3 } };
  renderInApp(<PropertyGrid properties={[broken as typeof whole, more]} label="Properties" />);
  expect(screen.getByText('This entry cannot be shown here. Reload the page to see it.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'A whole one' })).toBeTruthy();
});

test('a pane that fails leaves the others, and is shown again with something else in it', () => {
  const Client = ({ name }: { name?: string }) => <p>{(name as string).toUpperCase()}</p>;
  const panes = (name?: string) => (
    <SplitPanes
      storageKey="panes"
      panes={[
        { id: 'queue', content: <p>The queue</p> },
        { id: 'client', content: <Client key={name ?? 'none'} {...(name && { name })} /> },
      ]}
    />
  );
  const { rerender } = renderInApp(panes());
  expect(screen.getByText('The queue')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'This part could not be shown' })).toBeTruthy();
  rerender(panes('Maria'));
  expect(screen.getByText('MARIA')).toBeTruthy();
});

test('a client who waits for what this page does not know is a row like any other', () => {
  const at = '2026-11-30T02:00:00.000Z';
  const last = { kind: 'voice' as 'message', by: 'client' as const, text: null, at };
  expect(previewOf(aDeskRow(1, at, { last }), 'all')).toBe('Message');
});
