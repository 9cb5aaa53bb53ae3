import { z } from 'zod';
import { defineCall, isoTime, optionalText, requiredText } from './common.ts';

export const roles = ['user', 'agent', 'admin'] as const;
export const userStatuses = ['active', 'inactive', 'suspended', 'pending'] as const;
export type Role = (typeof roles)[number];
export type UserStatus = (typeof userStatuses)[number];

export const MIN_PASSWORD_LENGTH = 6;
/** argon2 would hash any length; the bound keeps one sign-in from costing megabytes. */
const MAX_PASSWORD_LENGTH = 200;

export const authMessages = {
  missingFields: 'Please fill in all required fields',
  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 6 characters',
  termsUnchecked: 'Please agree to the terms and conditions',
  invalidCredentials: 'Invalid email or password',
  loginFailed: 'Login failed. Please try again.',
  emailExists: 'Email already exists',
  registrationFailed: 'Registration failed. Please try again.',
  loggedOut: 'You are logged out',
  resetLinkOnItsWay: 'If there is an account for this email, a link to set a new password is on its way.',
  resetLinkInvalid: 'This link is no longer valid. Please ask for a new one.',
  passwordReset: 'Your password has been changed. You can now log in with it.',
} as const;

/** E-mails are compared without case and kept trimmed. */
export const email = z
  .string({ error: authMessages.missingFields })
  .trim()
  .toLowerCase()
  .min(1, authMessages.missingFields)
  .max(254, 'Email is too long')
  .pipe(z.email('Invalid email format'));

/** Never trimmed: a space may be part of it. */
export const newPassword = z
  .string({ error: authMessages.missingFields })
  .min(MIN_PASSWORD_LENGTH, authMessages.passwordTooShort)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`);

/** One that is to be checked, not set: whether it is long enough is not asked again. */
const givenPassword = z
  .string({ error: authMessages.missingFields })
  .min(1, authMessages.missingFields)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`);

const phone = optionalText(40);

export const agentFields = z.object({
  title: z.string().nullable(),
  bio: z.string().nullable(),
  specialization: z.string().nullable(),
  location: z.string().nullable(),
  languages: z.array(z.string()),
  certifications: z.array(z.string()),
  achievements: z.array(z.string()),
  working_hours: z.record(z.string(), z.string()),
  experience_years: z.number(),
  license_number: z.string().nullable(),
  /** Last day of the licence, YYYY-MM-DD; null, like `license_checked_at`, until an admin has checked the number. */
  license_expires_on: z.string().nullable(),
  license_checked_at: isoTime.nullable(),
  /** Since when the agent is unlisted because the licence ran out. */
  license_lapsed_at: isoTime.nullable(),
  application_status: z.enum(['pending', 'approved', 'rejected']),
});

export const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  phone: z.string().nullable(),
  avatar_url: z.string().nullable(),
  created_at: isoTime,
  updated_at: isoTime,
  /** Present for agents and for those who applied to become one. */
  agent: agentFields.nullable(),
});

export type User = z.infer<typeof user>;

const session = z.object({ user, token: z.string() });
export type Session = z.infer<typeof session>;

export const loginBody = z.object({
  email: z
    .string({ error: authMessages.missingFields })
    .trim()
    .toLowerCase()
    .min(1, authMessages.missingFields)
    .max(254, 'Email is too long'),
  password: givenPassword,
  rememberMe: z.boolean().default(false),
});

export const registerBody = z.object({
  name: requiredText(120, authMessages.missingFields),
  email,
  password: newPassword,
  phone,
});

/** Seven days, and room for a few notes beside them ('Holidays'). */
const MAX_WORKING_HOURS = 14;

const textList = z.array(requiredText(120, 'Must not be empty')).max(30);

export const profileBody = z
  .object({
    name: requiredText(120, 'Name is required'),
    phone,
    avatar_url: z
      .string()
      .regex(/^\/media\/[0-9a-f]{64}$/, 'Must be an uploaded picture')
      .nullable(),
    title: optionalText(120),
    bio: optionalText(4_000),
    specialization: optionalText(120),
    location: optionalText(120),
    languages: textList,
    certifications: textList,
    achievements: textList,
    working_hours: z
      .record(z.string().trim().min(1).max(20), z.string().trim().max(60))
      .refine((hours) => Object.keys(hours).length <= MAX_WORKING_HOURS, 'Too many days'),
    experience_years: z.number().int().min(0).max(80),
    license_number: optionalText(60),
  })
  .partial();

const token = z
  .string({ error: authMessages.resetLinkInvalid })
  .min(1, authMessages.resetLinkInvalid)
  .max(200, authMessages.resetLinkInvalid);
const done = z.object({ message: z.string() });

export const authCalls = {
  register: defineCall('anyone', 'POST /api/auth/register', {
    summary: 'Creates an account and signs it in',
    body: registerBody,
    answer: session,
    status: 201,
  }),
  login: defineCall('anyone', 'POST /api/auth/login', {
    summary: 'Signs in',
    body: loginBody,
    answer: session,
    answersInMaintenance: true,
  }),
  profile: defineCall('user', 'GET /api/auth/profile', {
    summary: 'The signed-in account',
    answer: user,
    answersInMaintenance: true,
  }),
  updateProfile: defineCall('user', 'PUT /api/auth/profile', {
    summary: 'Changes the fields that are sent; the e-mail cannot be changed here',
    body: profileBody,
    answer: user,
    answersInMaintenance: true,
  }),
  logout: defineCall('user', 'POST /api/auth/logout', {
    summary: 'Ends this session',
    answer: done,
    answersInMaintenance: true,
  }),
  changePassword: defineCall('user', 'PUT /api/auth/password', {
    summary: 'Changes the password and ends every session, this one included; the answer opens a new one',
    body: z.object({ currentPassword: givenPassword, newPassword }),
    answer: session,
  }),
  forgotPassword: defineCall('anyone', 'POST /api/auth/forgot-password', {
    summary: 'Mails a single-use link good for one hour; answers the same whether or not the account exists',
    body: z.object({ email }),
    answer: done,
  }),
  resetPassword: defineCall('anyone', 'POST /api/auth/reset-password', {
    summary: 'Sets a new password with the mailed link and ends every session',
    body: z.object({ token, password: newPassword }),
    answer: done,
  }),
};
