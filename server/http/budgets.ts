import type { Context } from 'koa';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import type { CallFacts, Challenge, LimitedAction } from '#shared/contracts/common.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState, SignedInUser } from './access.ts';
import { type Budget, BudgetLimiter, budgetKey } from './budgetLimiter.ts';
import { createChallenges, type SolvedChallenge } from './challenge.ts';
import { TooManyRequestsError, toApiError } from './errors.ts';
import { callerNetwork } from './rateLimit.ts';

const SOLUTION_HEADER = 'X-Challenge-Solution';

type Security = SystemSettings['security'];
type Bound = { [Name in keyof Security]: Security[Name] extends number ? Name : never }[keyof Security];

/** What is only looked up, so many times an hour: reading every agent's calendar all day long is not. */
const MAX_LOOKUPS = 600;
/** Of colleagues to an office, so many an hour. */
const MAX_INVITATIONS = 60;

/** To one's own devices, so many an hour. */
const MAX_PUSH_TESTS = 30;
/** The same of tests and repeated deliveries of one's own webhooks. */
const MAX_WEBHOOK_TESTS = 60;

/** Of each action, how often one sender may do it, or the setting that says so. */
const bounds: Record<Exclude<LimitedAction, 'signIns'>, Bound | number> = {
  registrations: 'maxRegistrationsPerHour',
  passwordResets: 'maxPasswordResetsPerHour',
  inquiries: 'maxInquiriesPerHour',
  conversations: 'maxConversationsPerHour',
  messages: 'maxMessagesPerHour',
  viewings: 'maxViewingsPerHour',
  freeTimes: MAX_LOOKUPS,
  invitations: MAX_INVITATIONS,
  reports: 'maxReportsPerHour',
  reviews: 'maxReviewsPerHour',
  exports: 'maxExportsPerHour',
  pushTests: MAX_PUSH_TESTS,
  webhookTests: MAX_WEBHOOK_TESTS,
};

const HOUR_S = 3_600;
const SIGN_IN_S = 15 * 60;
const DAY_MS = 24 * HOUR_S * 1_000;
/** Where an account was signed in to last, which spares its owner what others' guesses bring about. */
const FAMILIAR_S = 30 * 24 * HOUR_S;
/** All senders together may do so much more to one person or listing before each is asked for a challenge. */
const SENDERS_PER_TARGET = 5;
/** Nobody has an account yet, or needs one. */
const countedByAddress = new Set<LimitedAction>(['signIns', 'registrations', 'passwordResets']);

interface Count extends Budget {
  /** From here on a challenge has to be solved. */
  freeUntil: number;
  /** Whether the call is refused above the limiter's points: never where that would let strangers lock somebody out. */
  isHard: boolean;
}

interface CallOfBudget {
  params: unknown;
  body: unknown;
  user: SignedInUser | null;
}

