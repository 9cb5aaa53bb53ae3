import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { adminRoles } from '../adminRoles.ts';
import { authMessages } from '../authMessages.ts';
import { readMessengerName } from '../chatApps.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '../licenses.ts';
import {
  MAX_BIO_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_EXPERIENCE_YEARS,
  MAX_LIST_ENTRIES,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_WORKING_HOURS_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../limits.ts';
import { msg } from '../messages.ts';
import { toInternationalPhone } from '../phones.ts';
import { cleanLine } from '../writtenText.ts';
import {
  defineCall,
  isoTime,
  nameText,
  optionalLine,
  optionalPhone,
  optionalPresentedText,
  optionalPresentedTitle,
  presentedTitle,
  requiredLine,
} from './common.ts';

export const roles = ['user', 'agent', 'admin'] as const;
export const userStatuses = ['active', 'inactive', 'suspended', 'pending'] as const;
export type Role = (typeof roles)[number];
export type UserStatus = (typeof userStatuses)[number];

const MISSING = authMessages.missingFields.id;

/** E-mails are compared without case and kept trimmed. */
const typedEmail = z
  .string({ error: MISSING })
  .trim()
  .toLowerCase()
  .min(1, MISSING)
  .max(MAX_EMAIL_LENGTH, msg('Email is too long').id);
export const email = typedEmail.pipe(z.email(msg('Invalid email format').id));

/** Never trimmed: a space may be part of it. */
const password = z
  .string({ error: MISSING })
  .max(MAX_PASSWORD_LENGTH, msg('Password must be at most {maximum} characters').id);
export const newPassword = password.min(
  MIN_PASSWORD_LENGTH,
  authMessages.passwordTooShort(MIN_PASSWORD_LENGTH).id,
);
/** A password that is checked, not set: its length is not judged again. */
export const givenPassword = password.min(1, MISSING);

const phone = optionalPhone();
const chatNumber = phone.refine(
  (number) => !number || toInternationalPhone(number) !== null,
  msg('Enter a phone number, such as +63 917 555 0102').id,
);

const NO_CODE = msg('Please enter a code').id;
const code = z.string().min(1, NO_CODE).max(40, msg('This is too long for a code').id);

/** Six digits of an authenticator app, or a recovery code; people put spaces and hyphens into both. */
export const secondFactorCode = z
  .string({ error: NO_CODE })
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(code);

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
  /** Telephone numbers; `messenger` is the name of an account there. */
  viber: z.string().nullable(),
  whatsapp: z.string().nullable(),
  messenger: z.string().nullable(),
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
  /** Whether the owner has proved that they read the mail of this address. */
  email_verified: z.boolean(),
  /** The address that is to take its place, and waits for its confirmation. */
  pending_email: z.string().nullable(),
  /** Of an agent: the public address in place of `email`; null: the public sees `email`. */
  contact_email: z.string().nullable(),
  role: z.enum(roles),
  /** The administrator's abilities (shared/adminRoles.ts); null for other accounts. */
  admin_role: z.enum(adminRoles).nullable(),
  status: z.enum(userStatuses),
  phone: z.string().nullable(),
  phone_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  /** The code of the chosen language; null: none, so the browser's counts. */
  language: z.string().nullable(),
  created_at: isoTime,
  updated_at: isoTime,
  /** Present for agents and applicants. */
  agent: agentFields.nullable(),
});
export type User = z.infer<typeof user>;

export const session = z.object({ user, token: z.string() });
export type Session = z.infer<typeof session>;

const textList = z.array(presentedTitle(MAX_SHORT_TEXT_LENGTH, msg('Must not be empty'))).max(MAX_LIST_ENTRIES);

export const profileBody = z
  .object({
    name: nameText(MAX_NAME_LENGTH, msg('Name is required')),
    phone,
    avatar_url: z
      .string()
      .regex(/^\/media\/[0-9a-f]{64}$/, msg('Must be an uploaded image').id)
      .nullable(),
    title: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
    bio: optionalPresentedText(MAX_BIO_LENGTH),
    specialization: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
    location: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
    languages: textList,
    certifications: textList,
    achievements: textList,
    working_hours: z
      .record(
        z.string().overwrite(cleanLine).min(1).max(20),
        z.string().overwrite(cleanLine).max(MAX_WORKING_HOURS_LENGTH),
      )
      // Seven days, and room for a few notes beside them ('Holidays').
      .refine((hours) => Object.keys(hours).length <= 14, msg('Too many days').id),
    experience_years: z.number().int().min(0).max(MAX_EXPERIENCE_YEARS),
    viber: chatNumber,
    whatsapp: chatNumber,
    messenger: optionalLine(MAX_SHORT_TEXT_LENGTH)
      .refine(
        (typed) => !typed || readMessengerName(typed) !== null,
        msg('Enter the name of your Messenger account, such as juan.delacruz').id,
      )
      .transform((typed) => typed && readMessengerName(typed)),
    license_number: optionalLine(MAX_LICENSE_NUMBER_LENGTH),
    /** Agents alone have one; a blank removes it. */
    contact_email: z.union([z.literal('').transform(() => null), email]).nullable(),
  })
  .partial();

