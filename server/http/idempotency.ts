import { hash } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { IdempotencyKeyUsedError, runWithIdempotencyKey } from '#server/db/transactions.ts';
import { msg } from '#shared/messages.ts';
import { ApiError, ConflictError, InvalidInputError, toApiError } from './errors.ts';
import type { RequestState } from './request.ts';

const HEADER = 'Idempotency-Key';
const KEY = /^[\w-]{8,64}$/;
/** Logged: the refusal came after the change, or a bookkeeping transaction was not begun as such. */
export const REFUSED_WITH_KEY = 'a refused request had stored its idempotency key';

/**
 * A change with an `Idempotency-Key` is made once however often it is sent: a client that got no answer may repeat it. The
 * repetition is answered 409 `already_applied`. The key is stored by the transaction of the change, so a refused change
 * leaves it free.
 */
export function idempotency({ db, log, now }: Pick<BaseContext, 'db' | 'log' | 'now'>) {
  const used = () => new ConflictError(msg('This has already been done'), 'already_applied');

  /** @throws {ApiError} the key belongs to another request. */
  async function wasApplied(userId: number | null, key: string, requestHash: string): Promise<boolean> {
    const before = await db.models.IdempotencyKey.findOne({ where: { user_id: userId, key } });
    if (!before) return false;
    if (before.request_hash !== requestHash)
      throw new ApiError(
        'unprocessable',
        msg('This {header} was used for another request', { header: HEADER }),
        'idempotency_key_reused',
      );
    return true;
  }

  /** Frees the key of a refused change, also where something was committed before the refusal. */
  async function release(userId: number | null, key: string, { method, path }: Context): Promise<void> {
    log.error({ method, path }, REFUSED_WITH_KEY);
    await db.transaction(() => db.models.IdempotencyKey.destroy({ where: { user_id: userId, key } }), {
      isBookkeeping: true,
    });
  }

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const given = ctx.get(HEADER);
    if (given === '' || ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    if (!KEY.test(given))
      throw new InvalidInputError([
        {
          path: HEADER,
          message: msg('{header} must be 8 to 64 letters, digits, - or _', { header: HEADER }),
        },
      ]);
    const requestHash = hashRequest(ctx);
    const userId = ctx.state.user?.id ?? null;
    // Guests who choose the same key do not meet: it is theirs with what they send.
    const key = userId === null ? hash('sha256', `${given}\n${requestHash}`) : given;
    if (await wasApplied(userId, key, requestHash)) throw used();
    const pending = { userId, key, requestHash, at: now(), isStored: false, isAnswered: false };
    try {
      await runWithIdempotencyKey(pending, next);
    } catch (error) {
      if (error instanceof IdempotencyKeyUsedError) {
        await wasApplied(userId, key, requestHash);
        throw used();
      }
      if (pending.isStored && toApiError(error).status < 500) await release(userId, key, ctx);
      throw error;
    }
  };
}

/** @throws {InvalidInputError} the body is nested too deeply to be written again. */
function hashRequest(ctx: Context): string {
  try {
    const body = JSON.stringify(ctx.request.body ?? null);
    return hash('sha256', `${ctx.method} ${ctx.path}\n${body}`);
  } catch (error) {
    // JSON.parse works without recursion, JSON.stringify with it: a hundred thousand brackets can be read, not written.
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInputError([{ path: 'body', message: msg('The request is nested too deeply') }]);
  }
}
