import type { ModerationStatus, PropertyStatus } from '#shared/listing/vocabulary.ts';
import { DAY_MS, type DemoClock } from '../clock.ts';
import { demoAgents } from '../people/people.ts';
import { pickWeighted, type Rng, shuffled, streamOf } from '../random.ts';
import type { ListingFacts } from './facts.ts';

interface StatusChange {
  from: PropertyStatus | null;
  to: PropertyStatus;
  price: number;
  at: Date;
}

/** A listing with its agent and its history. */
export interface PlannedListing {
  facts: ListingFacts;
  /** Place in demoAgents. */
  agent: number;
  status: PropertyStatus;
  moderation: ModerationStatus;
  /** Whole days from today; all negative. */
  createdDay: number;
  createdAt: Date;
  updatedAt: Date;
  /** The day of the sale or final rental; null for a listing on offer. */
  closedDay: number | null;
  changes: StatusChange[];
  prices: PriceChange[];
  confirmations: Date[];
  /** Its price is far below others like it: hidden until an administrator has looked at it. */
  isFarBelow?: true;
}

interface PriceChange {
  from: number;
  to: number;
  status: PropertyStatus;
  at: Date;
}

type Fate = 'available' | 'pending' | 'sold' | 'rented' | 'relisted';

/** The closings of the demo agent are set by hand, so that every chart of the console has data. */
const DEMO_AGENT = 0;
const demoAgentClosings = { sold: [-3, -74, -171], rented: [-16, -112, -243] };
const DEMO_AGENT_LISTINGS = 18;
const hiddenStatuses: readonly ModerationStatus[] = [
  'pending',
  'pending',
  'pending',
  'inactive',
  'inactive',
  'inactive',
  'rejected',
  'rejected',
];

