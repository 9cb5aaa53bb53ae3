import { isDeepStrictEqual } from 'node:util';
import { Op, QueryTypes } from 'sequelize';
import { advisoryLockIds } from '#server/db/advisoryLocks.ts';
import type { Database } from '#server/db/connection.ts';
import { withoutDeadlines } from '#server/db/deadlines.ts';
import type { AuditEntryModel, AuditField, UserModel } from '#server/db/models.ts';
import { hasValues, lockedInOrder } from '#server/db/sql.ts';
import { activeAdmin, activeOwner } from '#server/features/auth/policy.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAbility, requireAccess, SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found, toApiError } from '#server/http/errors.ts';
import type { AdminAbility, AdminRole } from '#shared/adminRoles.ts';
import { msg } from '#shared/messages.ts';
import { CHAIN_START, type ChainNote, commitTo, type ErasedDetails, hashEntry, sealOf } from './chain.ts';
import { openAuditKey } from './keys.ts';

/** The acting admin with the address of the call. */
interface Actor {
  /** Without an id: `systemActor`. */
  user: { id: SignedInUser['id'] | null; name: SignedInUser['name'] };
  address: string | null;
}

/** The actor of scheduled work. */
export const systemActor: Actor = { user: { id: null, name: 'System' }, address: null };

interface AuditDraft {
  /** Entity and verb: 'user.suspend'. */
  action: string;
  entityType: string;
  entityId: number | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The admin's reason, where the call asks for one. */
  reason?: string | null;
  chain?: ChainNote;
}

type AuditContext = Pick<ServerContext, 'db' | 'env' | 'now'> & Partial<Pick<ServerContext, 'security'>>;

/** Adds an entry in the change's transaction, as its last step: a later row lock would block all writers. */
export async function recordAudit(context: AuditContext, actor: Actor, draft: AuditDraft): Promise<void> {
  const { db, security } = context;
  await lockChain(db);
  await appendEntry(context, await sealEarlierEntries(context), actor, draft);
  const { action, entityType, entityId } = draft;
  db.afterCommit(() => security?.record('admin_change', { action, entityType, entityId }));
}

/** A lock until the transaction ends: each entry is hashed with its predecessor. SQLite has a single writer anyway. */
async function lockChain(db: Database): Promise<void> {
  if (db.dialect === 'postgres')
    await db.sequelize.query(`SELECT pg_advisory_xact_lock(${advisoryLockIds.auditChain})`);
}

type NewestEntry = Pick<AuditEntryModel, 'id' | 'hash' | 'key_id'> | null;

async function appendEntry(
  { db, env, now }: AuditContext,
  newest: NewestEntry,
  actor: Actor,
  { action, entityType, entityId, ...words }: AuditDraft,
): Promise<NewestEntry> {
  const { AuditEntry, AuditDetail } = db.models;
  const id = (newest?.id ?? 0) + 1;
  const said = { actor_name: actor.user.name, address: actor.address, ...words };
  const details = Object.entries(said).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : commitTo(field as AuditField, value),
  );
  const commitments = Object.fromEntries(details.map(({ field, commitment }) => [field, commitment]));
  const entry = {
    id,
    actor_id: actor.user.id,
    action,
    entity_type: entityType,
    entity_id: entityId,
    commitments,
  };
  const created_at = now();
  const key = openAuditKey(env);
  const previous_hash = newest?.hash ?? CHAIN_START;
  const hash = hashEntry({ ...entry, created_at: created_at.toISOString() }, previous_hash, key);
  const chained = { ...entry, created_at, key_id: key.id, hash, previous_hash };
  await AuditEntry.create(chained);
  await AuditDetail.bulkCreate(details.map(({ field, salt, value }) => ({ entry_id: id, field, salt, value })));
  return chained;
}

/** Seals the entries from before the key and removes erased accounts from them, under the chain's lock. */
async function sealEarlierEntries(context: AuditContext): Promise<NewestEntry> {
  const { db } = context;
  const newest = await db.models.AuditEntry.findOne({ order: [['id', 'DESC']] });
  if (!newest || newest.key_id !== null) return newest;
  const seal = await sealOf(db);
  const erased: ErasedDetails = {};
  for (const person of await findFormerPeople(db))
    for (const [field, ids] of Object.entries(await eraseDetails(db, person)) as [AuditField, number[]][])
      erased[field] = [...(erased[field] ?? []), ...ids];
  const { entries } = seal;
  const about = { action: 'audit.seal', entityType: 'audit', entityId: null };
  return appendEntry(context, newest, systemActor, { ...about, after: { entries }, chain: { seal, erased } });
}