const INVALID_LINK = authMessages.resetLinkInvalid.id;
const token = z.string({ error: INVALID_LINK }).min(1, INVALID_LINK).max(200, INVALID_LINK);
const done = z.object({ message: z.string() });

/** Copied codes have spaces between the digits. */
const digits = z
  .string({ error: authMessages.codeInvalid.id })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, authMessages.codeInvalid.id));

const INVALID_CONFIRMATION = authMessages.confirmationInvalid.id;
const verificationToken = z
  .string({ error: INVALID_CONFIRMATION })
  .trim()
  .min(1, INVALID_CONFIRMATION)
  .max(200, INVALID_CONFIRMATION);

export const authCalls = {
  register: defineCall('anyone', 'POST /api/auth/register', {
    failures: [403],
    budget: { action: 'registrations' },
    summary: 'Creates an account and signs it in',
    body: z.object({
      name: nameText(MAX_NAME_LENGTH, authMessages.missingFields),
      email,
      password: newPassword,
      phone,
    }),
    answer: session,
    status: 201,
  }),
  login: defineCall('anyone', 'POST /api/auth/login', {
    failures: [401, 403],
    example: { body: { email: 'agent@silong.example', password: 'silong-demo' } },
    budget: { action: 'signIns', target: 'body.email' },
    summary: 'Signs in; 401 `second_factor_required` asks for the same call with a `code`',
    body: z.object({
      email: typedEmail,
      password: givenPassword,
      rememberMe: z.boolean().default(false),
      /** The code of the second factor, where one is in force; asked for by `second_factor_required`. */
      code: secondFactorCode.optional(),
    }),
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
    example: { body: { email: 'ana@example.com' } },
    budget: { action: 'passwordResets', target: 'body.email' },
    summary: 'Mails a single-use link good for one hour; answers the same whether or not the account exists',
    body: z.object({ email }),
    answer: done,
  }),
  resetPassword: defineCall('anyone', 'POST /api/auth/reset-password', {
    summary:
      'Sets a new password with the mailed link and ends every session and API token; webhooks are paused. `end_other_access`, true unless it is said: passkeys, company logins, webhooks and notifications to devices end as well. Where the link is the first proof of the address, they and two-step login end in any case',
    body: z.object({ token, password: newPassword, end_other_access: z.boolean().default(true) }),
    answer: done,
  }),
};

export const verificationCalls = {
  verifyEmail: defineCall('anyone', 'POST /api/auth/verify-email', {
    summary:
      'Confirms an address, once, with what was mailed to it: the link’s token, or, for who is signed in, the six digits',
    body: z.object({ token: verificationToken }),
    answer: done,
    answersInMaintenance: true,
  }),
  resendEmail: defineCall('user', 'POST /api/auth/verify-email/resend', {
    summary: 'Mails a new link and new digits, good for 24 hours; earlier ones end. At most 5 an hour',
    answer: done,
    answersInMaintenance: true,
  }),
  changeEmail: defineCall('user', 'PUT /api/auth/email', {
    summary:
      'Asks for another address: it is mailed a link, and takes the place of the present one once it is confirmed. The present one is told',
    body: z.object({ email, password: givenPassword }),
    answer: user,
  }),
  cancelEmailChange: defineCall('user', 'DELETE /api/auth/email', {
    summary: 'The address stays as it is: the link that was mailed to the other one ends',
    answer: user,
  }),
  refuseEmailChange: defineCall('anyone', 'POST /api/auth/email/refuse', {
    summary:
      'With the link that the former address was mailed, once, up to 7 days after the change: puts it back, ends every session and the password, and mails a link to set a new one',
    body: z.object({ token: verificationToken }),
    answer: done,
    answersInMaintenance: true,
  }),
  sendPhoneCode: defineCall('user', 'POST /api/auth/verify-phone', {
    summary:
      'Sends six digits to the account’s number, good for 15 minutes. At most 5 an hour; 409 where no text messages are sent',
    answer: done,
  }),
  confirmPhone: defineCall('user', 'POST /api/auth/verify-phone/confirm', {
    summary: 'Confirms the account’s number with the digits that were sent to it',
    body: z.object({ code: digits }),
    answer: user,
  }),
};

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const binary = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);

