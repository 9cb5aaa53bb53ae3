import { msg } from '#shared/messages.ts';
import { ApiError, TooManyRequestsError } from './errors.ts';

/** An ordinary JSON body, a picture, or a JSON body above the usual limit. */
export type BodyKind = 'usual' | 'picture' | 'large';

interface BodyOwner {
  kind: BodyKind;
  /** The account, or the address of somebody who has none. */
  account: string;
  /** Where it comes from, see `callerNetwork`. */
  network: string;
  /** What it may unfold to, where that is more than what comes in. */
  bytes: number;
}

export interface BodyShare {
  /** So many bytes more came in. */
  grow(bytes: number): void;
  /** Rejects when the body is not to be read any further, with what its sender is told. */
  refusal: Promise<never>;
  refuse(error: ApiError): void;
  /** It is read; what it takes up stays held until the share is closed. */
  endReading(): void;
  close(): void;
}

interface Held extends BodyOwner {
  since: number;
  isReading: boolean;
  refuse(error: ApiError): void;
}

interface ShareLimits {
  /** Of all bodies together, in this process. */
  bytes: number;
  /** Of one account's, unless it is a single one. */
  accountBytes: number;
  /** Bodies at once. Many people may share one address. */
  counts: Record<Exclude<BodyKind, 'usual'>, { perAccount: number; perAddress: number }>;
  /** A body that is read for longer gives way where its address has no place left. */
  slowAfterMs: number;
}

const LIMITS: ShareLimits = {
  bytes: 192 * 1024 * 1024,
  accountBytes: 32 * 1024 * 1024,
  counts: { picture: { perAccount: 10, perAddress: 100 }, large: { perAccount: 2, perAddress: 20 } },
  slowAfterMs: 5_000,
};

const tooMany = () =>
  new TooManyRequestsError(msg('Too many uploads at once. Please wait for some to finish.'), 1);
const noMemory = () =>
  new ApiError(
    'unavailable',
    msg('Many images are being uploaded right now. Please try again.'),
    'unavailable',
    { retryAfterSeconds: 2 },
  );

/**
 * What the bodies that are being read take up, shared fairly: counted by the bytes that came in, so that many slow ones
 * cost little, and where there is too much of them the account that holds most gives way, not whoever comes last.
 */
export function createBodyShares(limits = LIMITS) {
  const open = new Set<Held>();
  const bytesOf = new Map<string, number>();
  let heldBytes = 0;

  function add(held: Held, bytes: number): void {
    held.bytes += bytes;
    heldBytes += bytes;
    const own = (bytesOf.get(held.account) ?? 0) + bytes;
    if (own > 0) bytesOf.set(held.account, own);
    else bytesOf.delete(held.account);
  }

  /** @throws {TooManyRequestsError} the account or its address has too many at once. */
  function requirePlace({ kind, account, network }: BodyOwner): void {
    if (kind === 'usual') return;
    const { perAccount, perAddress } = limits.counts[kind];
    const near = [...open].filter((held) => held.kind === kind && held.network === network);
    if (countOf(account, [...open], kind) >= perAccount) throw tooMany();
    if (near.length < perAddress) return;
    const slow = near.filter((held) => held.isReading && performance.now() - held.since > limits.slowAfterMs);
    const [slowest] = slow.sort(
      (one, other) =>
        countOf(other.account, near, kind) - countOf(one.account, near, kind) || one.since - other.since,
    );
    if (!slowest || slowest.account === account) throw tooMany();
    slowest.refuse(tooMany());
  }

  function makeRoom(): void {
    while (heldBytes > limits.bytes) {
      const weigh = ({ account }: Held) => bytesOf.get(account) ?? 0;
      const [largest] = [...open]
        .filter(({ isReading }) => isReading)
        .sort((one, other) => weigh(other) - weigh(one) || other.bytes - one.bytes);
      if (!largest) return;
      largest.refuse(noMemory());
    }
  }

  return {
    /** @throws {TooManyRequestsError} the account or its address has too many at once. */
    open(owner: BodyOwner): BodyShare {
      requirePlace(owner);
      let reject: (error: ApiError) => void = () => undefined;
      const refusal = new Promise<never>((_resolve, refuse) => {
        reject = refuse;
      });
      // Refused when nobody reads any more.
      refusal.catch(() => undefined);
      const held: Held = {
        ...owner,
        bytes: 0,
        since: performance.now(),
        isReading: true,
        refuse(error) {
          if (!held.isReading) return;
          leave();
          reject(error);
        },
      };
      const leave = () => {
        held.isReading = false;
        add(held, -held.bytes);
        open.delete(held);
      };
      const grow = (bytes: number) => {
        if (!held.isReading) return;
        add(held, bytes);
        const own = bytesOf.get(held.account) ?? 0;
        if (own > limits.accountBytes && own > held.bytes) held.refuse(tooMany());
        makeRoom();
      };
      open.add(held);
      grow(owner.bytes);
      return {
        grow,
        refusal,
        refuse: held.refuse,
        endReading() {
          held.isReading = false;
        },
        close: leave,
      };
    },
  };
}

function countOf(account: string, among: readonly Held[], kind: BodyKind): number {
  return among.filter((held) => held.account === account && held.kind === kind).length;
}

/** Of this process, whose memory it is. */
export const bodyShares = createBodyShares();
