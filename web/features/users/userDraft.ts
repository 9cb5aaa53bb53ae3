import type { AdminUser } from '#shared/contracts/admin.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { Problems } from '#web/forms/useForm.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';

/** The user form as it is typed. */
export interface UserDraft {
  name: string;
  email: string;
  phone: string;
  role: Role;
  status: UserStatus;
  password: string;
  confirmation: string;
}

/** As it is sent: no phone is null, and a password only where one was entered. */
export interface UserBody {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  status: UserStatus;
  password?: string;
}

const MIN_PASSWORD_LENGTH = 6;

export const emptyUser: UserDraft = {
  name: '',
  email: '',
  phone: '',
  role: 'user',
  status: 'active',
  password: '',
  confirmation: '',
};

export function toUserDraft({ name, email, phone, role, status }: AdminUser): UserDraft {
  return { ...emptyUser, name, email, phone: phone ?? '', role, status };
}

/** Specification, part 3 §5. Without an account there is, a password is needed. */
export function checkUser(draft: UserDraft, isNew: boolean): Problems<UserDraft> {
  const problems: Problems<UserDraft> = {};
  const email = emailProblem(draft.email);
  if (draft.name.trim() === '') problems.name = 'Name is required';
  if (email) problems.email = email;
  if (isNew || draft.password !== '' || draft.confirmation !== '') {
    const password = passwordProblem(draft.password, 'Password is required');
    if (password) problems.password = password;
    if (draft.confirmation !== draft.password) problems.confirmation = 'Passwords do not match';
  }
  return problems;
}

export function toUserBody({ name, email, phone, role, status, password }: UserDraft): UserBody {
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim() || null,
    role,
    status,
    ...(password === '' ? {} : { password }),
  };
}

export interface PasswordDraft {
  newPassword: string;
  confirmation: string;
}

export function checkPassword({ newPassword, confirmation }: PasswordDraft): Problems<PasswordDraft> {
  const problems: Problems<PasswordDraft> = {};
  const password = passwordProblem(newPassword, 'New password is required');
  if (password) problems.newPassword = password;
  if (confirmation === '') problems.confirmation = 'Please confirm the password';
  else if (confirmation !== newPassword) problems.confirmation = 'Passwords do not match';
  return problems;
}

function passwordProblem(password: string, whenEmpty: string): string | null {
  if (password === '') return whenEmpty;
  return password.length < MIN_PASSWORD_LENGTH ? 'Password must be at least 6 characters' : null;
}