/** Input and output of the browser's WebAuthn calls, as JSON (WebAuthn Level 3, section 5.1.8). */
const browserOptions = z.record(z.string(), z.unknown());
const creationOptions: z.ZodType<PublicKeyCredentialCreationOptionsJSON> = browserOptions as never;
const requestOptions: z.ZodType<PublicKeyCredentialRequestOptionsJSON> = browserOptions as never;
const credential = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.nullish(),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;
export type UsedCredential = z.infer<typeof usedCredential>;

const passkeyName = requiredLine(MAX_SHORT_TEXT_LENGTH, msg('Please give the passkey a name'));

const parameter = z.string().min(1).max(4_000);

export const signInCalls = {
  methods: defineCall('anyone', 'GET /api/auth/methods', {
    summary: 'How one can sign in here beside the password',
    answer: z.object({
      /** Whether the site's address can have passkeys; an IP address cannot. */
      passkeys: z.boolean(),
      /** The OpenID Connect provider of the office; null where none is configured. */
      provider: z.object({ name: z.string() }).nullable(),
    }),
    answersInMaintenance: true,
  }),
  passkeys: defineCall('user', 'GET /api/auth/passkeys', {
    summary: 'The caller’s passkeys, newest first',
    answer: z.object({ passkeys: z.array(passkey) }),
  }),
  startPasskey: defineCall('user', 'POST /api/auth/passkeys/options', {
    summary: 'What the browser needs to make a passkey; good for ten minutes',
    answer: creationOptions,
    stepUp: true,
  }),
  addPasskey: defineCall('user', 'POST /api/auth/passkeys', {
    summary: 'Keeps the passkey that the browser made with these options; told to the owner by mail',
    body: z.object({ name: passkeyName, credential: newCredential }),
    answer: passkey,
    status: 201,
  }),
  renamePasskey: defineCall('user', 'PUT /api/auth/passkeys/{id}', {
    summary: 'Gives one of the caller’s passkeys another name',
    body: z.object({ name: passkeyName }),
    answer: passkey,
  }),
  removePasskey: defineCall('user', 'DELETE /api/auth/passkeys/{id}', {
    summary: 'Takes one of the caller’s passkeys away; told to the owner by mail',
    answer: z.object({ id: z.number() }),
    stepUp: true,
  }),
  startPasskeySignIn: defineCall('anyone', 'POST /api/auth/passkey-login/options', {
    summary: 'What the browser needs to sign in with a passkey; good once, for ten minutes',
    answer: requestOptions,
    answersInMaintenance: true,
  }),
  passkeySignIn: defineCall('anyone', 'POST /api/auth/passkey-login', {
    failures: [401, 403],
    budget: { action: 'signIns' },
    summary: 'Signs in with a passkey, which counts as both factors',
    body: z.object({ credential: usedCredential, rememberMe: z.boolean().default(false) }),
    answer: session,
    answersInMaintenance: true,
  }),
  startPasskeyConfirmation: defineCall('user', 'POST /api/auth/confirm/passkey/options', {
    summary: 'What the browser needs to prove with a passkey who is at this session',
    answer: requestOptions,
    answersInMaintenance: true,
  }),
  confirmWithPasskey: defineCall('user', 'POST /api/auth/confirm/passkey', {
    summary: 'Proves with a passkey who is at this session, for ten minutes',
    body: z.object({ credential: usedCredential }),
    answer: z.object({ confirmed_until: isoTime }),
    answersInMaintenance: true,
  }),
  startProviderSignIn: defineCall('anyone', 'POST /api/auth/provider/options', {
    failures: [404],
    summary: 'Where to go to sign in at the office’s OpenID Connect provider, and what to come back with',
    answer: z.object({
      /** The provider's page. */
      url: z.string(),
      /** Kept by the browser that asked; without it the provider's answer is useless to others. */
      secret: z.string(),
    }),
    answersInMaintenance: true,
  }),
  providerSignIn: defineCall('anyone', 'POST /api/auth/provider', {
    failures: [401, 403, 404],
    example: {
      body: {
        secret: 'k3v9Qd1xY7pL0aB5cN8mR2tW6uE4sH1o',
        answer: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' },
      },
    },
    budget: { action: 'signIns' },
    summary: 'Signs in with what the provider sent back to /sign-in/callback',
    body: z.object({
      secret: parameter,
      /** The parameters of the address that the provider led back to. */
      answer: z.record(z.string().max(100), parameter),
      /** Of the own second factor, where the provider asked for none: `second_factor_required`. */
      code: secondFactorCode.optional(),
      rememberMe: z.boolean().default(false),
    }),
    answer: session,
    answersInMaintenance: true,
  }),
};
