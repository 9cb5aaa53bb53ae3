import type { AdminUser, AdminUserList } from '#shared/contracts/admin.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import { adminListQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';
import type { UserBody } from './userDraft.ts';

/** Specification, part 3 §9. */
export const USERS_PAGE_SIZE = 10;

/** Specification, part 3 §2: the role and status filters, with 'all' first. */
export const usersSchema = {
  search: 'text',
  role: ['all', 'user', 'agent', 'admin'],
  status: ['all', 'active', 'inactive', 'suspended', 'pending'],
  sort: ['created_at', 'name', 'email', 'role', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export type UsersState = ListState<typeof usersSchema>;

const path = '/api/admin/users';

export const usersQuery = (query: UsersState & { limit: number }) =>
  adminListQuery<AdminUserList>('users', path, query);

export const useCreateUser = () =>
  useAdminChange((body: UserBody) => callApi<AdminUser>('POST', path, { body }));

export const useUpdateUser = () =>
  useRowChange('users', ({ id, body }: { id: number; body: UserBody }) =>
    callApi<AdminUser>('PUT', `${path}/${id}`, { body }),
  );

export const useSetUserStatus = () =>
  useRowChange('users', ({ id, status }: { id: number; status: UserStatus }) =>
    callApi<AdminUser>('PUT', `${path}/${id}/status`, { body: { status } }),
  );

export const useSetUserPassword = () =>
  useAdminChange(({ id, newPassword }: { id: number; newPassword: string }) =>
    callApi<{ message: string }>('PUT', `${path}/${id}/password`, { body: { newPassword } }),
  );

export const useDeleteUser = () =>
  useAdminChange((id: number) => callApi<{ id: number }>('DELETE', `${path}/${id}`));
