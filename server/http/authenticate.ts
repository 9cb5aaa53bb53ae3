import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { findSignedInUser } from '#server/features/auth/sessions.ts';
import type { RequestState } from './routing.ts';

/**
 * Says who is calling. A token that is no longer good leaves the caller anonymous: what anyone may read stays
 * readable, and calls that need someone answer that the session has ended.
 */
export function authenticate(context: BaseContext) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const token = readBearerToken(ctx.get('Authorization'));
    ctx.state.user = token === null ? null : await findSignedInUser(context, token);
    ctx.state.hasEndedSession = token !== null && ctx.state.user === null;
    await next();
  };
}

function readBearerToken(header: string): string | null {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
}
