import { z } from 'zod';
import { msg } from '../messages.ts';
import { givenPassword, secondFactorCode } from './auth.ts';
import { defineCall, isoTime } from './common.ts';

export const accountSession = z.object({
  id: z.number(),
  /** Whether it is the caller's session. */
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
    answer: z.object({
      /** Until when calls that need the proof are answered. */
      confirmed_until: isoTime,
    }),
    answersInMaintenance: true,
  }),
};
