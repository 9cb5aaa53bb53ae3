import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { BaseContext } from '#server/context.ts';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { type Challenge, challenge, type LimitedAction } from '#shared/contracts/common.ts';
import { budgetKey } from './budgetLimiter.ts';

/**
 * The work: PBKDF2 with so many rounds, tried from 0 up to a number that the server has chosen. About a second on a cheap
 * phone, at most two; a fifth of that on a computer. A challenge costs the server a single try, a check one hash.
 */
const ROUNDS = 15_000;
const TRIES = { from: 27, below: 55 };
const LIFE_MS = 5 * 60_000;
/** A solved challenge is about 600 bytes. */
const MAX_HEADER = 4_000;
const SECRET = 'challenge';

const solved = z.object({
  challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

export interface SolvedChallenge {
  /** Under this key the challenge is stored as used. */
  key: string;
  /** How long it has to stay stored. */
  secondsLeft: number;
}

interface Challenges {
  create(action: LimitedAction): Promise<Challenge>;
  /** @returns undefined where the challenge is forged, unsolved, too old, or for another action. */
  check(header: string, action: LimitedAction): Promise<SolvedChallenge | undefined>;
}

/** Proofs of work, without a third party. Every process signs and checks with the same secret. */
export function createChallenges({ db, now }: Pick<BaseContext, 'db' | 'now'>): Challenges {
  let secret: Promise<string> | undefined;

  async function signingSecrets() {
    secret ??= readServerSecret(db, SECRET);
    const value = await secret.catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return { hmacSignatureSecret: `challenge ${value}`, hmacKeySignatureSecret: `key ${value}` };
  }

  return {
    async create(action) {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS,
        counter: randomInt(TRIES.from, TRIES.below),
        data: { action, expiresAt: now().getTime() + LIFE_MS },
        deriveKey,
        ...(await signingSecrets()),
      });
      return challenge.parse(made);
    },

    async check(header, action) {
      const given = readHeader(header);
      if (!given) return undefined;
      const { data, keySignature } = given.challenge.parameters;
      const msLeft = Number(data?.expiresAt) - now().getTime();
      if (data?.action !== action || !(msLeft > 0) || !keySignature) return undefined;
      const { verified } = await verifySolution({ ...given, deriveKey, ...(await signingSecrets()) });
      if (!verified) return undefined;
      return {
        key: budgetKey('challenge', given.challenge.signature),
        secondsLeft: Math.ceil(msLeft / 1_000),
      };
    },
  };
}

function readHeader(header: string): z.output<typeof solved> | undefined {
  if (header === '' || header.length > MAX_HEADER) return undefined;
  try {
    return solved.safeParse(JSON.parse(Buffer.from(header, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
