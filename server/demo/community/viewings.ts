import type { CreationAttributes } from 'sequelize';
import type { ViewingEventModel, ViewingModel } from '#server/db/models.ts';
import { VIEWING_MINUTES, type ViewingStatus, viewingOutcomes } from '#shared/contracts/viewings.ts';
import { DAY_MS, type DemoClock, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { Deck, streamOf } from '../random.ts';
import { isOnOffer, isPublic, type Marketplace, suitsDemoUser } from './marketplace.ts';

type ViewingRow = CreationAttributes<ViewingModel> & { status: ViewingStatus; created_at: Date; updated_at: Date };

/** Hours of viewings; an agent has one viewing an hour, so that none overlap. Saturdays end at noon. */
const showingHours = [9, 10, 11, 14, 15, 16, 17];
const saturdayHours = showingHours.slice(0, 3);
const SUNDAY = 0;
const SATURDAY = 6;

/** Days from today (0 is today), and the outcome. */
const demoAgentViewings: readonly (readonly [day: number, status: ViewingStatus])[] = [
  [-46, 'confirmed'],
  [-31, 'cancelled'],
  [-24, 'confirmed'],
  [-17, 'declined'],
  [-12, 'confirmed'],
  [-5, 'confirmed'],
  [-2, 'confirmed'],
  [1, 'confirmed'],
  [2, 'confirmed'],
  [2, 'requested'],
  [4, 'confirmed'],
  [5, 'requested'],
  [6, 'proposed'],
  [9, 'requested'],
];
const demoUserViewings: typeof demoAgentViewings = [
  [-19, 'confirmed'],
  [-6, 'declined'],
  // Two of one day: its route is suggested.
  [3, 'confirmed'],
  [3, 'confirmed'],
  [5, 'proposed'],
  [8, 'requested'],
];
const otherViewings: typeof demoAgentViewings = [
  [-88, 'confirmed'],
  [-75, 'confirmed'],
  [-61, 'cancelled'],
  [-52, 'confirmed'],
  [-44, 'confirmed'],
  [-38, 'declined'],
  [-33, 'confirmed'],
  [-27, 'confirmed'],
  [-21, 'confirmed'],
  [-15, 'cancelled'],
  [-11, 'confirmed'],
  [-9, 'confirmed'],
  [-7, 'confirmed'],
  [-4, 'declined'],
  [-3, 'confirmed'],
  [-1, 'confirmed'],
  [1, 'confirmed'],
  [1, 'requested'],
  [2, 'confirmed'],
  [3, 'requested'],
  [3, 'confirmed'],
  [4, 'proposed'],
  [5, 'confirmed'],
  [6, 'requested'],
  [7, 'confirmed'],
  [8, 'proposed'],
  [10, 'requested'],
  [12, 'confirmed'],
];

const notes = [
  'We will be two adults and a toddler.',
  'Please confirm the parking for visitors.',
  'My brother will come along, he is an engineer.',
  'I can only come after lunch.',
  'Second viewing, with my parents this time.',
  null,
  null,
  null,
] as const;

/** Viewings of a week ago or more have an outcome; the first day sends no notices about past viewings or those of tomorrow. */
function toldOf(day: number, status: ViewingStatus, starts: Date, { today }: DemoClock) {
  const isOver = day < 0 && status === 'confirmed';
  const asked = isOver ? new Date(starts.getTime() + VIEWING_MINUTES * MINUTE_MS) : null;
  const isSaid = isOver && day <= -7;
  return {
    day_reminder_at: status === 'confirmed' && day <= 1 ? today : null,
    outcome_asked_at: asked,
    outcome: isSaid ? (viewingOutcomes[-day % viewingOutcomes.length] ?? null) : null,
    outcome_at: isSaid ? asked : null,
  };
}

/** A Sunday gives way to the day after it, or in the past to the day before. */
const workday = (day: number, clock: DemoClock) => (clock.weekdayOf(day) === SUNDAY ? day + Math.sign(day) : day);

export function viewingRows(market: Marketplace, clock: DemoClock): ViewingRow[] {
  const rng = streamOf('viewings');
  const { demoAgent, demoUser, listings } = market;
  const ofDemoAgent = new Deck(
    rng,
    listings.filter(({ agent }) => agent === demoAgent),
  );
  const ofOthers = new Deck(
    rng,
    listings.filter(({ agent }) => agent !== demoAgent),
  );
  const forDemoUser = new Deck(
    rng,
    listings.filter((listing) => listing.agent !== demoAgent && suitsDemoUser(listing)),
  );
  const visitors = new Deck(
    rng,
    market.users.filter((user) => user !== demoUser),
  );
  const taken = new Set<string>();

  function rowsOf(viewings: typeof demoAgentViewings, deck: typeof ofDemoAgent, visitor: () => typeof demoUser) {
    return viewings.map(([wanted, status]): ViewingRow => {
      const day = workday(wanted, clock);
      // A listing is shown between its first day and its last one only.
      const listing = deck.deal((each) =>
        day > 0
          ? isOnOffer(each)
          : isPublic(each) && each.plan.createdDay < day - 3 && (each.plan.closedDay ?? 0) > day,
      );
      const hours = clock.weekdayOf(day) === SATURDAY ? saturdayHours : showingHours;
      const client = visitor();
      const places = (hour: number) => [listing.agent, client].map(({ id }) => `${id} ${day} ${hour}`);
      const hour = rng.pick(hours.filter((each) => !places(each).some((place) => taken.has(place))));
      for (const place of places(hour)) taken.add(place);
      const starts = clock.at(day, hour);
      const asked = Math.min(
        starts.getTime() - rng.int(2, 5) * DAY_MS,
        clock.today.getTime() - rng.int(2, 30) * HOUR_MS,
      );
      const decided = Math.min(asked + rng.int(1, 20) * HOUR_MS, clock.today.getTime() - MINUTE_MS);
      return {
        property_id: listing.id,
        agent_id: listing.agent.id,
        user_id: client.id,
        starts_at: starts,
        ends_at: new Date(starts.getTime() + VIEWING_MINUTES * MINUTE_MS),
        status,
        revision: status === 'requested' ? 0 : 1,
        note: rng.pick(notes),
        ...toldOf(day, status, starts, clock),
        created_at: new Date(asked),
        updated_at: new Date(status === 'requested' ? asked : decided),
      };
    });
  }

  return [
    ...rowsOf(demoAgentViewings, ofDemoAgent, () => visitors.deal()),
    ...rowsOf(demoUserViewings, forDemoUser, () => demoUser),
    ...rowsOf(otherViewings, ofOthers, () => visitors.deal()),
  ].sort((a, b) => Number(a.created_at) - Number(b.created_at));
}

const reasons: Partial<Record<ViewingStatus, readonly string[]>> = {
  declined: ['I am with another client at that hour.', 'The owner is away that week.'],
  cancelled: ['We found a home closer to work.', 'Our plans changed, sorry for the trouble.'],
};

/** The steps of viewings: a request, and the answer to it. @param ids of the viewings, in their order. */
export function viewingEventRows(
  viewings: readonly ViewingRow[],
  ids: readonly number[],
): CreationAttributes<ViewingEventModel>[] {
  return viewings.flatMap(({ status, starts_at, user_id, agent_id, created_at, updated_at }, at) => {
    const viewing_id = ids[at] ?? 0;
    const said = reasons[status];
    const isVisitors = status === 'cancelled';
    // Another time was asked for than the one that the agent proposes.
    const asked = status === 'proposed' ? new Date(Number(starts_at) - HOUR_MS) : starts_at;
    const request = {
      ...{ viewing_id, actor_id: user_id, side: 'user' as const, kind: 'requested' as const },
      ...{ starts_at: asked, reason: null, created_at },
    };
    if (status === 'requested') return [request];
    return [
      request,
      {
        ...{ viewing_id, starts_at, kind: status, created_at: updated_at },
        ...(isVisitors
          ? { actor_id: user_id, side: 'user' as const }
          : { actor_id: agent_id, side: 'agent' as const }),
        reason: said?.[at % said.length] ?? null,
      },
    ];
  });
}
