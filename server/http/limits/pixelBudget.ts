import type { BaseContext } from '#server/context.ts';
import { msg } from '#shared/messages.ts';
import { callerNetwork, type SignedInUser } from '../caller.ts';
import { TooManyRequestsError } from '../errors.ts';
import { BudgetLimiter, budgetKey } from './budgetLimiter.ts';
import { secondsOf } from './rateLimit.ts';

/** The account whose budget pays for decoding, or the server itself. */
export interface PictureOwner {
  /** Waiting decodings take turns by this name: an account's id, or a name for the server's own work. */
  id: number | string;
  /** @param pixels 0: only asks whether anything is left. @throws {TooManyRequestsError} the budget is smaller. */
  spend(pixels: number): Promise<void>;
}

const WINDOW_S = 600;
const PIXELS_PER_POINT = 1_000;
/** Megapixels in ten minutes: a listing of 30 pictures of 50 megapixels makes 1,500; an agent's budget keeps one core busy. */
const MOST = { agents: 3_000, known: 600, unconfirmed: 120 };
/** The budget of a network, in budgets of an account of each kind. */
const ACCOUNTS_A_NETWORK = 3;
/** The share of an account's budget for background work: an import of thousands leaves the rest for uploads. */
const BACKGROUND_SHARE = 0.5;

interface Payer {
  id: number;
  isAgent: boolean;
  /** Null: the server fetches the picture from an address, or it came by mail. */
  network: string | null;
}

/** Limits decoding, as a small file may unfold to fifty million pixels. Counted for all processes, before it is decoded. */
export class PixelBudget {
  constructor(private readonly context: Pick<BaseContext, 'db' | 'env' | 'now'>) {}

  /** @param address IP address of the call. */
  of(user: SignedInUser, address: string): PictureOwner {
    const isAgent = user.isApprovedAgent || user.role === 'admin';
    const payer = { id: user.id, isAgent, network: callerNetwork(address) };
    return { id: user.id, spend: (pixels) => this.spend(payer, pixels) };
  }

  /** For pictures fetched from the addresses in an agent's listings. @param agentId null: the listings have no agent. */
  ofListings(agentId: number | null): PictureOwner {
    const payer = agentId === null ? null : { id: agentId, isAgent: true, network: null };
    return {
      id: `listings of ${agentId}`,
      spend: async (pixels) => {
        if (payer) await this.spend(payer, pixels);
      },
    };
  }

  /** For pictures in mails that came in. @param account the sender's, else the reader's. */
  ofMails({ id, role }: Pick<SignedInUser, 'id' | 'role'>): PictureOwner {
    const payer = { id, isAgent: role !== 'user', network: null };
    return { id: `mails of ${id}`, spend: (pixels) => this.spend(payer, pixels) };
  }

  private async spend(payer: Payer, pixels: number): Promise<void> {
    if (!this.context.env.hasActionLimits) return;
    const { db } = this.context;
    const counts = await this.countsOf(payer);
    // A picture larger than the whole budget takes all of it.
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

/** @param more points to be added to the stored ones. @throws {TooManyRequestsError} */
function requireRoom(
  counts: readonly { most: number }[],
  stored: Awaited<ReturnType<typeof BudgetLimiter.getAll>>,
  more: number,
): void {
  const full = stored.filter((one, at) => one && one.consumedPoints + more > (counts[at]?.most ?? 0));
  if (full.length === 0) return;
  const seconds = Math.max(...full.map((one) => secondsOf(one?.msBeforeNext ?? 0)));
  throw new TooManyRequestsError(
    msg(
      'Too many large images in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(seconds / 60) },
    ),
    seconds,
  );
}