/** All listings in the order of their posting, which is the order of their ids. */
export function planListings(all: readonly ListingFacts[], clock: DemoClock): PlannedListing[] {
  const owners = assignAgents(all);
  const fates = decideFates(all, owners);
  const closings = closingDays(all, owners, fates);
  const planned = all.map((facts) => {
    const fate = fates.get(facts) ?? 'available';
    return liveThrough(
      { facts, agent: owners.get(facts) ?? 0, fate, closing: closings.get(facts) ?? null },
      clock,
    );
  });
  hideSome(planned, clock);
  planned.push(...postAgain(planned, clock));
  for (const listing of planned) tellPrices(listing, clock);
  for (const listing of planned) confirm(listing, clock);
  return planned.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function assignAgents(all: readonly ListingFacts[]): Map<ListingFacts, number> {
  const load = demoAgents.map(() => 0);
  const owners = new Map<ListingFacts, number>();
  for (const facts of shuffled(streamOf('agents'), all)) {
    const isWork = facts.type === 'office' || facts.type === 'commercial';
    const serving = demoAgents.flatMap((agent, index) => (agent.areas.includes(facts.area.key) ? [index] : []));
    const fitting = serving.filter(
      (index) => (demoAgents[index]?.specialization === 'Office and Commercial') === isWork,
    );
    const candidates = fitting.length > 0 ? fitting : serving;
    // The demo agent comes first up to the wanted number, then the agent with the fewest listings.
    const owner =
      candidates.includes(DEMO_AGENT) && (load[DEMO_AGENT] ?? 0) < DEMO_AGENT_LISTINGS
        ? DEMO_AGENT
        : [...candidates]
            .sort((a, b) => (load[a] ?? 0) - (load[b] ?? 0))
            .find((index) => index !== DEMO_AGENT || candidates.length === 1);
    if (owner === undefined) throw new RangeError(`no agent serves ${facts.area.key}`);
    load[owner] = (load[owner] ?? 0) + 1;
    owners.set(facts, owner);
  }
  return owners;
}

function decideFates(all: readonly ListingFacts[], owners: Map<ListingFacts, number>): Map<ListingFacts, Fate> {
  const fates = new Map<ListingFacts, Fate>();
  demoAgents.forEach((_, agent) => {
    const own = shuffled(
      streamOf(`fates ${agent}`),
      all.filter((facts) => owners.get(facts) === agent),
    );
    const forSale = own.filter((facts) => facts.listingType === 'sale');
    const forRent = own.filter((facts) => facts.listingType !== 'sale');
    const isDemo = agent === DEMO_AGENT;
    const mark = (listings: ListingFacts[], count: number, fate: Fate) => {
      for (const facts of listings.filter((each) => !fates.has(each)).slice(0, count)) fates.set(facts, fate);
    };
    mark(forSale, isDemo ? demoAgentClosings.sold.length : Math.round(forSale.length * 0.17), 'sold');
    mark(forRent, isDemo ? demoAgentClosings.rented.length : Math.round(forRent.length * 0.18), 'rented');
    mark(own.toReversed(), own.length > 8 ? 1 : 0, 'pending');
    mark(forRent, isDemo || agent % 3 === 0 ? 1 : 0, 'relisted');
  });
  return fates;
}

/** Spread over the last twelve months, a little denser of late. */
function closingDays(
  all: readonly ListingFacts[],
  owners: Map<ListingFacts, number>,
  fates: Map<ListingFacts, Fate>,
): Map<ListingFacts, number> {
  const days = new Map<ListingFacts, number>();
  const rng = streamOf('closings');
  for (const fate of ['sold', 'rented'] as const) {
    const closed = all.filter((facts) => fates.get(facts) === fate);
    closed
      .filter((facts) => owners.get(facts) === DEMO_AGENT)
      .forEach((facts, index) => {
        days.set(facts, demoAgentClosings[fate][index] ?? -30);
      });
    const others = shuffled(rng, closed).filter((facts) => !days.has(facts));
    others.forEach((facts, index) => {
      const share = (index + rng.next()) / others.length;
      days.set(facts, -Math.round(4 + 345 * share ** 1.15));
    });
  }
  return days;
}

interface Life {
  facts: ListingFacts;
  agent: number;
  fate: Fate;
  closing: number | null;
  /** By default a likely day. */
  createdDay?: number;
}

function liveThrough({ facts, agent, fate, closing, ...given }: Life, clock: DemoClock): PlannedListing {
  const rng = streamOf(`life ${facts.key}`);
  const workTime = (day: number) => clock.at(day, rng.int(8, 19), rng.int(0, 59));
  const createdDay = given.createdDay ?? createdDayOf(fate, closing, rng);
  const createdAt = workTime(createdDay);
  const openingPrice = openingPriceOf(facts, rng);
  const changes: StatusChange[] = [{ from: null, to: 'available', price: openingPrice, at: createdAt }];
  const change = (to: PropertyStatus, day: number) => {
    const from = changes.at(-1)?.to ?? 'available';
    changes.push({ from, to, price: facts.price, at: workTime(Math.min(-1, day)) });
  };

  if (fate === 'pending') change('pending', -rng.int(1, Math.min(12, -createdDay - 1)));
  if (fate === 'relisted') {
    change('rented', createdDay + rng.int(20, 50));
    change('available', -rng.int(4, 60));
  }
  if (closing !== null && (fate === 'sold' || fate === 'rented')) {
    if (rng.chance(0.6)) change('pending', closing - rng.int(4, 18));
    change(fate, closing);
  }
  const lastChange = changes.at(-1)?.at ?? createdAt;
  const isEdited = changes.length === 1 && createdDay < -8 && rng.chance(0.5);
  return {
    facts,
    agent,
    status: changes.at(-1)?.to ?? 'available',
    moderation: 'active',
    createdDay,
    createdAt,
    updatedAt: isEdited ? workTime(-rng.int(1, Math.min(60, -createdDay - 1))) : lastChange,
    closedDay: fate === 'sold' || fate === 'rented' ? closing : null,
    changes,
    prices: [],
    confirmations: [],
  };
}

/** Fourteen months back at most; most listings on offer are recent. */
function createdDayOf(fate: Fate, closing: number | null, rng: Rng): number {
  if (closing !== null) return Math.max(-425, closing - rng.int(28, 120));
  if (fate === 'relisted') return -rng.int(260, 424);
  if (fate === 'pending') return -rng.int(14, 110);
  return pickWeighted(rng, [
    [-rng.int(1, 30), 38],
    [-rng.int(31, 120), 28],
    [-rng.int(121, 424), 34],
  ] as const);
}

/** Half of the prices are to fall after the posting; a third of the listings stands long enough for it. */
function openingPriceOf({ price, listingType }: ListingFacts, rng: Rng): number {
  if (!rng.chance(0.5)) return price;
  const step = listingType === 'sale' ? 100_000 : 1_000;
  return Math.round((price * rng.range(1.03, 1.08)) / step) * step;
}

const dayOf = (at: Date, clock: DemoClock) => Math.floor((at.getTime() - clock.today.getTime()) / DAY_MS);

/** One or two steps from the opening price to today's, while the listing was first on offer. */
function tellPrices(listing: PlannedListing, clock: DemoClock): void {
  const [opening, next] = listing.changes;
  const now = listing.facts.price;
  if (!opening || opening.price === now) return;
  const rng = streamOf(`prices ${listing.facts.key}`);
  const first = listing.createdDay + 1;
  const last = next ? dayOf(next.at, clock) - 1 : -1;
  const days = last - first;
  // Too short a time for a reduction.
  if (days < 2) {
    opening.price = now;
    return;
  }
  const step = listing.facts.listingType === 'sale' ? 50_000 : 500;
  const between = Math.round((opening.price + now) / 2 / step) * step;
  const isInTwo = days > 20 && between < opening.price && between > now && rng.chance(0.6);
  const to = isInTwo ? [between, now] : [now];
  let from = opening.price;
  to.forEach((price, index) => {
    const day = first + Math.round((days * (index + rng.range(0.3, 0.9))) / to.length);
    const at = clock.at(Math.min(day, last), rng.int(8, 19), rng.int(0, 59));
    listing.prices.push({ from, to: price, status: 'available', at });
    from = price;
  });
  const changed = listing.prices.at(-1)?.at;
  if (changed && changed > listing.updatedAt) listing.updatedAt = changed;
}

/** Most listings on offer were confirmed recently, some long ago. */
function confirm(listing: PlannedListing, clock: DemoClock): void {
  if (listing.status !== 'available' || listing.moderation !== 'active' || listing.createdDay > -32) return;
  const rng = streamOf(`confirmations ${listing.facts.key}`);
  const latest = Math.max(
    dayOf(listing.changes.at(-1)?.at ?? listing.createdAt, clock),
    dayOf(listing.prices.at(-1)?.at ?? listing.createdAt, clock),
  );
  // The demo agent has listings to confirm.
  const isFresh = listing.agent === DEMO_AGENT ? listing.createdDay < -300 : rng.chance(0.8);
  const days = [isFresh ? -rng.int(1, 24) : -rng.int(66, 120), -rng.int(31, 60), -rng.int(121, 170)];
  listing.confirmations = days
    .filter((day, index) => day > latest && (index === 0 || (isFresh && rng.chance(0.6))))
    .sort((one, other) => one - other)
    .map((day) => clock.at(day, rng.int(8, 19), rng.int(0, 59)));
}

/** The agent's last confirmation after the posting. */
export function freshAt({ changes, prices, confirmations }: PlannedListing): Date | null {
  const times = [...changes.slice(1), ...prices].map(({ at }) => at).concat(confirmations);
  return times.length > 0 ? new Date(Math.max(...times.map(Number))) : null;
}

const HOMES_OF_TWO_AGENTS = 5;
const POSTED_TWICE = 2;

/** Later listings of homes on offer: by a second agent, and a few times by the same one by mistake. */
function postAgain(planned: readonly PlannedListing[], clock: DemoClock): PlannedListing[] {
  const homes = shuffled(
    streamOf('posted again'),
    planned.filter(
      ({ facts, status, moderation, createdDay, changes }) =>
        facts.type === 'condo' &&
        facts.completion !== 'preselling' &&
        status === 'available' &&
        moderation === 'active' &&
        changes.length === 1 &&
        createdDay < -25,
    ),
  ).toSorted((one, other) => Number(other.agent === DEMO_AGENT) - Number(one.agent === DEMO_AGENT));
  const ofTwo = homes.flatMap((home) => {
    const other = demoAgents.findIndex(
      ({ areas, specialization }, index) =>
        index !== home.agent &&
        index !== DEMO_AGENT &&
        specialization !== 'Office and Commercial' &&
        areas.includes(home.facts.area.key),
    );
    return other < 0 ? [] : { home, agent: other };
  });
  // One home of the demo agent is enough.
  const shared = [...ofTwo.slice(0, 1), ...ofTwo.filter(({ home }) => home.agent !== DEMO_AGENT)];
  const twice = homes.filter(
    (home) =>
      home.agent !== DEMO_AGENT && !shared.slice(0, HOMES_OF_TWO_AGENTS).some((each) => each.home === home),
  );
  return [
    ...shared.slice(0, HOMES_OF_TWO_AGENTS),
    ...twice.slice(0, POSTED_TWICE).map((home) => ({ home, agent: home.agent })),
  ].map(({ home, agent }) => {
    const { facts } = home;
    const rng = streamOf(`posted again ${facts.key}`);
    const step = facts.listingType === 'sale' ? 50_000 : 500;
    const price =
      agent === home.agent ? facts.price : Math.round((facts.price * rng.range(0.97, 1.04)) / step) * step;
    // A few meters away, so that both markers are seen.
    const coordinates = { ...facts.coordinates, lat: Number((facts.coordinates.lat + 0.00004).toFixed(6)) };
    const again = { ...facts, key: `${facts.key} again`, sameHomeAs: facts.key, price, coordinates };
    return liveThrough(
      { facts: again, agent, fate: 'available', closing: null, createdDay: -rng.int(3, 20) },
      clock,
    );
  });
}

/** The share of the usual price that nobody would ask. */
const FAR_BELOW = 0.33;

/** A handful of listings is hidden from the public: pending, inactive and rejected ones. */
function hideSome(planned: readonly PlannedListing[], clock: DemoClock): void {
  const rng = streamOf('hidden');
  const candidates = shuffled(
    rng,
    planned.filter(
      (listing) => listing.agent !== DEMO_AGENT && listing.status === 'available' && listing.changes.length === 1,
    ),
  );
  const cheap = candidates.find(
    ({ facts }) => facts.type === 'condo' && facts.listingType === 'rent' && facts.area.city === 'Quezon City',
  );
  const hidden = cheap ? [cheap, ...candidates.filter((listing) => listing !== cheap)] : candidates;
  if (cheap) {
    const price = Math.round((cheap.facts.price * FAR_BELOW) / 500) * 500;
    cheap.facts = { ...cheap.facts, price };
    cheap.isFarBelow = true;
    for (const change of cheap.changes) change.price = price;
  }
  hiddenStatuses.forEach((moderation, index) => {
    const listing = hidden[index];
    if (!listing) return;
    listing.moderation = moderation;
    if (moderation !== 'pending') return;
    listing.createdDay = -1 - (index % 2);
    listing.createdAt = clock.at(listing.createdDay, 15 + index, 12);
    listing.updatedAt = listing.createdAt;
    for (const change of listing.changes) change.at = listing.createdAt;
  });
}