export interface Budgets {
  /**
   * Runs a call that uses up a budget.
   * @throws {TooManyRequestsError} it is used up, or a challenge has to be solved (`challenge_required`).
   */
  run<Result>(
    ctx: Context & { state: RequestState },
    budget: NonNullable<CallFacts['budget']>,
    call: CallOfBudget,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Bounds on what can be used to guess, to flood or to copy: per sender (the account, else the network), per sender and
 * target, and per target. Counted in the database, so for all processes together, and in a transaction of its own
 * before the call's work. First it is looked up whether there is room, which costs no write; of calls that come at the same moment
 * the counting decides.
 */
export function createBudgets(context: BaseContext): Budgets {
  const { db, env, log, now, systemSettings } = context;
  const challenges = createChallenges(context);
  /** Of what happened, for as long as it counts: the network an account was signed in from, a challenge that was used. */
  const notes = new BudgetLimiter(context, { points: 1, seconds: FAMILIAR_S });
  const bookkeeping = { isBookkeeping: true };

  const isNewcomer = (user: SignedInUser | null): boolean =>
    !user || user.registeredAt.getTime() > now().getTime() - DAY_MS;

  function count(seconds: number, points: number, isHard: boolean, ...name: (string | number)[]): Count {
    const limiter = new BudgetLimiter(context, { points, seconds });
    return { key: budgetKey(...name), limiter, isHard, freeUntil: isHard ? Math.ceil(points / 2) : points };
  }

  /** The sender's count comes first. */
  function countsOf(
    { action, target }: NonNullable<CallFacts['budget']>,
    network: string,
    call: CallOfBudget,
  ): Count[] {
    const { security } = systemSettings.current();
    const aimedAt = target && String(readTarget(call, target));
    if (action === 'signIns')
      return [
        count(SIGN_IN_S, security.maxSignInFailuresPerAddress, true, action, 'network', network),
        count(SIGN_IN_S, security.maxSignInFailuresPerAccount, false, action, 'account', aimedAt ?? ''),
        count(SIGN_IN_S, security.maxSignInFailuresOverall, false, action, 'all'),
      ];
    const user = countedByAddress.has(action) ? null : call.user;
    const sender = user ? `account ${user.id}` : `network ${network}`;
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

  /** @returns the solved challenge that the call needed and brought. */
  async function requireRoom(
    ctx: Context,
    action: LimitedAction,
    counts: readonly Count[],
  ): Promise<SolvedChallenge | undefined> {
    const used = await BudgetLimiter.getAll(context, counts);
    const tight = counts.flatMap((one, at) => {
      const stored = used[at];
      return stored && stored.consumedPoints >= one.freeUntil ? [{ ...one, stored }] : [];
    });
    const full = tight.filter(
      ({ isHard, limiter, stored }) => isHard && stored.consumedPoints >= limiter.points,
    );
    const wait = (stored: RateLimiterRes[]) => Math.max(...stored.map(({ msBeforeNext }) => msBeforeNext));
    if (full.length > 0) {
      tell(ctx, action, full[0]?.limiter, full[0]?.stored);
      throw buildRefusal(wait(full.map(({ stored }) => stored)));
    }
    if (tight.length === 0) return undefined;
    const solved = await challenges.check(ctx.get(SOLUTION_HEADER), action);
    if (solved && !(await notes.get(solved.key))) return solved;
    tell(ctx, action, counts[0]?.limiter, used[0] ?? undefined);
    throw buildRefusal(wait(tight.map(({ stored }) => stored)), await challenges.create(action));
  }

  /** @throws {TooManyRequestsError} others took the room meanwhile, or used the same challenge. */
  async function take(
    ctx: Context,
    action: LimitedAction,
    counts: readonly Count[],
    solved: SolvedChallenge | undefined,
  ): Promise<void> {
    const once = (seconds: number) => new BudgetLimiter(context, { points: 1, seconds });
    const used = solved ? [{ key: solved.key, limiter: once(solved.secondsLeft), isHard: true }] : [];
    const all = [...counts, ...used];
    const takeAll = async () => {
      const stored = await BudgetLimiter.addAll(context, all, 1);
      for (const [at, { limiter, isHard }] of all.entries()) {
        const taken = stored[at];
        if (isHard && taken && taken.consumedPoints > limiter.points) throw buildRefusal(taken.msBeforeNext);
      }
      return stored[0];
    };
    tell(ctx, action, counts[0]?.limiter, await db.transaction(takeAll, bookkeeping));
  }

  /** Only failed guesses count. They are counted before, so that no number of them at once gets past the bound. */
  async function runGuess<Result>(
    ctx: Context,
    counts: readonly Count[],
    account: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const own = budgetKey('familiar', account, callerNetwork(ctx.ip));
    const isFamiliar = (await notes.get(own)) !== null;
    const solved = isFamiliar ? undefined : await requireRoom(ctx, 'signIns', counts);
    const taken = isFamiliar ? counts.map((one) => ({ ...one, isHard: false })) : counts;
    await take(ctx, 'signIns', taken, solved);
    const giveBack = (isSignedIn: boolean) =>
      db.transaction(async () => {
        await BudgetLimiter.addAll(context, counts, -1);
        if (isSignedIn) await notes.set(own, 1, FAMILIAR_S);
      }, bookkeeping);
    const result = await work().catch(async (error: unknown) => {
      if (!isWrongGuess(error)) await giveBack(false);
      throw error;
    });
    // Who is signed in stays so whatever becomes of the counts.
    await giveBack(true).catch((error: unknown) => log.warn({ err: error }, 'a sign-in was not given back'));
    return result;
  }

  return {
    async run(ctx, budget, call, work) {
      if (!env.hasActionLimits) return work();
      const { action, target } = budget;
      const counts = countsOf(budget, callerNetwork(ctx.ip), call);
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

/** Neither a right password that needs a second factor, nor what has nothing to do with the guess. */
function isWrongGuess(error: unknown): boolean {
  const { status, code } = toApiError(error);
  return status === 401 && code !== 'second_factor_required';
}

/** Beside those of the general limit, in the same form. */
function tell(
  ctx: Context,
  action: LimitedAction,
  limiter: BudgetLimiter | undefined,
  stored: RateLimiterRes | undefined,
): void {
  if (!limiter) return;
  const { remainingPoints = limiter.points, msBeforeNext = limiter.duration * 1_000 } = stored ?? {};
  ctx.append('RateLimit-Policy', `"${action}";q=${limiter.points};w=${limiter.duration}`);
  ctx.append(
    'RateLimit',
    `"${action}";r=${remainingPoints};t=${Math.max(1, Math.ceil(msBeforeNext / 1_000))}`,
  );
}

function buildRefusal(ms: number, challenge?: Challenge): TooManyRequestsError {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return new TooManyRequestsError(
    msg(
      'You have done this too often in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes },
    ),
    Math.max(1, Math.ceil(ms / 1_000)),
    challenge ? 'challenge_required' : 'too_many_requests',
    challenge,
  );
}
