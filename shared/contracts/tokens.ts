import { z } from 'zod';
import { MAX_API_TOKENS, MAX_TOKEN_NAME_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { tokenScopes } from '../tokenScopes.ts';
import { defineCall, isoTime, requiredLine } from './common.ts';

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
