import type { z } from 'zod';
import { matchesWords } from '#server/db/searchWords.ts';
import { slicePage } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/passwords.ts';
import { isApprovedAgent, isPublicAgent } from '#server/features/auth/policy.ts';
import { presentAgentFields } from '#server/features/auth/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { Agent, AgentListQuery, AgentStatistics, applicationBody } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import type { Pagination } from '#shared/contracts/common.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { uncheckedIfOther, withoutLastDay } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { findPlace, foldText } from '#shared/places.ts';
import {
  presentAgent,
  readAgent,
  readAgentListings,
  readAgents,
  readDistinctValues,
  readRatingCounts,
} from './reads.ts';

type Context = Pick<ServerContext, 'db' | 'now'>;

/** Text is compared as people write it: without case, accents and punctuation. */
export async function listAgents(
  { db, now }: Context,
  { specialization, location, search, page, limit }: AgentListQuery,
): Promise<{ agents: Agent[]; pagination: Pagination }> {
  const words = search ? foldText(search).split(' ') : [];
  const isThere = location ? placeTest(location) : () => true;
  const matching = (await readAgents(db)).filter(
    (row) =>
      (!specialization || isSame(row.specialization, specialization)) &&
      isThere(row.location) &&
      matchesWords(`${row.name} ${row.specialization ?? ''}`, { words }),
  );
  const today = manilaDay(now());
  const { rows, pagination } = slicePage(matching, { page, limit });
  return { agents: rows.map((row) => presentAgent(row, today)), pagination };
}

function isSame(stored: string | null, wanted: string): boolean {
  return stored !== null && foldText(stored) === foldText(wanted);
}

/** Service areas are compared as places ('Makati' = 'Makati City'), and as text where no place is meant. */
function placeTest(wanted: string): (stored: string | null) => boolean {
  const place = findPlace(wanted);
  return (stored) =>
    isSame(stored, wanted) || (place !== undefined && stored !== null && findPlace(stored) === place);
}

export async function listSpecializations({ db }: Context): Promise<string[]> {
  return sorted(await readDistinctValues(db, 'specialization'));
}

export async function listAgentLocations({ db }: Context): Promise<string[]> {
  return sorted(await readDistinctValues(db, 'location'));
}

function sorted(texts: readonly string[]): string[] {
  return texts.toSorted((one, other) => one.localeCompare(other));
}

/** @throws {NotFoundError} nobody of that id is an approved, active agent. */
export async function getAgent({ db, now }: Context, id: number): Promise<Agent> {
  const row = await readAgent(db, id);
  if (!row) throw new NotFoundError('Agent');
  return presentAgent(row, manilaDay(now()));
}

/** @throws {NotFoundError} as getAgent. */
export async function getAgentStatistics(context: Context, id: number): Promise<AgentStatistics> {
  const { properties_sold, active_listings, review_count, rating, response_rate } = await getAgent(
    context,
    id,
  );
  const rating_counts = await readRatingCounts(context.db, id);
  return { properties_sold, active_listings, review_count, rating, response_rate, rating_counts };
}

/** @throws {NotFoundError} as getAgent. */
export async function listAgentProperties({ db }: Context, id: number): Promise<Property[]> {
  if (!(await isPublicAgent(db, id))) throw new NotFoundError('Agent');
  return readAgentListings(db, id);
}

/**
 * Opens an application to become an agent; after a rejection, or when somebody is no agent any more, it is opened anew.
 * @throws {ConflictError} the caller is an agent already, or waits for a decision, or is an administrator.
 */
export async function applyAsAgent(
  context: ServerContext,
  caller: SignedInUser,
  { phone, ...application }: z.output<typeof applicationBody>,
): Promise<NonNullable<User['agent']>> {
  const { db, bus } = context;
  const profile = await db.transaction(async () => {
    // Two applications sent at once are serialized by the account's row: the profile's may not exist yet.
    const user = await lockUser(context, caller.id);
    if (!user) throw new SessionExpiredError();
    if (user.role === 'admin') throw new ConflictError('Administrators cannot apply', 'admin_cannot_apply');
    const before = await db.models.AgentProfile.findByPk(user.id);
    if (isApprovedAgent(user, before)) throw new ConflictError('You are an agent already', 'already_agent');
    if (before?.application_status === 'pending')
      throw new ConflictError('Your application is waiting for a decision', 'application_pending');
    if (phone) await user.update({ phone });
    const unchecked = uncheckedIfOther(before, application.license_number);
    const values = {
      ...application,
      ...(unchecked && { ...unchecked, ...withoutLastDay }),
      application_status: 'pending' as const,
      decided_at: null,
    };
    if (before) return before.update(values);
    const created = await db.models.AgentProfile.create({ user_id: user.id, ...values });
    // What was left out is null only once it is read again.
    return created.reload();
  });
  bus.publish('agentApplied', { userId: caller.id });
  return presentAgentFields(profile);
}
