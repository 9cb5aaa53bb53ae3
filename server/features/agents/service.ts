import { slicePage } from '#server/db/sql.ts';
import { isApprovedAgent, isPublicAgent } from '#server/features/auth/policy.ts';
import { presentAgentFields } from '#server/features/auth/reads.ts';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import { withPhone } from '#server/features/auth/writes/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import { AnswerCache } from '#server/features/properties/list/answers.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { Agent, agentsCalls } from '#shared/contracts/agents.ts';
import { uncheckedIfOther, withoutLastDay } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import {
  countedReviews,
  Directory,
  presentAgent,
  readAgent,
  readAgentListings,
  readAgents,
  readDistinctValues,
  readRatingCounts,
} from './reads.ts';

/** Agents are in no feed: changes by another process show after at most so long. */
const KEPT_MS = 1_000;

export function agentsService(context: ServerContext): Service<typeof agentsCalls> {
  const { db, bus, jobs, now } = context;
  const directory = new Directory({ db: db.replica, systemSettings: context.systemSettings });
  const answers = new AnswerCache(null, KEPT_MS);
  const dropCaches = () => {
    directory.clear();
    answers.clear();
  };
  const { User, AgentProfile, Property, Inquiry, Office, OfficeMember } = db.models;
  db.onChange([User, AgentProfile, Property, Inquiry, Office, OfficeMember], dropCaches);
  bus.subscribe('eventsMissed', dropCaches);

  /** @throws {NotFoundError} no approved, active agent of this id. */
  async function getAgent(id: number): Promise<Agent> {
    const row = await readAgent(db.replica, id, countedReviews(context));
    return presentAgent(found(row, 'agent'), manilaDay(now()));
  }

  return {
    // Fixed paths come before /{id}, which would match them.
    list: ({ query, user, address }) => {
      const key = countedReviews(context) + JSON.stringify(query);
      return answers.getFor(context.contacts, { user, address }, key, async () => {
        const { rows: ids, pagination } = slicePage(await directory.find(query), query);
        const rows = await readAgents(db.replica, ids, countedReviews(context));
        const today = manilaDay(now());
        return { agents: rows.map((row) => presentAgent(row, today)), pagination };
      });
    },

    specializations: () => readDistinctValues(db.replica, 'specialization'),
    locations: () => readDistinctValues(db.replica, 'location'),
    async get({ params: { id }, user, address }) {
      return context.contacts.apply({ user, address }, await getAgent(id));
    },

    /** Again after a rejection or the end of a former role. @throws {ConflictError} an agent, an applicant, or an administrator. */
    async apply({ user, body: { phone, ...application } }) {
      const profile = await db.transaction(async () => {
        // The account's lock serializes two applications sent at once: the profile may not exist yet.
        const account = await lockOwnUser(context, user.id);
        if (account.role === 'admin')
          throw new ConflictError(msg('Administrators cannot apply'), 'admin_cannot_apply');
        const before = await db.models.AgentProfile.findByPk(account.id);
        if (isApprovedAgent(account, before))
          throw new ConflictError(msg('You are already an agent'), 'already_agent');
        if (before?.application_status === 'pending')
          throw new ConflictError(msg('Your application is under review'), 'application_pending');
        if (phone) await account.update(withPhone(account, phone));
        const unchecked = uncheckedIfOther(before, application.license_number);
        const values = {
          ...application,
          ...(unchecked && { ...unchecked, ...withoutLastDay }),
          application_status: 'pending' as const,
          decided_at: null,
        };
        await jobs.add('applicationNotice', { userId: user.id });
        if (before) return before.update(values);
        const created = await db.models.AgentProfile.create({ user_id: account.id, ...values });
        // Omitted columns are null only after a reload.
        return created.reload();
      });
      return presentAgentFields(profile);
    },

    async statistics({ params: { id } }) {
      const { properties_sold, active_listings, review_count, rating, response_rate } = await getAgent(id);
      const rating_counts = await readRatingCounts(db.replica, id, countedReviews(context));
      return { properties_sold, active_listings, review_count, rating, response_rate, rating_counts };
    },

    async properties({ params: { id }, user, address }) {
      found(await isPublicAgent(db, id), 'agent');
      return context.contacts.apply({ user, address }, await readAgentListings(db.replica, id));
    },
  };
}