/** Seals the entries from before the key, if there are any; a server does so before it writes its first entry. */
export function startAuditChain(context: AuditContext): Promise<void> {
  const { db, env } = context;
  openAuditKey(env);
  return withoutDeadlines(() =>
    db.transaction(async () => {
      await lockChain(db);
      await sealEarlierEntries(context);
    }),
  );
}

/** An erased account, which the log must not name any more. */
type FormerPerson = Pick<UserModel, 'id'> & Partial<Pick<UserModel, 'name' | 'email' | 'phone'>>;

/** Deleted accounts that the log mentions, with their name and address at the deletion. */
async function findFormerPeople(db: Database): Promise<FormerPerson[]> {
  const ids = await db.sequelize.query<{ id: number }>(
    `SELECT id FROM (
      SELECT actor_id AS id FROM audit_entries UNION SELECT entity_id FROM audit_entries WHERE entity_type = 'user'
    ) mentioned WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM users) ORDER BY id`,
    { type: QueryTypes.SELECT },
  );
  const said = await db.sequelize.query<{ id: number; value: string }>(
    `SELECT e.entity_id AS id, d.value FROM audit_entries e JOIN audit_details d ON d.entry_id = e.id
    WHERE e.entity_type = 'user' AND e.action = 'user.delete' AND d.field = 'before'`,
    { type: QueryTypes.SELECT },
  );
  const names = new Map(said.map(({ id, value }) => [id, JSON.parse(value) as Partial<FormerPerson>]));
  return ids.map(({ id }) => ({ ...names.get(id), id }));
}

/**
 * Removes an erased account from the log: the details of entries about it, its name and address in entries by it, and other
 * details that name it. The `chain` of the deletion's entry lists the removed details: call this right before that entry, in
 * its transaction.
 */
export async function eraseFromAuditLog({ db }: Pick<ServerContext, 'db'>, person: FormerPerson) {
  await lockChain(db);
  return eraseDetails(db, person);
}

/** Shorter names are part of too many other words. */
const MIN_PHONE_DIGITS = 7;
const MIN_NAME_LENGTH = 8;

/** The texts that identify a person anywhere, as JSON writes them. */
function marksOf({ name, email, phone }: FormerPerson): string[] {
  const isPhone = phone && phone.replace(/\D/g, '').length >= MIN_PHONE_DIGITS;
  // A single name is too common.
  const isFullName = name && name.length >= MIN_NAME_LENGTH && /\s/.test(name);
  const marks = [email, isPhone ? phone : null, isFullName ? name : null];
  return marks.flatMap((mark) => (mark ? JSON.stringify(mark).slice(1, -1) : []));
}

/** Matches whole names, addresses and numbers only. */
const standsIn = (mark: string) => {
  const word = '[\\p{L}\\p{N}]';
  const pattern = new RegExp(`(?<!${word}|${word}[._%+-])${escapeRegExp(mark)}(?!${word}|[.-]${word})`, 'iu');
  return (text: string) => pattern.test(text);
};
const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

interface FoundDetail {
  entry_id: number;
  field: AuditField;
  value: string;
  isOwn: boolean | number;
}

async function eraseDetails(db: Database, person: FormerPerson): Promise<ErasedDetails> {
  const marks = marksOf(person);
  const holds = db.dialect === 'sqlite' ? 'instr' : 'strpos';
  const bind: unknown[] = [person.id];
  const candidates = marks.flatMap((mark) => [
    `${holds}(d.value, $${bind.push(mark)}) > 0`,
    `${holds}(lower(d.value), $${bind.push(mark.toLowerCase())}) > 0`,
  ]);
  const own = `(e.entity_type = 'user' AND e.entity_id = $1 AND d.field IN ('before', 'after', 'reason')
    OR e.actor_id = $1 AND d.field IN ('actor_name', 'address'))`;
  const found = await db.sequelize.query<FoundDetail>(
    `SELECT d.entry_id, d.field, d.value, ${own} AS "isOwn" FROM audit_details d JOIN audit_entries e ON e.id = d.entry_id
    WHERE (${[own, ...candidates].join(' OR ')})
      AND d.field <> 'chain'
    ORDER BY d.entry_id`,
    { bind, type: QueryTypes.SELECT },
  );
  const tests = marks.map(standsIn);
  const erased: ErasedDetails = {};
  for (const { entry_id, field, value, isOwn } of found)
    if (isOwn || tests.some((isIn) => isIn(value))) erased[field] = [...(erased[field] ?? []), entry_id];
  for (const [field, ids] of Object.entries(erased) as [AuditField, number[]][])
    await db.models.AuditDetail.destroy({ where: { field, entry_id: ids } });
  return erased;
}

