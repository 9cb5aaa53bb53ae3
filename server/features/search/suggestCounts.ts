import type { Database } from '#server/db/connection.ts';
import { toNumber } from '#server/db/sql.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { type Place, placeCriterion } from '#shared/places.ts';

interface Group {
  city_slug: string | null;
  district_slug: string | null;
  region_slug: string | null;
  type: PropertyType;
  listing_type: ListingType;
  total: number | string;
}

/** What is counted; whatever is null does not matter. */
export interface Offer {
  place: Place | null;
  types: readonly PropertyType[] | null;
  listingType: ListingType | null;
}

/** Available public listings by place, type and offer, counted in one reading. */
export class OfferedListings {
  readonly total: number;
  /** By what they lie in: looking through all groups for each place that might be meant took most of an answer. */
  private readonly inPlace = new Map<string, Group[]>();

  constructor(private readonly groups: readonly Group[]) {
    for (const group of groups)
      for (const field of ['city_slug', 'district_slug', 'region_slug'] as const) {
        const key = `${field} ${group[field]}`;
        const inPlace = this.inPlace.get(key);
        if (inPlace) inPlace.push(group);
        else this.inPlace.set(key, [group]);
      }
    this.total = this.count({ place: null, types: null, listingType: null });
  }

  count({ place, types, listingType }: Offer): number {
    return this.lyingIn(place)
      .filter(
        (group) =>
          (!types || types.includes(group.type)) && (!listingType || group.listing_type === listingType),
      )
      .reduce((sum, { total }) => sum + toNumber(total), 0);
  }

  private lyingIn(place: Place | null): readonly Group[] {
    if (!place) return this.groups;
    const { field, slugs } = placeCriterion(place);
    return slugs.flatMap((slug) => this.inPlace.get(`${columnOf[field]} ${slug}`) ?? []);
  }
}

const columnOf = { citySlug: 'city_slug', districtSlug: 'district_slug', regionSlug: 'region_slug' } as const;

/** Another process's change shows after at most so long. */
const FRESH_MS = 2_000;
/** Up to so many are counted anew, in some milliseconds, before an answer that follows a change. */
const FEW_LISTINGS = 50_000;
/** More are counted behind the answer, and figures up to this age are given meanwhile. */
const LONGEST_MS = 5 * 60_000;
/** Counting many takes no more than this share of the time. */
const BUSY_SHARE = 0.05;

interface Kept {
  listings: OfferedListings;
  version: number;
  readAt: number;
  tookMs: number;
}

/** One reading for every keystroke of everybody: at a million listings it takes most of a second. */
export class OfferedCounts {
  private kept: Kept | null = null;
  private reading: Promise<Kept> | null = null;
  private version = 0;

  constructor(private readonly db: Database) {}

  /** Something changed. */
  outdate(): void {
    this.version += 1;
  }

  async current(): Promise<OfferedListings> {
    const { kept } = this;
    const age = kept ? performance.now() - kept.readAt : Number.POSITIVE_INFINITY;
    if (kept && kept.version === this.version && age < FRESH_MS) return kept.listings;
    if (kept && kept.listings.total > FEW_LISTINGS && age < LONGEST_MS) {
      // Who asks next is told of a failure, if it lasts.
      if (age > kept.tookMs / BUSY_SHARE) this.read().catch(() => undefined);
      return kept.listings;
    }
    const wanted = this.version;
    let read = await this.read();
    // One that had begun before the change may lack it.
    if (read.version < wanted) read = await this.read();
    return read.listings;
  }

  private read(): Promise<Kept> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readNow(): Promise<Kept> {
    const { version } = this;
    const readAt = performance.now();
    const groups = await this.db.readRowsInBackground<Group>(selectGroups[this.db.dialect]);
    const tookMs = performance.now() - readAt;
    this.kept = { listings: new OfferedListings(groups), version, readAt, tookMs };
    return this.kept;
  }
}

const COLUMNS = 'p.city_slug, p.district_slug, p.region_slug, p.type, p.listing_type';

/** From an index that holds all of it; SQLite would look up the available ones in another, which does not. */
const selectGroups = {
  sqlite: `SELECT ${COLUMNS}, COUNT(*) AS total FROM properties p INDEXED BY properties_public_newest
    WHERE ${PUBLIC_ONLY} AND +p.status = 'available' GROUP BY ${COLUMNS}`,
  postgres: `SELECT ${COLUMNS}, COUNT(*) AS total FROM properties p
    WHERE ${PUBLIC_ONLY} AND p.status = 'available' GROUP BY ${COLUMNS}`,
} as const;
