import { msg } from '#shared/messages.ts';
import { ApiError, TooManyRequestsError } from '../errors.ts';

/** An ordinary JSON body, a picture, or a JSON body above the usual limit. */
export type BodyKind = 'usual' | 'picture' | 'large';

interface BodyOwner {
  kind: BodyKind;
  caller: string;
  network: string;
  /** The unfolded size of a compressed body, reserved in advance; else 0. */
  bytes: number;
}

interface Held extends BodyOwner {
  since: number;
  isReading: boolean;
  refuse(error: ApiError): void;
}

const MEGABYTE = 1024 * 1024;
const LIMITS = {
  /** All bodies of this process together. */
  bytes: 192 * MEGABYTE,
  /** All bodies of one caller, unless it is a single one. */
  callerBytes: 32 * MEGABYTE,
  /** Bodies at once. Many people may share one network. */
  counts: { picture: { perCaller: 10, perNetwork: 100 }, large: { perCaller: 2, perNetwork: 20 } },
  /** Above the network's limit, a body that is read for longer gives way to a new one. */
  slowAfterMs: 5_000,
};

const tooMany = () =>
  new TooManyRequestsError(msg('Too many uploads at once. Please wait for some to finish.'), 1);
const noMemory = () =>
  new ApiError('unavailable', msg('Many images are being uploaded right now. Please try again.'), 'unavailable', {
    retryAfterSeconds: 2,
  });

/** Shares the memory for bodies fairly, by the bytes that arrived. Above the limit the caller that holds most gives way. */
export function createBodyShares(limits = LIMITS) {
  const open = new Set<Held>();
  const bytesOf = new Map<string, number>();
  let heldBytes = 0;

  function add(held: Held, bytes: number): void {
    held.bytes += bytes;
    heldBytes += bytes;
    const own = (bytesOf.get(held.caller) ?? 0) + bytes;
    if (own > 0) bytesOf.set(held.caller, own);
    else bytesOf.delete(held.caller);
  }

  /** @throws {TooManyRequestsError} the caller or its network has too many at once. */
  function requirePlace({ kind, caller, network }: BodyOwner): void {
    if (kind === 'usual') return;
    const { perCaller, perNetwork } = limits.counts[kind];
    const near = [...open].filter((held) => held.kind === kind && held.network === network);
    if (countOf(caller, [...open], kind) >= perCaller) throw tooMany();
    if (near.length < perNetwork) return;
    const slow = near.filter((held) => held.isReading && performance.now() - held.since > limits.slowAfterMs);
    const [slowest] = slow.sort(
      (one, other) =>
        countOf(other.caller, near, kind) - countOf(one.caller, near, kind) || one.since - other.since,
    );
    if (!slowest || slowest.caller === caller) throw tooMany();
    slowest.refuse(tooMany());
  }

  function makeRoom(): void {
    while (heldBytes > limits.bytes) {
      const weigh = ({ caller }: Held) => bytesOf.get(caller) ?? 0;
      const [largest] = [...open]
        .filter(({ isReading }) => isReading)
        .sort((one, other) => weigh(other) - weigh(one) || other.bytes - one.bytes);
      if (!largest) return;
      largest.refuse(noMemory());
    }
  }

  return {
    /** @throws {TooManyRequestsError} the caller or its network has too many at once. */
    open(owner: BodyOwner) {
      requirePlace(owner);
      let reject: (error: ApiError) => void = () => undefined;
      const refusal = new Promise<never>((_resolve, refuse) => {
        reject = refuse;
      });
      // A refusal after the reading has no handler.
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
        const own = bytesOf.get(held.caller) ?? 0;
        if (own > limits.callerBytes && own > held.bytes) held.refuse(tooMany());
        makeRoom();
      };
      open.add(held);
      grow(owner.bytes);
      return {
        grow,
        /** Rejects when the reading has to stop, with the error for the sender. */
        refusal,
        refuse: held.refuse,
        /** The body is read; its bytes stay counted until the share is closed. */
        endReading() {
          held.isReading = false;
        },
        close: leave,
      };
    },
  };
}

function countOf(caller: string, among: readonly Held[], kind: BodyKind): number {
  return among.filter((held) => held.caller === caller && held.kind === kind).length;
}

/** One for the process, whose memory is shared. */
export const bodyShares = createBodyShares();
export type BodyShare = ReturnType<typeof bodyShares.open>;
