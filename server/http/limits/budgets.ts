import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Context } from 'koa';
import { z } from 'zod';
import type { BaseContext } from '#server/context.ts';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { type CallFacts, type Challenge, challenge, type LimitedAction } from '#shared/contracts/common.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { callerKey, callerNetwork, type SignedInUser } from '../caller.ts';
import { TooManyRequestsError, toApiError } from '../errors.ts';
import type { RequestState } from '../request.ts';
import { type Budget, BudgetLimiter, type BudgetState, budgetKey } from './budgetLimiter.ts';
import { appendLimit, secondsOf } from './rateLimit.ts';

const SOLUTION_HEADER = 'X-Challenge-Solution';

type Security = SystemSettings['security'];
type Bound = { [Name in keyof Security]: Security[Name] extends number ? Name : never }[keyof Security];

/** The bound of each action for one sender and hour, or the name of its setting. */
const bounds: Record<Exclude<LimitedAction, 'signIns'>, Bound | number> = {
  registrations: 'maxRegistrationsPerHour',
  passwordResets: 'maxPasswordResetsPerHour',
  inquiries: 'maxInquiriesPerHour',
  conversations: 'maxConversationsPerHour',
  messages: 'maxMessagesPerHour',
  viewings: 'maxViewingsPerHour',
  /** Enough for a person, too few to copy every agent's calendar. */
  freeTimes: 600,
  invitations: 60,
  reports: 'maxReportsPerHour',
  reviews: 'maxReviewsPerHour',
  exports: 'maxExportsPerHour',
  pushTests: 30,
  /** And repeated deliveries. */
  webhookTests: 60,
};

const HOUR_S = 3_600;
const SIGN_IN_S = 15 * 60;
const DAY_MS = 24 * HOUR_S * 1_000;
/** How long a network stays familiar after a sign-in; the owner's sign-ins from there are not slowed by others' guesses. */
const FAMILIAR_S = 30 * 24 * HOUR_S;
/** All senders together may act so many times more on one person or listing before challenges are required. */
const SENDERS_PER_TARGET = 5;
/** Actions of callers without an account. */
const countedByAddress = new Set<LimitedAction>(['signIns', 'registrations', 'passwordResets']);

interface Count extends Budget {
  /** From this count on a challenge has to be solved. */
  freeUntil: number;
  /** Whether calls above the limiter's points are refused. False where strangers could use that to lock an account out. */
  isHard: boolean;
}

interface CallOfBudget {
  params: unknown;
  body: unknown;
  user: SignedInUser | null;
}

type UsedBudget = NonNullable<CallFacts['budget']>;

export type Budgets = ReturnType<typeof createBudgets>;

/**
 * Bounds on actions that serve guessing, flooding or copying: per sender (the account, else the network), per sender and
 * target, and per target. Counted in the database for all processes together, in a transaction of its own before the
 * call's work. A read checks first whether there is room, which costs no write; for simultaneous calls the counting decides.
 */
