import type { AdminUser } from '#shared/contracts/users.ts';

/** The one dialog that is open over the users. */
export type UserDialog = { kind: 'add' } | { kind: 'view' | 'edit' | 'password' | 'delete'; user: AdminUser };
