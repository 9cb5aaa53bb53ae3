import { z } from 'zod';
import { tokenScopes } from '../apiAccess.ts';
import { MAX_API_TOKENS, MAX_TOKEN_NAME_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { givenPassword, secondFactorCode } from './auth.ts';
import { defineCall, isoTime, requiredLine } from './common.ts';

export const accountSession = z.object({
  id: z.number(),
  current: z.boolean(),
  /** Browser and system in words: 'Chrome on Windows'. */
  device: z.string(),
  /** Where it was opened from: an IPv4 address or an IPv6 network. */
  address: z.string().nullable(),
  created_at: isoTime,
  last_used_at: isoTime,
});
export type AccountSession = z.infer<typeof accountSession>;

export const secondFactor = z.object({
  enabled: z.boolean(),
  enabled_at: isoTime.nullable(),
  recovery_codes_left: z.number(),
  /** Whether the account must keep a factor: an administrator’s, where the settings say so. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Shown once; only their hashes are stored. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

const totpStart = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** otpauth://, as a QR code shows it. */
  uri: z.string(),
});
export type TotpStart = z.infer<typeof totpStart>;

export const accountSecurityCalls = {
  sessions: defineCall('user', 'GET /api/auth/sessions', {
    summary: 'Where the caller is signed in, last used first',
    answer: z.object({ sessions: z.array(accountSession) }),
  }),
  endOtherSessions: defineCall('user', 'DELETE /api/auth/sessions', {
    summary: 'Signs the caller out everywhere else',
    answer: z.object({ ended: z.number() }),
  }),
  endSession: defineCall('user', 'DELETE /api/auth/sessions/{id}', {
    summary: 'Ends one of the caller’s sessions',
    answer: z.object({ id: z.number() }),
  }),
  secondFactor: defineCall('user', 'GET /api/auth/totp', {
    summary: 'Whether a second factor is in force, and how many recovery codes are left',
    answer: secondFactor,
  }),
  startTotp: defineCall('user', 'POST /api/auth/totp', {
    summary: 'A new secret for an authenticator app; in force once a code of it is confirmed',
    answer: totpStart,
  }),
  confirmTotp: defineCall('user', 'PUT /api/auth/totp', {
    summary: 'Puts the second factor in force; the recovery codes are told this once',
    body: z.object({ code: secondFactorCode }),
    answer: recoveryCodes,
  }),
  endTotp: defineCall('user', 'DELETE /api/auth/totp', {
    summary: 'Ends the second factor and its recovery codes',
    answer: z.object({ message: z.string() }),
    stepUp: true,
  }),
  renewRecoveryCodes: defineCall('user', 'POST /api/auth/totp/recovery-codes', {
    summary: 'New recovery codes in place of the earlier ones',
    answer: recoveryCodes,
    stepUp: true,
  }),
  confirmIdentity: defineCall('user', 'POST /api/auth/confirm', {
    summary:
      'Proves who is at this session, for ten minutes: by a code where a second factor is in force, otherwise by the password',
    body: z
      .object({ password: givenPassword, code: secondFactorCode })
      .partial()
      .refine(({ password, code }) => password !== undefined || code !== undefined, {
        path: ['password'],
        message: msg('Please enter your password or a code').id,
      }),
    answer: z.object({ confirmed_until: isoTime }),
    answersInMaintenance: true,
  }),
};

export const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Its last four characters, to recognise it. */
  ending: z.string(),
  /** The owner's id; calls whose address names an agent need it there. */
  user_id: z.number(),
  created_at: isoTime,
  /** Null: it is good until it is revoked. */
  expires_at: isoTime.nullable(),
  is_expired: z.boolean(),
  /** Noted once a minute at most. Null: never. */
  last_used_at: isoTime.nullable(),
  last_used_address: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const example = {
  id: 7,
  name: 'Office website',
  scopes: ['listings:read' as const, 'inquiries:read' as const],
  ending: 'x9Qd',
  user_id: 12,
  created_at: '2026-03-18T02:00:00.000Z',
  expires_at: '2027-03-18T02:00:00.000Z',
  is_expired: false,
  last_used_at: null,
  last_used_address: null,
};

export const tokensCalls = {
  list: defineCall('agent', 'GET /api/tokens', {
    summary: 'The caller’s API tokens, newest first; never the tokens themselves',
    answer: z.object({ tokens: z.array(apiToken) }),
    example: { answer: { tokens: [example] } },
  }),
  create: defineCall('agent', 'POST /api/tokens', {
    failures: [404],
    summary: `Makes an API token (at most ${MAX_API_TOKENS} a person). The answer alone tells it; the owner is told by mail`,
    body: z.object({
      name: requiredLine(MAX_TOKEN_NAME_LENGTH, msg('Please give the token a name')),
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1, msg('Choose at least one thing that the token may do').id)
        .max(tokenScopes.length)
        .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
      /** In the future; without one it is valid until it is revoked. */
      expires_at: z.iso
        .datetime({ offset: true, error: msg('Choose a date and a time').id })
        .nullable()
        .optional(),
    }),
    answer: apiToken.extend({ token: z.string() }),
    status: 201,
    stepUp: true,
    example: {
      body: {
        name: 'Office website',
        scopes: ['listings:read', 'inquiries:read'],
        expires_at: '2027-03-18T02:00:00.000Z',
      },
    },
  }),
  remove: defineCall('agent', 'DELETE /api/tokens/{id}', {
    summary: 'Revokes one of the caller’s API tokens, from the next call on',
    answer: z.object({ id: z.number() }),
  }),
};
