import type { AdminAbility, AdminRole } from '#shared/adminRoles.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { type Message, msg } from '#shared/messages.ts';
import { emailProblem, passwordProblem } from '#web/forms/accountRules.ts';
import type { Problems } from '#web/forms/useForm.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import type { StatusKind } from '#web/ui/list/RowStatus.tsx';

/** Specification, part 3 §9. */
export const USERS_PAGE_SIZE = 10;

/** Specification, part 3 §2: the role and status filters, with 'all' first. */
export const usersSchema = {
  search: 'text',
  role: ['all', 'user', 'agent', 'admin'],
  status: ['all', 'active', 'inactive', 'suspended', 'pending'],
  application: ['all', 'none', 'pending', 'approved', 'rejected'],
  confirmed: ['all', 'yes', 'no'],
  joined_from: 'day',
  joined_to: 'day',
  sort: ['created_at', 'name', 'email', 'role', 'status', 'last_seen_at'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

type UsersState = ListState<typeof usersSchema>;

export const usersQuery = (state: UsersState, limit: number) =>
  adminListQuery('users.list', { query: { ...state, limit } });

/** @returns the page on which the names with this letter begin, in the order by name. */
export async function findLetter(state: UsersState, limit: number, letter: string): Promise<number> {
  const { page: _page, ...filters } = state;
  const query = { ...filters, sort: 'name', limit, letter } as const;
  const { pagination } = await callApi('users.list', { query });
  return pagination.page;
}

export const userStatusLabel: Record<UserStatus, Message> = {
  active: msg('Active'),
  inactive: msg('Inactive'),
  suspended: msg('Suspended'),
  pending: msg('Pending'),
};

export const userStatusTone: Record<UserStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'danger',
  pending: 'warning',
};

export const roleTone: Record<Role, BadgeTone> = { user: 'neutral', agent: 'info', admin: 'primary' };

/** The form's texts in order: owner last, so that the highest role is not given by a slip. */
export const adminRoleText: Record<AdminRole, Message> = {
  moderator: msg('Checks listings, agents, reports, reviews and conversations. Does not see the list of users.'),
  support: msg('Helps people with their accounts: looks them up, activates and suspends them.'),
  auditor: msg('Reads users, listings and the audit log. Cannot change anything.'),
  owner: msg('Can do everything: settings, backups, passwords, and the roles of other administrators.'),
};

export const userStatus: StatusKind<AdminUser, UserStatus> = {
  labels: userStatusLabel,
  tones: userStatusTone,
  // Specification, part 3 §4; the edit form also allows pending.
  choices: ['active', 'inactive', 'suspended'],
  controlLabel: ({ name }) => t('Status of {name}', { name }),
  changedText: ({ name }, status) =>
    t(
      '{name} is now {status, select, active {active} inactive {inactive} suspended {suspended} other {pending}}',
      { name, status },
    ),
  failure: msg('Failed to update user status'),
  isUndoable: true,
};

type IsAllowed = (ability: AdminAbility) => boolean;

/** Only roles that manage administrators manage their accounts. */
const isInReach = ({ role }: AdminUser, isAllowed: IsAllowed) => role !== 'admin' || isAllowed('admins.manage');

export const canSetStatus = (user: AdminUser, isAllowed: IsAllowed) =>
  isAllowed('accounts.setStatus') && isInReach(user, isAllowed);

export const canSetPassword = (user: AdminUser, isAllowed: IsAllowed) =>
  isAllowed('accounts.setPassword') && isInReach(user, isAllowed);

/** An administrator's account is never deleted. */
export const canDelete = ({ role }: AdminUser, isAllowed: IsAllowed) =>
  isAllowed('accounts.delete') && role !== 'admin';

export const emptyUser = {
  name: '',
  email: '',
  phone: '',
  role: 'user' as Role,
  /** Sent for an administrator alone. */
  admin_role: 'moderator' as AdminRole,
  status: 'active' as UserStatus,
  password: '',
  confirmation: '',
};

/** The user form as it is typed. */
type UserDraft = typeof emptyUser;

/** As it is sent: no phone is null, and a password only where one was entered. */
export type UserBody = Pick<AdminUser, 'name' | 'email' | 'phone' | 'role' | 'status'> & {
  admin_role?: AdminRole;
  password?: string;
};

export function toUserDraft({ name, email, phone, role, admin_role, status }: AdminUser): UserDraft {
  const known = { name, email, phone: phone ?? '', role, status };
  return { ...emptyUser, ...known, ...(admin_role ? { admin_role } : {}) };
}

/** Specification, part 3 §5. A new account needs a password. @param minimum its least length */
export function checkUser(draft: UserDraft, isNew: boolean, minimum: number): Problems<UserDraft> {
  const problems: Problems<UserDraft> = {};
  const email = emailProblem(draft.email);
  if (draft.name.trim() === '') problems.name = t('Name is required');
  if (email) problems.email = email;
  if (isNew || draft.password !== '' || draft.confirmation !== '') {
    const password = passwordProblem(draft.password, minimum, t('Password is required'));
    if (password) problems.password = password;
    if (draft.confirmation !== draft.password) problems.confirmation = t(authMessages.passwordsDiffer);
  }
  return problems;
}

export function toUserBody({ name, email, phone, role, admin_role, status, password }: UserDraft): UserBody {
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim() || null,
    role,
    status,
    ...(role === 'admin' ? { admin_role } : {}),
    ...(password === '' ? {} : { password }),
  };
}

type PasswordDraft = Record<'newPassword' | 'confirmation', string>;

export function checkPassword({ newPassword, confirmation }: PasswordDraft, minimum: number) {
  const problems: Problems<PasswordDraft> = {};
  const password = passwordProblem(newPassword, minimum, t('New password is required'));
  if (password) problems.newPassword = password;
  if (confirmation === '') problems.confirmation = t('Please confirm the password');
  else if (confirmation !== newPassword) problems.confirmation = t(authMessages.passwordsDiffer);
  return problems;
}
