import type { SignInChallengeModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { hashToken } from './sessions.ts';

/** Long enough to fetch a phone, or to sign in at a provider. */
const LIFE_MS = 10 * 60_000;

export type ChallengeKind = SignInChallengeModel['kind'];

interface NewChallenge {
  kind: ChallengeKind;
  /** Returned with the second call, known to its browser only. */
  secret: string;
  userId?: number | null;
  sessionId?: number | null;
  facts?: Record<string, string>;
}

/** Stores the first of two calls for ten minutes, so that any process can answer the second. */
export async function openChallenge(
  { db, now }: ServerContext,
  { kind, secret, userId = null, sessionId = null, facts = {} }: NewChallenge,
): Promise<void> {
  const created_at = now();
  const challenge = {
    ...{ kind, secret_hash: hashToken(secret), user_id: userId, session_id: sessionId, facts, created_at },
    expires_at: new Date(created_at.getTime() + LIFE_MS),
  };
  // Outside of the request's idempotency: a repeated call begins anew.
  await db.transaction(() => db.models.SignInChallenge.create(challenge), { isBookkeeping: true });
}

/** @returns the challenge of that secret, once: the second of two calls gets null. */
export async function takeChallenge(
  { db, now }: ServerContext,
  kind: ChallengeKind,
  secret: string,
): Promise<SignInChallengeModel | null> {
  const { SignInChallenge } = db.models;
  const challenge = await SignInChallenge.findOne({ where: { kind, secret_hash: hashToken(secret) } });
  if (!challenge) return null;
  // Kept even if the call is refused: one challenge allows one try.
  const taken = await db.transaction(() => SignInChallenge.destroy({ where: { id: challenge.id } }), {
    isBookkeeping: true,
  });
  return taken === 1 && challenge.expires_at > now() ? challenge : null;
}
