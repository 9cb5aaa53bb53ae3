import type { Context, Next } from 'koa';
import { type BaseContext, isClosedForMaintenance, MAINTENANCE_MESSAGE } from '#server/context.ts';
import { addLogFields } from '#server/observability/log.ts';
import { type AdminAbility, isAllowed, whoIsAllowed } from '#shared/adminRoles.ts';
import type { Access, Call } from '#shared/contracts/common.ts';
import { msg } from '#shared/messages.ts';
import type { SignedInUser } from './caller.ts';
import { ForbiddenError, UnauthorizedError, UnavailableError } from './errors.ts';
import type { RequestState } from './request.ts';

/** The token's session has ended; clients handle this differently from a missing sign-in. */
export class SessionExpiredError extends UnauthorizedError {
  constructor() {
    super(msg('Your session has ended. Please log in again.'), 'session_expired');
  }
}

/** The API token was revoked, has expired, or its owner is no longer an agent. */
class InvalidTokenError extends UnauthorizedError {
  constructor() {
    super(msg('This API token is no longer valid. Make a new one in your profile.'), 'invalid_token');
  }
}

/** Find the user of a token, or null. */
interface Finders {
  ofSession(token: string): Promise<SignedInUser | null>;
  ofApiToken(token: string, address: string): Promise<SignedInUser | null>;
  isApiToken(token: string): boolean;
}

/** Finds the caller; an invalid token leaves a guest, and calls that need a user throw the token's `refusal`. */
export function authenticate(find: Finders) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const token = readBearerToken(ctx.get('Authorization'));
    ctx.state.user = null;
    if (token === null) return next();
    const isApiToken = find.isApiToken(token);
    ctx.state.user = await (isApiToken ? find.ofApiToken(token, ctx.ip) : find.ofSession(token));
    const { user } = ctx.state;
    if (user) addLogFields({ userId: user.id, ...(user.token && { tokenId: user.token.id }) });
    else ctx.state.refusal = isApiToken ? new InvalidTokenError() : new SessionExpiredError();
    await next();
  };
}

/**
 * GET and HEAD read from replicas that are not behind the last change of the caller's session. Other calls read from the
 * primary, and their WAL position is stored with the session. API tokens have no session: their calls read from the primary.
 */
export function keepReadPositions({ db: { positions }, log }: Pick<BaseContext, 'db' | 'log'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { user } = ctx.state;
    if (!positions || user?.token) return next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return positions.allow(user?.walPosition ?? null, next);
    try {
      await next();
    } finally {
      // The change is committed: a failure here must not turn its answer into an error.
      if (user)
        await positions.note(user.sessionId).catch((error: unknown) => {
          log.warn({ err: error }, 'could not note how far a session has to read');
          positions.raiseFloor();
        });
    }
  };
}

export function readBearerToken(header: string): string | null {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
}

/** Refuses a call by its access, before its body is read. */
export function checkAccess(context: Pick<BaseContext, 'env' | 'now' | 'systemSettings'>) {
  return (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, refusal } = ctx.state;
    if (!route) return next();
    const { access, ability, stepUp } = route.call;
    if (ctx.state.user?.token) ctx.state.user = withScope(route.call, ctx.state.user, ctx.state.user.token);
    const { user } = ctx.state;
    const caller = requireAccess(access, user, refusal);
    if (ability) requireAbility(ability, user);
    const { requireSecondFactorForAdmins } = context.systemSettings.current().security;
    if (access === 'admin' && requireSecondFactorForAdmins && !caller?.hasSecondFactor)
      throw new ForbiddenError(
        msg('Administrators need two-step login here. Set it up in your profile, then continue.'),
        'second_factor_setup_required',
      );
    if (stepUp) requireConfirmedIdentity(context, caller);
    return next();
  };
}

/** An API token reaches only calls of its scopes; other public calls see a guest. @throws {ForbiddenError} `token_scope`. */
function withScope(
  { access, scope }: Call,
  user: SignedInUser,
  token: NonNullable<SignedInUser['token']>,
): SignedInUser | null {
  if (scope && token.scopes.includes(scope)) return user;
  if (access === 'anyone') return null;
  throw new ForbiddenError(
    scope
      ? msg('This API token is not allowed to do this. It needs the scope {scope}.', { scope })
      : msg('API tokens cannot do this. Please log in yourself.'),
    'token_scope',
  );
}

const MINUTE_MS = 60_000;
const CONFIRMED_MS = 10 * MINUTE_MS;

/** The end of a proof of identity given at that moment. */
export const confirmedUntil = (at: Date) => new Date(at.getTime() + CONFIRMED_MS);

/**
 * Guards actions that a stolen session must not reach: a recent proof of identity in this session, by
 * `POST /api/auth/confirm` or by signing in. Calls that always need it have the fact `stepUp` on their contract.
 * @param options.leastAfterLoginMinutes a sign-in counts for at least so long here.
 * @throws {ForbiddenError} `confirm_identity`.
 */
export function requireConfirmedIdentity(
  { env, now }: Pick<BaseContext, 'env' | 'now'>,
  user: SignedInUser | null,
  { leastAfterLoginMinutes = 0 } = {},
): void {
  const at = now().getTime();
  const afterLoginMs = Math.max(env.stepUpAfterLoginMinutes, leastAfterLoginMinutes) * MINUTE_MS;
  const isFresh = (proof: Date | null | undefined, holdsMs: number) =>
    proof !== null && proof !== undefined && at < proof.getTime() + holdsMs;
  if (isFresh(user?.signedInAt, afterLoginMs) || isFresh(user?.confirmedAt, CONFIRMED_MS)) return;
  throw new ForbiddenError(msg('Please confirm your identity to continue'), 'confirm_identity');
}

/**
 * @param refusal thrown in place of the usual error where the call carries an invalid token.
 * @returns the caller; null for a guest where anyone may call.
 * @throws {UnauthorizedError} a guest. @throws {ForbiddenError} another role is needed.
 */
export function requireAccess(
  access: Access,
  user: SignedInUser | null,
  refusal?: UnauthorizedError,
): SignedInUser | null {
  if (access === 'anyone') return user;
  if (!user) throw refusal ?? new UnauthorizedError();
  if (access === 'agent' && !(user.role === 'agent' && user.isApprovedAgent))
    throw new ForbiddenError(msg('Only approved agents can do this'), 'agent_required');
  if (access === 'admin' && user.role !== 'admin')
    throw new ForbiddenError(msg('Only administrators can do this'), 'admin_required');
  return user;
}

/** @throws {ForbiddenError} `admin_role_required`: the role does not include the ability; the sentence names the roles that do. */
export function requireAbility(ability: AdminAbility, user: Pick<SignedInUser, 'adminRole'> | null): void {
  if (!isAllowed(user?.adminRole, ability)) throw new ForbiddenError(whoIsAllowed(ability), 'admin_role_required');
}

/** Maintenance mode: calls of all but administrators are answered 503; the web UI still loads and says so. */
export function maintenance(context: Pick<BaseContext, 'systemSettings'>) {
  return (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, user } = ctx.state;
    if (
      isClosedForMaintenance(context) &&
      ctx.path.startsWith('/api/') &&
      !route?.call.answersInMaintenance &&
      user?.role !== 'admin'
    )
      throw new UnavailableError(MAINTENANCE_MESSAGE, 'maintenance');
    return next();
  };
}
