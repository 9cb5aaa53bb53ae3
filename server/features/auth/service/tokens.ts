import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Op } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import type { ApiTokenModel, UserModel } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { type RawRow, toBoolean, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { callerNetwork } from '#server/http/caller.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { apiTokenMail } from '#server/mail/templates.ts';
import { isOfOffices, type TokenScope } from '#shared/apiAccess.ts';
import type { ApiToken, tokensCalls } from '#shared/contracts/accountSecurity.ts';
import { MAX_API_TOKENS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { APPROVED_AGENT, HAS_SECOND_FACTOR } from '../policy.ts';
import { requireManaged } from '../writes/offices.ts';
import { lockUser } from '../writes/passwords.ts';
import { hashToken } from '../writes/sessions.ts';

/** Scanners of leaked secrets recognize tokens by this prefix; 256 random bits and a checksum follow. */
const PREFIX = 'silong_pat_';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const ENDING_LENGTH = 4;
const MINUTE_MS = 60_000;

/** CRC-32 in base 62: mistyped or invented tokens are refused without a query. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let sum = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    sum = LETTERS.charAt(rest % LETTERS.length) + sum;
    rest = Math.floor(rest / LETTERS.length);
  }
  return sum;
}

function createApiToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return PREFIX + secret + checksumOf(secret);
}

export const isApiToken = (text: string) => text.startsWith(PREFIX);

function isWhole(token: string): boolean {
  const [, secret = '', checksum] = /^silong_pat_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(token) ?? [];
  return checksum === checksumOf(secret);
}

type TokenRow = RawRow<Pick<ApiTokenModel, 'scopes' | 'expires_at' | 'last_used_at'>> &
  Pick<UserModel, 'id' | 'name' | 'email' | 'language'> & {
    token_id: number;
    has_second_factor: boolean | number;
    registered_at: Date | string;
  };

const FIND_TOKEN = keepPlan(`
  SELECT t.id AS token_id, t.scopes, t.expires_at, t.last_used_at, u.id, u.name, u.email, u.language, u.created_at AS registered_at,
    ${HAS_SECOND_FACTOR} AS has_second_factor
  FROM api_tokens t
  JOIN users u ON u.id = t.user_id
  JOIN agent_profiles a ON a.user_id = u.id
  WHERE t.token_hash = $1 AND u.status = 'active' AND ${APPROVED_AGENT}`);

/** The account of an API token, read on every call. @returns null: unknown, expired, or its owner is no active agent. */
export async function findTokenUser(
  context: BaseContext,
  token: string,
  address: string,
): Promise<SignedInUser | null> {
  const [row] = isWhole(token) ? await context.db.readRows<TokenRow>(FIND_TOKEN, [hashToken(token)]) : [];
  const at = context.now();
  const isOver = row?.expires_at ? new Date(toIso(row.expires_at)) <= at : false;
  if (!row || isOver) {
    context.security.record('api_token_refused', row ? { accountId: row.id, tokenId: row.token_id } : {});
    return null;
  }
  const usedAt = row.last_used_at === null ? null : new Date(toIso(row.last_used_at));
  if (!usedAt || at.getTime() - usedAt.getTime() >= MINUTE_MS) touchToken(context, row.token_id, address);
  const { id, name, email, language } = row;
  return {
    ...{ id, name, email, language, role: 'agent', adminRole: null, isApprovedAgent: true },
    // A token has no session and no confirmed identity.
    ...{ sessionId: 0, signedInAt: new Date(0), confirmedAt: null, walPosition: null },
    registeredAt: new Date(toIso(row.registered_at)),
    hasSecondFactor: toBoolean(row.has_second_factor),
    token: { id: row.token_id, scopes: readScopes(row.scopes) },
  };
}

/** Not awaited by the call. Only the first of simultaneous calls writes. */
function touchToken({ db, log, now }: BaseContext, id: number, address: string): void {
  const usedAt = now();
  const unusedSince = { [Op.or]: [null, { [Op.lte]: new Date(usedAt.getTime() - MINUTE_MS) }] };
  db.transaction(
    () =>
      db.models.ApiToken.update(
        { last_used_at: usedAt, last_used_address: callerNetwork(address) },
        { where: { id, last_used_at: unusedSince } },
      ),
    { isBookkeeping: true },
  ).catch((error: unknown) => log.warn({ err: error }, 'could not note the use of an API token'));
}

/** In the transaction that ends the agent's role. */
export async function endApiTokens({ db }: ServerContext, userId: number): Promise<void> {
  await db.models.ApiToken.destroy({ where: { user_id: userId } });
}

const readScopes = (stored: string) => stored.split(' ') as TokenScope[];

export function tokensService(context: ServerContext): Service<typeof tokensCalls> {
  const { db, security, now } = context;
  const { ApiToken: Tokens } = db.models;

  function present(row: ApiTokenModel): ApiToken {
    const { id, name, ending, user_id, created_at, expires_at, last_used_at, last_used_address } = row;
    return {
      ...{ id, name, scopes: readScopes(row.scopes), ending, user_id },
      created_at: created_at.toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
      is_expired: expires_at !== null && expires_at <= now(),
      last_used_at: last_used_at?.toISOString() ?? null,
      last_used_address,
    };
  }

  return {
    async list({ user }) {
      const tokens = await Tokens.findAll({ where: { user_id: user.id }, order: [['id', 'DESC']] });
      return { tokens: tokens.map(present) };
    },

    /**
     * @throws {InvalidInputError} `expires_at` has passed. @throws {ConflictError} `too_many_tokens`. @throws
     * {NotFoundError} no office. @throws {ForbiddenError} `managers_only`: an office scope needs a manager.
     */
    async create({ user, body: { name, scopes, expires_at } }) {
      const ends = expires_at ? new Date(expires_at) : null;
      if (ends && ends <= now()) throw invalidField('expires_at', msg('Choose a time in the future'));
      const token = createApiToken();
      const row = await db.transaction(async () => {
        // The lock keeps parallel calls within the limit.
        const account = await lockUser(context, user.id);
        if (account?.status !== 'active') throw new SessionExpiredError();
        if (scopes.some(isOfOffices)) await requireManaged(db, user.id);
        if ((await Tokens.count({ where: { user_id: user.id } })) >= MAX_API_TOKENS)
          throw new ConflictError(
            msg('You can have up to {limit} API tokens. Revoke one to make another.', {
              limit: MAX_API_TOKENS,
            }),
            'too_many_tokens',
          );
        const mail = apiTokenMail(context, account.language, {
          name: account.name,
          token: name,
          scopes,
          at: now(),
        });
        await context.mail.queue({ recipient: account.email, priority: 'urgent', ...mail });
        return Tokens.create({
          ...{ user_id: user.id, name, token_hash: hashToken(token), ending: token.slice(-ENDING_LENGTH) },
          ...{ scopes: scopes.join(' '), created_at: now(), expires_at: ends, last_used_address: null },
        });
      });
      security.record('api_token_created', { accountId: user.id, tokenId: row.id });
      return { ...present(row), token };
    },

    /** @throws {NotFoundError} no such token of the caller. */
    async remove({ user, params: { id } }) {
      await db.transaction(async () => {
        found((await Tokens.destroy({ where: { id, user_id: user.id } })) > 0, 'token');
      });
      security.record('api_token_revoked', { accountId: user.id, tokenId: id });
      return { id };
    },
  };
}
