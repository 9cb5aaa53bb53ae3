import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { isClosedForMaintenance, MAINTENANCE_MESSAGE } from '#server/context.ts';
import { addLogFields } from '#server/observability/log.ts';
import { type AdminAbility, type AdminRole, isAllowed, whoIsAllowed } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import type { Access, Call } from '#shared/contracts/common.ts';
import { msg } from '#shared/messages.ts';
import type { TokenScope } from '#shared/tokenScopes.ts';
import { ForbiddenError, UnauthorizedError, UnavailableError } from './errors.ts';
import type { GuestHandler, ReadyAnswer } from './routing.ts';

/** Who is calling, as the session's row and the account's say at this moment. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Null for everybody who is no administrator. */
  adminRole: AdminRole | null;
  isApprovedAgent: boolean;
  registeredAt: Date;
  /** 0 where a token opened the call, which takes it to nothing that belongs to a session. */
  sessionId: number;
  signedInAt: Date;
  /** When they last proved who they are in this session, after having signed in. */
  confirmedAt: Date | null;
  hasSecondFactor: boolean;
  /** The one they chose; null: none. */
  language: string | null;
  /** See db/replicas.ts; null: every replica is far enough. */
  walPosition: string | null;
  /** The API token with which a program calls for them; null: they call by themselves, in a session. */
  token: { id: number; scopes: readonly TokenScope[] } | null;
}

export interface RequestState {
  /** The call that was asked for; undefined for every path and method that no contract names. */
  route?: MatchedRoute;
  user: SignedInUser | null;
  /** A token came with the request, but it is no longer good: why the call cannot be made in its owner's name. */
  refusal?: UnauthorizedError;
  /** A picture, script or style is answered: the page's own security policy applies to it. */
  isStaticFile?: boolean;
  /** Which style that stands in the answered page itself holds, as a source of its policy: its hash, or a nonce. */
  styleSource?: string;
  /** The hash of the one script that stands in it. */
  scriptSource?: string;
  /** What is answered, where that was ready made. */
  ready?: ReadyAnswer;
  /** Of the error that is answered. */
  errorCode?: string;
}

export interface RouteOptions {
  /**
   * Refuses callers whose larger body would be read in vain. The access of a call cannot say it where it depends on
   * the record; the handler decides then. @throws {ForbiddenError}
   */
  authorizeLargeBody?(user: SignedInUser): void;
}

export interface MatchedRoute extends RouteOptions {
  call: Call;
  params: Record<string, string>;
  handle(ctx: Context & { state: RequestState }): Promise<void>;
  /** Where what it answers depends on nothing of a request but this. */
  answerGuest?: GuestHandler | undefined;
}

/** The caller's token stands for no session any more; clients tell this from never having signed in. */
export class SessionExpiredError extends UnauthorizedError {
  constructor() {
    super(msg('Your session has ended. Please log in again.'), 'session_expired');
  }
}

/** The caller's API token was revoked, has expired, or its owner is no agent any more. */
class InvalidTokenError extends UnauthorizedError {
  constructor() {
    super(msg('This API token is no longer valid. Make a new one in your profile.'), 'invalid_token');
  }
}

interface Finders {
  /** The user whose session a token opens, or null. */
  ofSession(token: string): Promise<SignedInUser | null>;
  /** The user for whom an API token makes calls, or null. */
  ofApiToken(token: string, address: string): Promise<SignedInUser | null>;
  isApiToken(token: string): boolean;
}

/**
 * Finds out who is calling. A token that is no longer good leaves the caller anonymous: what anyone may read stays
 * readable, and calls that need someone say what became of it.
 */
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
 * Calls that only read may read from replicas, none of which is behind the last change of the caller's session; those that
 * may change something read from the primary alone, and leave with the session how far that was. API tokens have no
 * session: they read from the primary.
 */
export function keepReadPositions({ db: { positions }, log }: Pick<BaseContext, 'db' | 'log'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { user } = ctx.state;
    if (!positions || user?.token) return next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD')
      return positions.allow(user?.walPosition ?? null, next);
    try {
      await next();
    } finally {
      // What was changed is changed: its answer does not become a failure by this.
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

/** Refuses callers who may not make the call, before anything they sent is read. */
export function checkAccess(context: Pick<BaseContext, 'env' | 'now' | 'systemSettings'>) {
  return (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, refusal } = ctx.state;
    if (!route) return next();
    const { access, ability, stepUp } = route.call;
    if (ctx.state.user?.token) ctx.state.user = withScope(route.call, ctx.state.user, ctx.state.user.token);
    const { user } = ctx.state;
    const caller = requireAccess(access, user, refusal);
    if (ability) requireAbility(ability, user);
    if (access === 'admin') requireSecondFactorOfAdmin(context, caller);
    if (stepUp) requireConfirmedIdentity(context, caller);
    return next();
  };
}

/**
 * A program does what its token's scopes name and nothing else. Where anyone may call, it is nobody without the scope.
 * @throws {ForbiddenError} `token_scope`.
 */
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

/** @throws {ForbiddenError} `second_factor_setup_required`: admins need a second factor, and this one has none. */
function requireSecondFactorOfAdmin(
  { systemSettings }: Pick<BaseContext, 'systemSettings'>,
  user: SignedInUser | null,
): void {
  if (systemSettings.current().security.requireSecondFactorForAdmins && !user?.hasSecondFactor)
    throw new ForbiddenError(
      msg('Administrators need two-step login here. Set it up in your profile, then continue.'),
      'second_factor_setup_required',
    );
}

const MINUTE_MS = 60_000;
const CONFIRMED_MS = 10 * MINUTE_MS;

/** Until when a proof given at that moment holds. */
export const confirmedUntil = (at: Date) => new Date(at.getTime() + CONFIRMED_MS);

/**
 * For what a stolen session must not be able to do: the caller has proved who they are, by `POST /api/auth/confirm` or by
 * signing in, a short time ago and in this session. What is asked for always has the fact `stepUp` on its contract.
 * @param options.leastAfterLoginMinutes for which signing in counts here, also where it counts for less elsewhere.
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
 * @param refusal what is thrown where a token came with the call that is no longer good.
 * @returns the caller, or null where anyone may call and nobody is signed in.
 * @throws {UnauthorizedError} nobody is signed in. @throws {ForbiddenError} somebody else's role is needed.
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

/** @throws {ForbiddenError} `admin_role_required`: not an administrator whose role includes it; the sentence says who may. */
export function requireAbility(ability: AdminAbility, user: Pick<SignedInUser, 'adminRole'> | null): void {
  if (!isAllowed(user?.adminRole, ability))
    throw new ForbiddenError(whoIsAllowed(ability), 'admin_role_required');
}

/** While an admin has the site closed, everyone else's calls are answered 503; the page itself still loads and says so. */
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
