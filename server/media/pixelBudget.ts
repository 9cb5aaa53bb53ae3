import type { BaseContext } from '#server/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { BudgetLimiter, budgetKey } from '#server/http/budgetLimiter.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { callerNetwork } from '#server/http/rateLimit.ts';
import { msg } from '#shared/messages.ts';

/** Whoever has pictures decoded. */
export interface PictureOwner {
  /** Whose turn it is where several wait: an account's id, or a name for what the server does of its own accord. */
  whose: number | string;
  /**
   * Takes pixels from the budget. @param pixels 0: only asks whether anything is left.
   * @throws {TooManyRequestsError} there are not so many left.
   */
  spend(pixels: number): Promise<void>;
}

const WINDOW_S = 600;
const PIXELS_PER_POINT = 1_000;
/**
 * In ten minutes, in megapixels. A camera of 50 megapixels and a listing of 30 pictures make 1,500; as many as an agent may send
 * keep one core busy.
 */
const MOST = { agents: 3_000, known: 600, unconfirmed: 120 };
/** All accounts behind one network, of each kind. */
const ACCOUNTS_A_NETWORK = 3;
/** Of an account's own: an import of thousands leaves the rest to who uploads meanwhile. */
const BACKGROUND_SHARE = 0.5;

interface Payer {
  id: number;
  isAgent: boolean;
  /** Null: the server fetches what an address names. */
  network: string | null;
}

/**
 * What decoding may cost: a file of a few kilobytes may unfold to fifty million pixels. Counted in the database, for all
 * processes together, before anything is decoded.
 */
export class PixelBudget {
  constructor(private readonly context: Pick<BaseContext, 'db' | 'env' | 'now'>) {}

  /** @param address where the call comes from. */
  of(user: SignedInUser, address: string): PictureOwner {
    const isAgent = user.isApprovedAgent || user.role === 'admin';
    const payer = { id: user.id, isAgent, network: callerNetwork(address) };
    return { whose: user.id, spend: (pixels) => this.spend(payer, pixels) };
  }

  /** For what addresses in an agent's listings name. @param agentId null: they are nobody's. */
  ofListings(agentId: number | null): PictureOwner {
    const payer = agentId === null ? null : { id: agentId, isAgent: true, network: null };
    return {
      whose: `listings of ${agentId}`,
      spend: async (pixels) => {
        if (payer) await this.spend(payer, pixels);
      },
    };
  }

  private async spend(payer: Payer, pixels: number): Promise<void> {
    if (!this.context.env.hasActionLimits) return;
    const { db } = this.context;
    const counts = await this.countsOf(payer);
    // What is more than the whole budget takes the whole of it.
    const points = Math.min(Math.ceil(pixels / PIXELS_PER_POINT), ...counts.map(({ most }) => most));
    const stored = await BudgetLimiter.getAll(this.context, counts);
    requireRoom(counts, stored, Math.max(points, 1));
    if (points === 0) return;
    await db.transaction(
      async () => requireRoom(counts, await BudgetLimiter.addAll(this.context, counts, points), 0),
      { isBookkeeping: true },
    );
  }

  private async countsOf({ id, isAgent, network }: Payer) {
    const account = await this.context.db.models.User.findByPk(id, { attributes: ['email_verified_at'] });
    const isConfirmed = Boolean(account?.email_verified_at);
    const kind = isAgent && isConfirmed ? 'agents' : isAgent || isConfirmed ? 'known' : 'unconfirmed';
    const count = (share: number, ...name: (string | number)[]) => {
      const points = (MOST[kind] * 1_000_000) / PIXELS_PER_POINT;
      const limiter = new BudgetLimiter(this.context, { points: points * share, seconds: WINDOW_S });
      return { key: budgetKey('pixels', ...name), limiter, most: limiter.points };
    };
    if (network === null) return [count(BACKGROUND_SHARE, 'account', id)];
    return [count(1, 'account', id), count(ACCOUNTS_A_NETWORK, kind, 'network', network)];
  }
}

/** @param more points that are to be added to what is stored. @throws {TooManyRequestsError} */
function requireRoom(
  counts: readonly { most: number }[],
  stored: Awaited<ReturnType<typeof BudgetLimiter.getAll>>,
  more: number,
): void {
  const full = stored.filter((one, at) => one && one.consumedPoints + more > (counts[at]?.most ?? 0));
  if (full.length === 0) return;
  const seconds = Math.max(1, ...full.map((one) => Math.ceil((one?.msBeforeNext ?? 0) / 1_000)));
  throw new TooManyRequestsError(
    msg(
      'Too many large images in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(seconds / 60) },
    ),
    seconds,
  );
}
