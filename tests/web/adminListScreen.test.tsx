import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { UsersSection } from '#web/features/users/UsersSection.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp, storeSignedIn } from './rendering.tsx';

// @vitest-environment happy-dom

let adminRole: AdminRole;

beforeEach(() => {
  adminRole = 'owner';
  storeSignedIn(99, { role: 'admin', admin_role: adminRole });
});

afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

const user = (id: number, changes: Partial<AdminUser>): AdminUser => ({
  id,
  name: `Person ${id}`,
  email: `person${id}@silong.example`,
  email_verified: true,
  phone: null,
  phone_verified: false,
  role: 'user',
  admin_role: null,
  status: 'active',
  avatar_url: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  specialization: null,
  location: null,
  bio: null,
  experience: null,
  license_number: null,
  application_status: null,
  has_second_factor: false,
  last_seen_at: null,
  ...changes,
});

/** @param users as the server has them. @returns the calls, as they come. */
function serve(users: AdminUser[], { isRefusing = false } = {}): string[] {
  const calls: string[] = [];
  globalThis.fetch = async (input, { method = 'GET', body } = {}) => {
    const url = new URL(String(input), 'http://localhost');
    if (url.pathname === '/api/auth/profile')
      return Response.json({ success: true, data: user(99, { role: 'admin', admin_role: adminRole }) });
    calls.push(`${method} ${url.pathname}${url.search}`);
    if (method !== 'GET') {
      const [, id] = /users\/(\d+)\/status/.exec(url.pathname) ?? [];
      const changed = users.find((candidate) => candidate.id === Number(id));
      if (isRefusing || !changed)
        return Response.json(
          { success: false, error: 'Somebody was faster', code: 'conflict', issues: [] },
          { status: 409 },
        );
      Object.assign(changed, JSON.parse(String(body)));
      return Response.json({ success: true, data: { ...changed } });
    }
    const role = url.searchParams.get('role');
    const found = users.filter((candidate) => role === 'all' || candidate.role === role);
    const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
    const total = found.length;
    const pages = Math.ceil(total / limit);
    return Response.json({
      success: true,
      data: {
        users: found.slice((page - 1) * limit, page * limit),
        pagination: { page, limit, total, pages, totalPages: pages },
      },
    });
  };
  return calls;
}

const statusOf = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${name}` });
const lists = (calls: string[]) => calls.filter((call) => call.startsWith('GET'));

it('a filter asks for its first page, and clearing it for everything', async () => {
  const people = Array.from({ length: 25 }, (_, index) => user(index + 1, index === 20 ? { role: 'agent' } : {}));
  const calls = serve(people);
  renderInApp(<UsersSection />, '/?tab=users&page=3');
  await screen.findByText('Person 21');
  fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'agent' } });
  await screen.findByText('Showing 1 to 1 of 1 results');
  expect(lists(calls).at(-1)).toMatch(/[?&]role=agent&.*page=1(&|$)/);
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await screen.findByText('Showing 1 to 10 of 25 results');
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
});

it('a page that is not there leads to the last one', async () => {
  serve([user(1, {}), user(2, {})]);
  renderInApp(<UsersSection />, '/?tab=users&page=4');
  expect(await screen.findByText('Person 2')).toBeDefined();
});

it('a status set in a row is told and can be taken back', async () => {
  const calls = serve([user(1, { name: 'Ana Reyes' })]);
  renderInApp(<UsersSection />);
  fireEvent.change(await statusOf('Ana Reyes'), { target: { value: 'suspended' } });
  const said = await screen.findByText('Ana Reyes is now suspended');
  expect(said).toBeDefined();
  expect((await statusOf('Ana Reyes')).value).toBe('suspended');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Ana Reyes is now active');
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2);
});

it('there is no way back to a status that cannot be set', async () => {
  serve([user(1, { name: 'Ana Reyes', status: 'pending' })]);
  renderInApp(<UsersSection />);
  fireEvent.change(await statusOf('Ana Reyes'), { target: { value: 'active' } });
  await screen.findByText('Ana Reyes is now active');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('a refused status is told in the banner until it is put away, and the row keeps the one in force', async () => {
  serve([user(1, { name: 'Ana Reyes' })], { isRefusing: true });
  renderInApp(<UsersSection />);
  fireEvent.change(await statusOf('Ana Reyes'), { target: { value: 'suspended' } });
  await screen.findByText('Somebody was faster');
  expect((await statusOf('Ana Reyes')).value).toBe('active');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Somebody was faster')).toBeNull();
});

it('a row offers what can be done with it', async () => {
  serve([user(1, { name: 'Ana Reyes', role: 'admin' }), user(2, { name: 'Ben Cruz' })]);
  renderInApp(<UsersSection />);
  const table = await screen.findByRole('table', { name: 'Users' });
  await within(table).findByText('Ben Cruz');
  expect(within(table).queryByRole('button', { name: 'Delete Ana Reyes' })).toBeNull();
  fireEvent.click(within(table).getByRole('button', { name: 'Delete Ben Cruz' }));
  expect(await screen.findByText('Delete user Ben Cruz? This cannot be undone.')).toBeDefined();
});

it.each([
  ['support', ['Status of Ben Cruz']],
  ['auditor', []],
] as const)('%s is offered what the role includes', async (role, offered) => {
  adminRole = role;
  const owner = { name: 'Ana Reyes', role: 'admin', admin_role: 'owner' } as const;
  serve([user(1, owner), user(2, { name: 'Ben Cruz' })]);
  renderInApp(<UsersSection />);
  const row = (await screen.findByText('Ben Cruz')).closest('tr') as HTMLElement;
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull());
  expect(within(row).getAllByRole('button')).toEqual([
    within(row).getByRole('button', { name: 'View details of Ben Cruz' }),
  ]);
  const controls = screen.queryAllByRole('combobox', { name: /^Status of/ });
  expect(controls.map((control) => control.getAttribute('aria-label'))).toEqual(offered);
});
