import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { MAX_SHORT_TEXT_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { secondFactorCode, session } from './auth.ts';
import { defineCall, isoTime, requiredLine } from './common.ts';

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const MAX_CREDENTIAL_LENGTH = 20_000;
const binary = z
  .string()
  .max(MAX_CREDENTIAL_LENGTH)
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

const signInMethods = z.object({
  /** Whether the site's address can have passkeys; an IP address cannot. */
  passkeys: z.boolean(),
  /** The OpenID Connect provider of the office; null where none is configured. */
  provider: z.object({ name: z.string() }).nullable(),
});

const MAX_PARAMETER_LENGTH = 4_000;
const parameter = z.string().min(1).max(MAX_PARAMETER_LENGTH);

export const signInCalls = {
  methods: defineCall('anyone', 'GET /api/auth/methods', {
    summary: 'How one can sign in here beside the password',
    answer: signInMethods,
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
      /**
       * The code of one's own second factor, where one is in force and the provider asked for none:
       * `second_factor_required`.
       */
      code: secondFactorCode.optional(),
      rememberMe: z.boolean().default(false),
    }),
    answer: session,
    answersInMaintenance: true,
  }),
};
