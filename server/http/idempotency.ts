import { createHash } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { IdempotencyKeyUsedError, runWithIdempotencyKey } from '#server/db/connection.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState } from './access.ts';
import { ApiError, ConflictError, InvalidInputError } from './errors.ts';

const HEADER = 'Idempotency-Key';
const KEY = /^[\w-]{8,64}$/;

/**
 * A change that carries an `Idempotency-Key` is made once however often it is sent: a client that never heard the
 * answer may send it again. The second one is answered 409 `already_applied`.
 */
export function idempotency({ db, now }: Pick<BaseContext, 'db' | 'now'>) {
  const used = () => new ConflictError(msg('This has been done already'), 'already_applied');

  /** @throws {ApiError} the key belongs to another request. */
  async function wasApplied(userId: number, key: string, requestHash: string): Promise<boolean> {
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

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const key = ctx.get(HEADER);
    const { user } = ctx.state;
    if (key === '' || !user || ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    if (!KEY.test(key))
      throw new InvalidInputError([
        {
          path: HEADER,
          message: msg('{header} must be 8 to 64 letters, digits, - or _', { header: HEADER }),
        },
      ]);
    const requestHash = hashRequest(ctx);
    if (await wasApplied(user.id, key, requestHash)) throw used();
    try {
      await runWithIdempotencyKey({ userId: user.id, key, requestHash, at: now(), isStored: false }, next);
    } catch (error) {
      if (!(error instanceof IdempotencyKeyUsedError)) throw error;
      await wasApplied(user.id, key, requestHash);
      throw used();
    }
  };
}

function hashRequest(ctx: Context): string {
  const body: unknown = ctx.request.body;
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.path}\n${JSON.stringify(body ?? null)}`)
    .digest('hex');
}
