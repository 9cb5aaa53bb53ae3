import { expect, test } from 'vitest';
import { type AdminUser, usersCalls } from '#shared/contracts/users.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { checkPassword, checkUser, emptyUser, toUserBody, toUserDraft } from '#web/features/users/users.ts';

const maria: AdminUser = {
  id: 7,
  name: 'Maria Santos',
  email: 'maria@example.com',
  role: 'agent',
  admin_role: null,
  status: 'active',
  email_verified: true,
  phone: null,
  phone_verified: false,
  avatar_url: null,
  created_at: '2026-01-05T02:00:00.000Z',
  updated_at: '2026-01-05T02:00:00.000Z',
  specialization: null,
  location: null,
  bio: null,
  experience: null,
  license_number: null,
  application_status: 'approved',
  has_second_factor: false,
  last_seen_at: null,
};

test('an empty new account names every field that is needed', () => {
  expect(checkUser(emptyUser, true, MIN_PASSWORD_LENGTH)).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
  });
  expect(
    checkUser({ ...emptyUser, name: '   ', email: 'maria@example' }, true, MIN_PASSWORD_LENGTH),
  ).toMatchObject({
    name: 'Name is required',
    email: 'Invalid email format',
  });
});

test('a password has six characters and is typed twice alike', () => {
  const draft = { ...toUserDraft(maria), password: '12345', confirmation: '12345' };
  expect(checkUser(draft, true, MIN_PASSWORD_LENGTH)).toEqual({
    password: 'Password must be at least 6 characters',
  });
  expect(checkUser({ ...draft, password: '123456' }, true, MIN_PASSWORD_LENGTH)).toEqual({
    confirmation: 'Passwords do not match',
  });
  expect(checkUser({ ...draft, password: '123456', confirmation: '123456' }, true, MIN_PASSWORD_LENGTH)).toEqual(
    {},
  );
});

test('editing needs no password, but checks one that is given', () => {
  const draft = toUserDraft(maria);
  expect(checkUser(draft, false, MIN_PASSWORD_LENGTH)).toEqual({});
  expect(checkUser({ ...draft, password: 'short' }, false, MIN_PASSWORD_LENGTH).password).toBe(
    'Password must be at least 6 characters',
  );
  expect(checkUser({ ...draft, confirmation: 'only here' }, false, MIN_PASSWORD_LENGTH).confirmation).toBe(
    'Passwords do not match',
  );
});

test('what is sent is trimmed, without an empty phone or password, and the server takes it', () => {
  const body = toUserBody({ ...toUserDraft(maria), name: ' Maria Cruz ', phone: ' ' });
  expect(body).toEqual({
    name: 'Maria Cruz',
    email: 'maria@example.com',
    phone: null,
    role: 'agent',
    status: 'active',
  });
  expect(usersCalls.update.body.safeParse(body).success).toBe(true);
  const secret = toUserBody({ ...toUserDraft(maria), password: ' spaced ' });
  expect(secret.password).toBe(' spaced ');
  expect(usersCalls.create.body.safeParse(secret).success).toBe(true);
});

test('a new password for somebody else is confirmed', () => {
  expect(checkPassword({ newPassword: '', confirmation: '' }, MIN_PASSWORD_LENGTH)).toEqual({
    newPassword: 'New password is required',
    confirmation: 'Please confirm the password',
  });
  expect(checkPassword({ newPassword: 'abc', confirmation: 'abd' }, MIN_PASSWORD_LENGTH)).toEqual({
    newPassword: 'Password must be at least 6 characters',
    confirmation: 'Passwords do not match',
  });
  expect(checkPassword({ newPassword: 'abcdef', confirmation: 'abcdef' }, MIN_PASSWORD_LENGTH)).toEqual({});
});
