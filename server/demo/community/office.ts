import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ClientModel, ConversationModel, InquiryModel, ViewingModel } from '#server/db/models.ts';
import { personKey } from '#server/features/clients/reads/people.ts';
import type { ClientStage } from '#shared/contracts/desk.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { type DemoClock, HOUR_MS } from '../clock.ts';
import type { RowWriter } from '../rows.ts';
import type { Marketplace } from './marketplace.ts';
import { communityTexts } from './texts.ts';

/** The demo agent's Desk: an office, clients of each stage, a hand-over, notes and saved replies. */

const OFFICE = 'Amihan Realty (demo)';
/** Indexes of the agents of the office; the first is the demo agent and manages it. */
const MEMBERS = [0, 3, 17];

interface ClientDraft {
  /** The kind of offer that the client asked about; by default any. */
  about?: ListingType;
  stage: ClientStage;
  /** Days ago. */
  stageSet: number;
  budget?: readonly [least: number, most: number];
  wishes?: string;
  nextAction?: string;
  /** Days from today. */
  nextActionIn?: number;
  snoozedFor?: number;
  isDone?: true;
  note?: string;
  /** Handed over by a colleague. */
  handOver?: string;
}

interface KnownClients {
  conversations: readonly Pick<CreationAttributes<ConversationModel>, 'agent_id' | 'user_id' | 'property_id'>[];
  inquiries: readonly Pick<CreationAttributes<InquiryModel>, 'agent_id' | 'user_id' | 'property_id'>[];
  viewings: readonly Pick<CreationAttributes<ViewingModel>, 'agent_id' | 'user_id' | 'property_id'>[];
}

/** Accounts that had to do with the demo agent, and their latest listing; those with the latest conversations first. */
function clientsOf(
  { demoAgent, users, listings }: Marketplace,
  { conversations, inquiries, viewings }: KnownClients,
) {
  const records = [...conversations.toReversed(), ...viewings, ...inquiries].filter(
    ({ agent_id, property_id }) => agent_id === demoAgent.id && property_id !== null,
  );
  const latest = new Map(records.toReversed().map(({ user_id, property_id }) => [user_id, property_id]));
  return [...new Set(records.map(({ user_id }) => user_id))].flatMap((id) => {
    const person = users.find((user) => user.id === id);
    const listing = listings.find((each) => each.id === latest.get(id));
    return person && listing ? { person, offer: listing.plan.facts.listingType } : [];
  });
}

/** Lines of clients without what follows from their records: triggers mark them, and the first reader derives it. */
export async function writeOffice(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  market: Marketplace,
  known: KnownClients,
  clock: DemoClock,
): Promise<void> {
  const { agents, demoAgent } = market;
  const drafts = communityTexts.deskClients as readonly ClientDraft[];
  const clients = clientsOf(market, known);
  const own = drafts.flatMap((draft) => {
    const place = clients.findIndex(({ offer }) => draft.about === undefined || draft.about === offer);
    return clients.splice(place, place < 0 ? 0 : 1).map(({ person }) => ({ ...draft, person }));
  });
  const members = MEMBERS.flatMap((index) => agents[index] ?? []);
  const colleague = members[1] ?? demoAgent;

  const [officeId = 0] = await write.insertAndReadIds(models.Office, [
    {
      name: OFFICE,
      license_number: 'PRC-DEMO-40021',
      license_expires_on: clock.dateOf(420),
      license_checked_at: clock.at(-80, 10),
      license_checked_by: market.admin.id,
      about: 'Homes and offices in the Makati business district since 2017. An invented office.',
      email: 'hello@amihan.example',
      phone: '+63 2 8555 0140',
      shares_queue: true,
      created_at: clock.at(-310, 9),
      updated_at: clock.at(-80, 10),
    },
  ]);
  await write.insert(
    models.OfficeMember,
    members.map(({ id }, index) => ({
      user_id: id,
      office_id: officeId,
      role: index === 0 ? ('manager' as const) : ('agent' as const),
      joined_at: clock.at(-310 + 20 * index, 9),
    })),
  );
  await write.insert(
    models.SavedReply,
    communityTexts.savedReplies.map((reply, index) => ({
      ...reply,
      agent_id: demoAgent.id,
      created_at: clock.at(-200 + index, 9),
      updated_at: clock.at(-200 + index, 9),
    })),
  );

  const clientIds = await write.insertAndReadIds(
    models.Client,
    own.map((draft, index): CreationAttributes<ClientModel> => {
      const { stage, stageSet, budget, wishes, nextAction, nextActionIn, snoozedFor, isDone, handOver } = draft;
      const user_id = draft.person.id;
      const set = clock.at(-stageSet, 17, index);
      return {
        agent_id: demoAgent.id,
        person_key: personKey([{ kind: 'conversation', id: 0, user_id, own: [], said: [], inquiry_id: null }]),
        user_id,
        kind: 'client',
        last_at: set,
        last_kind: 'note',
        last_id: 0,
        last_by: 'agent',
        stage,
        stage_at: set,
        budget_min: budget?.[0] ?? null,
        budget_max: budget?.[1] ?? null,
        wishes: wishes ?? null,
        next_action: nextAction ?? null,
        next_action_on: nextActionIn === undefined ? null : clock.dateOf(nextActionIn),
        snoozed_until: snoozedFor === undefined ? null : clock.at(snoozedFor, 9),
        snoozed_at: snoozedFor === undefined ? null : justNow(clock),
        done_at: isDone ? justNow(clock) : null,
        came_from_id: handOver === undefined ? null : colleague.id,
        created_at: set,
        updated_at: set,
      };
    }),
  );
  await write.insert(
    models.ClientNote,
    own.flatMap(({ note, stageSet }, index) =>
      note === undefined
        ? []
        : {
            client_id: clientIds[index] ?? 0,
            author_id: demoAgent.id,
            office_id: officeId,
            text: note,
            created_at: clock.at(-stageSet, 17, 20 + index),
            updated_at: clock.at(-stageSet, 17, 20 + index),
          },
    ),
  );
  await write.insert(
    models.ClientChange,
    own.flatMap(({ stage, stageSet, handOver }, index) => {
      const change = {
        client_id: clientIds[index] ?? 0,
        created_at: clock.at(-stageSet, 17, index),
        from_agent_id: null,
        to_agent_id: null,
        note: null,
      };
      if (handOver !== undefined)
        return {
          ...change,
          actor_id: colleague.id,
          kind: 'assigned' as const,
          from_stage: stage,
          to_stage: stage,
          from_agent_id: colleague.id,
          to_agent_id: demoAgent.id,
          note: handOver,
        };
      return {
        ...change,
        actor_id: demoAgent.id,
        kind: 'stage' as const,
        from_stage: 'talking' as const,
        to_stage: stage,
      };
    }),
  );
}

/** After every message of a client: a later one would end 'done' and a snooze. */
const justNow = ({ today }: DemoClock) => new Date(today.getTime() - HOUR_MS / 60);
