import type { CreationAttributes } from 'sequelize';
import type { PropertyModel, PropertyViewModel } from '#server/db/models.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { mediaFlags } from '#server/features/properties/writes/pictures.ts';
import { type DemoClock, MINUTE_MS } from '../clock.ts';
import { pickPlace, type Rng, streamOf } from '../random.ts';
import { descriptionOf } from './descriptions.ts';
import type { ListingFacts } from './facts.ts';
import { featuresOf } from './features.ts';
import { freshAt, type PlannedListing } from './timeline.ts';
import { titleWriter } from './titles.ts';

/** One view, before its listing has an id. */
type DraftView = Omit<CreationAttributes<PropertyViewModel>, 'property_id'>;

const DAYS = 365;
const MEAN_VIEWS_A_DAY = 1;
/** Weights of weekdays, Sunday first: most views come in the evening and on weekends. */
const weekdayFactor = [1.38, 0.86, 0.82, 0.88, 0.92, 1.02, 1.3];
/** From midnight on. */
const hourWeights = [2, 1, 0, 0, 0, 0, 2, 4, 5, 5, 6, 6, 8, 6, 5, 5, 5, 6, 7, 9, 11, 11, 8, 4];

/**
 * A year of views of each listing, from the day after its posting until its closing.
 * @param viewers ids of accounts with views
 */
export function draftViews(
  planned: readonly PlannedListing[],
  viewers: readonly number[],
  clock: DemoClock,
): DraftView[][] {
  return planned.map((listing) => (listing.moderation === 'active' ? viewsOf(listing, viewers, clock) : []));
}

function viewsOf(listing: PlannedListing, viewers: readonly number[], clock: DemoClock): DraftView[] {
  const rng = streamOf(`views ${listing.facts.key}`);
  const appeal = appealOf(listing, rng);
  const views: DraftView[] = [];
  for (let day = Math.max(-DAYS, listing.createdDay + 1); day < (listing.closedDay ?? 0); day++) {
    const seen = new Set<string>();
    for (let count = viewsOnDay(listing, appeal, day, clock, rng); count > 0; count--) {
      const viewer = rng.chance(0.1) && viewers.length > 0 ? `user:${rng.pick(viewers)}` : anonymousKey(rng);
      if (seen.has(viewer)) continue;
      seen.add(viewer);
      views.push({
        viewer_key: viewer,
        viewed_on: clock.dateOf(day),
        viewed_at: new Date(
          clock.at(day, pickPlace(rng, hourWeights), rng.int(0, 59)).getTime() + rng.int(0, MINUTE_MS - 1),
        ),
      });
    }
  }
  return views;
}

/** Most listings get an average number of views, a few a multiple. */
function appealOf({ facts, agent }: PlannedListing, rng: Rng): number {
  let appeal = 0.45 + rng.next() ** 2.2 * 1.5;
  if (facts.listingType === 'rent') appeal *= 1.15;
  if (facts.area.tier === 'luxury') appeal *= 0.8;
  if (facts.type === 'land' || facts.type === 'commercial') appeal *= 0.6;
  if (agent === 0) appeal *= 1.35;
  return appeal;
}

function viewsOnDay(
  { createdDay }: PlannedListing,
  appeal: number,
  day: number,
  clock: DemoClock,
  rng: Rng,
): number {
  // The fewer listings of earlier months shared the same visitors; the total grows all the same.
  const growth = 1.7 - 0.75 * ((day + DAYS) / DAYS);
  const age = day - createdDay;
  const novelty = 0.7 + 2.2 * Math.exp(-age / 9);
  const expected = MEAN_VIEWS_A_DAY * appeal * growth * novelty * (weekdayFactor[clock.weekdayOf(day)] ?? 1);
  return poisson(expected, rng);
}

function poisson(expected: number, rng: Rng): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = rng.next(); product > limit; product *= rng.next()) count += 1;
  return count;
}

/** In the form of the keyed hash of a visitor without an account. */
function anonymousKey(rng: Rng): string {
  return Array.from({ length: 4 }, () => rng.int(0, 0xffff_ffff).toString(16).padStart(8, '0')).join('');
}

/**
 * A free film of the Blender Foundation (NOTICES.md) in place of a walk-through: the people of the demo have no camera.
 */
const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const HAS_VIDEO = 0.06;

function videoOf({ key, type }: ListingFacts): string | null {
  const isHome = type === 'condo' || type === 'house' || type === 'duplex';
  return isHome && streamOf(`video ${key}`).chance(HAS_VIDEO) ? VIDEO : null;
}

type ListingRow = CreationAttributes<PropertyModel>;

/** Addresses of a listing's pictures, and those of its floor plans. */
export interface DrawnPictures {
  images: readonly string[];
  plans: readonly string[];
  /** The words for each picture, by its address. */
  captions: Readonly<Record<string, string>>;
}

const LEAST_PHOTOS = 6;
const HAS_PLAN_APART = 0.4;

const noPictures: DrawnPictures = { images: [], plans: [], captions: {} };

/** Some agents add the plan as a floor plan, others as the last photo. */
function shownPictures({ key }: ListingFacts, { images, plans, captions }: DrawnPictures = noPictures) {
  const photos = images.filter((address) => !plans.includes(address));
  const isApart = photos.length >= LEAST_PHOTOS && streamOf(`plan ${key}`).chance(HAS_PLAN_APART);
  const shown = isApart ? photos : [...images];
  const image_descriptions = Object.fromEntries(shown.map((address) => [address, captions[address] ?? '']));
  return { images: shown, image_descriptions, floor_plans: isApart ? [...plans] : [] };
}

/**
 * Rows of all listings, in the given order.
 * @param agentIds ids of demoAgents @param pictures of each listing @param views of each listing
 */
export function listingRows(
  planned: readonly PlannedListing[],
  agentIds: readonly number[],
  pictures: readonly DrawnPictures[],
  views: readonly number[],
): ListingRow[] {
  const writeTitle = titleWriter();
  const thisYear = Math.max(...planned.map(({ createdAt }) => createdAt.getUTCFullYear()));
  return planned.map((listing, index) => {
    const { facts } = listing;
    const own = {
      title: writeTitle(facts),
      description: descriptionOf(facts),
      type: facts.type,
      address: `${facts.street}, ${facts.area.neighbourhood}`,
      city: facts.area.city,
      province: facts.area.province,
      features: featuresOf(facts),
    };
    const shown = shownPictures(facts, pictures[index]);
    const video_url = videoOf(facts);
    return {
      ...own,
      ...deriveSearchFields(own),
      ...shown,
      video_url,
      ...mediaFlags({ ...shown, video_url }),
      agent_id: agentIds[listing.agent] ?? null,
      listing_type: facts.listingType,
      status: listing.status,
      moderation_status: listing.moderation,
      hidden_by: listing.moderation === 'active' ? null : 'admin',
      price: facts.price,
      latitude: facts.coordinates.lat,
      longitude: facts.coordinates.lng,
      bedrooms: facts.bedrooms,
      bathrooms: facts.bathrooms,
      area_sqm: facts.areaSqm,
      parking_slots: facts.parking,
      furnished: isFurnished(facts),
      floor_level: facts.floor,
      completion: facts.completion,
      year_built: facts.age === null ? null : thisYear - facts.age,
      view_count: views[index] ?? 0,
      confirmed_at: listing.confirmations.at(-1) ?? null,
      fresh_at: freshAt(listing),
      created_at: listing.createdAt,
      updated_at: listing.updatedAt,
    };
  });
}

function isFurnished({ furnishing }: ListingFacts): boolean | null {
  return furnishing === null ? null : furnishing === 'fully';
}