export function createBudgets(context: BaseContext) {
  const { db, env, log, now, systemSettings } = context;
  const challenges = createChallenges(context);
  /** Events that count for a while: a sign-in of an account from a network, a used challenge. */
  const notes = new BudgetLimiter(context, { points: 1, seconds: FAMILIAR_S });
  const bookkeeping = { isBookkeeping: true };

  const isNewcomer = (user: SignedInUser | null): boolean =>
    !user || user.registeredAt.getTime() > now().getTime() - DAY_MS;

  function count(seconds: number, points: number, isHard: boolean, ...name: (string | number)[]): Count {
    const limiter = new BudgetLimiter(context, { points, seconds });
    return { key: budgetKey(...name), limiter, isHard, freeUntil: isHard ? Math.ceil(points / 2) : points };
  }

  /** The sender's count comes first. */
  function countsOf({ action, target }: UsedBudget, address: string, call: CallOfBudget): Count[] {
    const { security } = systemSettings.current();
    const aimedAt = target && String(readTarget(call, target));
    if (action === 'signIns') {
      const guesses = (most: number, isHard: boolean, ...name: string[]) =>
        count(SIGN_IN_S, most, isHard, action, ...name);
      return [
        guesses(security.maxSignInFailuresPerAddress, true, 'network', callerNetwork(address)),
        guesses(security.maxSignInFailuresPerAccount, false, 'account', aimedAt ?? ''),
        guesses(security.maxSignInFailuresOverall, false, 'all'),
      ];
    }
    const user = countedByAddress.has(action) ? null : call.user;
    const sender = callerKey(user, address);
    const bound = bounds[action];
    const most = typeof bound === 'number' ? bound : security[bound];
    const isHalved = !countedByAddress.has(action) && isNewcomer(user);
    const half = Math.ceil(most / 2);
    const own = count(HOUR_S, isHalved ? half : most, true, action, sender);
    if (!target || aimedAt === undefined) return [own];
    return [
      own,
      count(HOUR_S, half, true, action, sender, target, aimedAt),
      count(HOUR_S, most * SENDERS_PER_TARGET, false, action, 'everybody', target, aimedAt),
    ];
  }

  /** @returns the use of the solved challenge, where the call needs one. */
  async function requireRoom(
    ctx: Context,
    action: LimitedAction,
    counts: readonly Count[],
  ): Promise<Budget | undefined> {
    const used = await BudgetLimiter.getAll(context, counts);
    const tight = counts.flatMap((one, at) => {
      const stored = used[at];
      return stored && stored.consumedPoints >= one.freeUntil ? [{ ...one, stored }] : [];
    });
    const full = tight.filter(({ isHard, limiter, stored }) => isHard && stored.consumedPoints >= limiter.points);
    const wait = (stored: BudgetState[]) => Math.max(...stored.map(({ msBeforeNext }) => msBeforeNext));
    if (full.length > 0) {
      appendBudget(ctx, action, full, full[0]?.stored);
      throw buildRefusal(wait(full.map(({ stored }) => stored)));
    }
    if (tight.length === 0) return undefined;
    const solved = await challenges.check(ctx.get(SOLUTION_HEADER), action);
    if (solved && !(await notes.get(solved.key)))
      return { key: solved.key, limiter: new BudgetLimiter(context, { points: 1, seconds: solved.seconds }) };
    appendBudget(ctx, action, counts, used[0]);
    throw buildRefusal(wait(tight.map(({ stored }) => stored)), await challenges.create(action));
  }

  /** @throws {TooManyRequestsError} other calls took the room meanwhile, or used the same challenge. */
  async function take(
    ctx: Context,
    action: LimitedAction,
    counts: readonly Count[],
    used: Budget | undefined,
  ): Promise<void> {
    const all = used ? [...counts, { ...used, isHard: true }] : counts;
    const takeAll = async () => {
      const stored = await BudgetLimiter.addAll(context, all, 1);
      for (const [at, { limiter, isHard }] of all.entries()) {
        const taken = stored[at];
        if (isHard && taken && taken.consumedPoints > limiter.points) throw buildRefusal(taken.msBeforeNext);
      }
      return stored[0];
    };
    appendBudget(ctx, action, counts, await db.transaction(takeAll, bookkeeping));
  }

  /** Only failed guesses count in the end. Each is counted before it runs, so that simultaneous guesses stay within the bound. */
  async function runGuess<Result>(
    ctx: Context,
    counts: readonly Count[],
    account: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const own = budgetKey('familiar', account, callerNetwork(ctx.ip));
    const isFamiliar = (await notes.get(own)) !== null;
    const used = isFamiliar ? undefined : await requireRoom(ctx, 'signIns', counts);
    const taken = isFamiliar ? counts.map((one) => ({ ...one, isHard: false })) : counts;
    await take(ctx, 'signIns', taken, used);
    const refund = (isSignedIn: boolean) =>
      db.transaction(async () => {
        await BudgetLimiter.addAll(context, counts, -1);
        if (isSignedIn) await notes.renew(own);
      }, bookkeeping);
    const result = await work().catch(async (error: unknown) => {
      if (!isWrongGuess(error)) await refund(false);
      throw error;
    });
    // The sign-in stands even if the counts cannot be written.
    await refund(true).catch((error: unknown) => log.warn({ err: error }, 'a sign-in was not given back'));
    return result;
  }

  return {
    /** @throws {TooManyRequestsError} the budget is used up, or a challenge has to be solved (`challenge_required`). */
    async run<Result>(
      ctx: Context & { state: RequestState },
      budget: UsedBudget,
      call: CallOfBudget,
      work: () => Promise<Result>,
    ): Promise<Result> {
      if (!env.hasActionLimits) return work();
      const { action, target } = budget;
      const counts = countsOf(budget, ctx.ip, call);
      if (action === 'signIns') return runGuess(ctx, counts, String(readTarget(call, target ?? '')), work);
      await take(ctx, action, counts, await requireRoom(ctx, action, counts));
      return work();
    },
  };
}

