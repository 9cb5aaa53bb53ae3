import type { SignInChallengeModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { hashToken } from './sessions.ts';

/** Long enough to find one's telephone, or to sign in at a provider. */
const LIFE_MS = 10 * 60_000;

export type ChallengeKind = SignInChallengeModel['kind'];

interface NewChallenge {
  kind: ChallengeKind;
  /** What comes back with the second call, and nobody else knows. */
  secret: string;
  userId?: number | null;
  sessionId?: number | null;
  facts?: Record<string, string>;
}

/** Keeps what the first of two calls has begun, for ten minutes, so that any process can go on with it. */
export async function openChallenge(
  { db, now }: ServerContext,
  { kind, secret, userId = null, sessionId = null, facts = {} }: NewChallenge,
): Promise<void> {
  const created_at = now();
  const challenge = {
    ...{ kind, secret_hash: hashToken(secret), user_id: userId, session_id: sessionId, facts, created_at },
    expires_at: new Date(created_at.getTime() + LIFE_MS),
  };
  // Nothing that a call changes: one that is sent again begins anew.
  await db.transaction(() => db.models.SignInChallenge.create(challenge), { isBookkeeping: true });
}

/** @returns what was begun with that secret, once: of two calls that come with it one is told null. */
export async function takeChallenge(
  { db, now }: ServerContext,
  kind: ChallengeKind,
  secret: string,
): Promise<SignInChallengeModel | null> {
  const { SignInChallenge } = db.models;
  const challenge = await SignInChallenge.findOne({ where: { kind, secret_hash: hashToken(secret) } });
  if (!challenge) return null;
  // Kept though the call may be refused: one challenge is one try.
  const taken = await db.transaction(() => SignInChallenge.destroy({ where: { id: challenge.id } }), {
    isBookkeeping: true,
  });
  return taken === 1 && challenge.expires_at > now() ? challenge : null;
}
