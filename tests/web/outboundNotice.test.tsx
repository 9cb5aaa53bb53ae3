import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Outbound } from '#shared/contracts/jobs.ts';
import { OutboundNotice } from '#web/features/jobs/index.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

// @vitest-environment happy-dom

afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

const none = { mails: 0, pushes: 0, webhooks: 0, search_engines: 0, pictures: 0 };
const held: Outbound = { state: 'held', held_since: '2026-11-28T04:00:00.000Z', waiting: none };

/** @returns the choices, as they are sent. */
function open(outbound: Outbound, admin_role: AdminRole = 'owner'): unknown[] {
  const chosen: unknown[] = [];
  let now = outbound;
  storeSignedIn(99, { role: 'admin', admin_role });
  stubServer({
    'GET /api/auth/profile': () => ({ id: 99, name: 'Ana', role: 'admin', admin_role }),
    'GET /api/admin/outbound': () => now,
    'POST /api/admin/outbound/release': (body) => {
      chosen.push(body);
      now = { state: 'open', held_since: null, waiting: none };
      return now;
    },
  });
  renderInApp(<OutboundNotice />);
  return chosen;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Notes of an earlier test have a button of their own, without a word on it. */
const offered = () =>
  screen.queryAllByRole('button').flatMap(({ textContent }) => (textContent ? [textContent] : []));

it('says what a restored copy holds back, and lets an owner send it once that is confirmed', async () => {
  const chosen = open({ ...held, waiting: { ...none, mails: 2, webhooks: 1, pictures: 3 } });
  await screen.findByText('Waiting: 2 emails, 1 webhook delivery, images of 3 listings on other sites');
  press('Let Them Go Out');
  const dialog = within(await screen.findByRole('dialog'));
  expect(chosen).toEqual([]);
  dialog.getByText(/^This is sent now: 2 emails, 1 webhook delivery, images of 3 listings/);
  fireEvent.click(dialog.getByRole('button', { name: 'Let Them Go Out' }));
  await waitFor(() => expect(chosen).toEqual([{ waiting: 'send' }]));
  await waitFor(() => expect(screen.queryByText(/restored from a backup/)).toBeNull());
});

it('drops what waits only after a question that counts it', async () => {
  const chosen = open({ ...held, waiting: { ...none, mails: 1, pictures: 3 } });
  await screen.findByText(/^Waiting: 1 email/);
  press('Drop What Waits');
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/^This is never sent: 1 email\. It cannot be undone\./);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(chosen).toEqual([]);
  press('Drop What Waits');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }));
  await waitFor(() => expect(chosen).toEqual([{ waiting: 'drop' }]));
});

it('offers nothing to drop where nothing waits, and no button to who may not', async () => {
  open(held);
  await screen.findByText('Nothing is waiting.');
  expect(offered()).toEqual(['Let Them Go Out']);
  cleanup();
  currentQueryClient().clear();
  open(held, 'auditor');
  await screen.findByText(/held back until an owner lets them go out\.$/);
  expect(offered()).toEqual([]);
});

it('says that the environment keeps everything in, which no button changes, and nothing while all is open', async () => {
  open({ ...held, state: 'off', held_since: null });
  await screen.findByText(/^The server was started with OUTBOUND=off/);
  expect(offered()).toEqual([]);
  cleanup();
  currentQueryClient().clear();
  open({ ...held, state: 'open', held_since: null });
  await waitFor(() => expect(currentQueryClient().getQueryData(keyOf('jobs.outbound'))).toBeDefined());
  expect(screen.queryByText(/OUTBOUND|held back/)).toBeNull();
});