/** @param target 'params.id', 'body.email'. */
function readTarget(call: CallOfBudget, target: string): unknown {
  const [part, field = ''] = target.split('.');
  const fields = (part === 'params' ? call.params : call.body) as Record<string, unknown> | undefined;
  return fields?.[field];
}

/** False for a right password that needs a second factor, and for errors that have nothing to do with the guess. */
function isWrongGuess(error: unknown): boolean {
  const { status, code } = toApiError(error);
  return status === 401 && code !== 'second_factor_required';
}

function appendBudget(
  ctx: Context,
  action: LimitedAction,
  [count]: readonly Budget[],
  stored: BudgetState | null | undefined,
): void {
  if (!count) return;
  const { points, duration } = count.limiter;
  const unused = { remainingPoints: points, msBeforeNext: duration * 1_000 };
  appendLimit(ctx, action, count.limiter, stored ?? unused);
}

function buildRefusal(ms: number, challenge?: Challenge): TooManyRequestsError {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return new TooManyRequestsError(
    msg(
      'You have done this too often in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes },
    ),
    secondsOf(ms),
    challenge ? 'challenge_required' : 'too_many_requests',
    challenge,
  );
}

/**
 * The work: PBKDF2 with so many rounds, tried from 0 up to a number that the server has chosen. About a second on a cheap
 * phone, at most two; a fifth of that on a computer. A challenge costs the server a single try, a check one hash.
 */
const ROUNDS = 15_000;
const TRIES = { from: 27, below: 55 };
const LIFE_MS = 5 * 60_000;
/** A solved challenge is about 600 bytes. */
const MAX_HEADER = 4_000;

const solved = z.object({
  challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

/** Proofs of work, without a third party. Every process signs and checks with the same secret. */
function createChallenges({ db, now }: Pick<BaseContext, 'db' | 'now'>) {
  let secret: Promise<string> | undefined;

  async function signingSecrets() {
    secret ??= readServerSecret(db, 'challenge');
    const value = await secret.catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return { hmacSignatureSecret: `challenge ${value}`, hmacKeySignatureSecret: `key ${value}` };
  }

  return {
    async create(action: LimitedAction): Promise<Challenge> {
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

    /** @returns undefined where the challenge is forged, unsolved, too old, or for another action. */
    async check(header: string, action: LimitedAction) {
      const given = readHeader(header);
      if (!given) return undefined;
      const { data, keySignature } = given.challenge.parameters;
      const msLeft = Number(data?.expiresAt) - now().getTime();
      if (data?.action !== action || !(msLeft > 0) || !keySignature) return undefined;
      const { verified } = await verifySolution({ ...given, deriveKey, ...(await signingSecrets()) });
      if (!verified) return undefined;
      // Under this key the challenge stays stored as used.
      return { key: budgetKey('challenge', given.challenge.signature), seconds: Math.ceil(msLeft / 1_000) };
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