/** The fields that differ, before and after; null when none does. */
export function differences<Fields extends Record<string, unknown>>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const only = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
  return { before: only(before), after: only(after) };
}

/** The admin of a call, the ability that the call needs, and the address of the call. */
export interface Admin extends Actor {
  user: SignedInUser;
  ability: AdminAbility;
}

/** Locks the admin's account. @throws {ForbiddenError} no longer an admin, or the role no longer includes the call. */
export async function requireStillAdmin(context: ServerContext, { user, ability }: Admin): Promise<SignedInUser> {
  const caller = await lockCaller(context, user);
  requireAccess('admin', caller);
  requireAbility(ability, caller);
  return caller;
}

export interface LockedAccount {
  account: UserModel;
  /** Whether this account is the last one that can make administrators. */
  isLastOwner: boolean;
  /** The caller's current role. */
  adminRole: AdminRole | null;
}

/**
 * Locks an account together with all active admins, in one order: of two admins who remove each other's role at once the
 * second sees the first one's change.
 * @throws {NotFoundError} there is no such account. @throws {SessionExpiredError} the caller is no active admin any more.
 * @throws {ForbiddenError} the caller's role does not include it any more.
 */
export async function lockAccount({ db }: ServerContext, { user, ability }: Admin, accountId: number) {
  const rows = await db.models.User.findAll({
    where: { [Op.or]: [activeAdmin, { id: accountId }] },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  const admins = rows.filter((account) => hasValues(account, activeAdmin));
  const caller = admins.find(({ id }) => id === user.id);
  if (!caller) throw new SessionExpiredError();
  const adminRole = caller.admin_role;
  requireAbility(ability, { adminRole });
  const wanted = rows.find(({ id }) => id === accountId);
  const account = found(wanted, 'user');
  const owners = admins.filter((admin) => hasValues(admin, activeOwner));
  return { account, isLastOwner: owners.length === 1 && owners[0]?.id === accountId, adminRole };
}

export const lastOwnerError = () =>
  new ConflictError(
    msg('This is the last active owner. Make another administrator an owner first.'),
    'last_admin',
  );

/** The outcome of one row. `changed` is false if the row was in that state already. */
interface Done<Before> {
  name: string;
  before: Before;
  changed: boolean;
}

interface Result<Before> {
  id: number;
  name: string | null;
  outcome: 'changed' | 'unchanged' | 'refused';
  before: Before | null;
  error: string | null;
  code: string | null;
}

/**
 * Decides on chosen rows one after the other, each in a transaction of its own. @returns the outcome of each row.
 * @param nameOf the name of a refused row; null for a missing one.
 * @throws an error that concerns all rows (session ended, database unreachable) while nothing is done.
 */
export async function decideEach<Before>(
  { log }: Pick<ServerContext, 'log'>,
  ids: readonly number[],
  decide: (id: number) => Promise<Done<Before>>,
  nameOf: (id: number) => Promise<string | null>,
): Promise<{ results: Result<Before>[]; changed: number }> {
  const results: Result<Before>[] = [];
  let changed = 0;
  for (const id of ids)
    try {
      const { changed: isChanged, ...done } = await decide(id);
      if (isChanged) changed += 1;
      results.push({ id, ...done, outcome: isChanged ? 'changed' : 'unchanged', error: null, code: null });
    } catch (error) {
      const { status, message, code } = toApiError(error);
      if (changed === 0 && (status === 401 || status >= 500)) throw error;
      // The caller may no longer act: the outcome of the earlier rows still has to be answered.
      if (status >= 500) log.error({ err: error }, 'one of several rows could not be decided on');
      const name = await nameOf(id).catch(() => null);
      results.push({ id, name, outcome: 'refused', before: null, error: message, code });
    }
  return { results, changed };
}
