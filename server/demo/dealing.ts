import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { demoClock } from './clock.ts';
import { buildAllFacts } from './listings/buildFacts.ts';
import { type ListingFacts, sharedRoomOf } from './listings/facts.ts';
import { planListings } from './listings/timeline.ts';
import { draftAccounts } from './people/accounts.ts';
import {
  type AmenityRecipe,
  type DemoPicture,
  type FacadeForm,
  type FacadeRecipe,
  type LotRecipe,
  nameOf,
  type PictureCamera,
  type PictureLight,
  type PictureRecipe,
  type PlanRecipe,
  type PriceClass,
  type RoomRecipe,
  type SkylineRecipe,
  type WindowView,
} from './pictures.ts';
import { pickWeighted, type Rng, streamOf } from './random.ts';

/** Shares of the listings of one kind, from the cheapest a square metre on. */
const PLAIN = 0.35;
const FINE = 0.8;
/** Pesos below which a flat is plain, up to which it is never fine, and from which it is never plain. */
const flatLimits = {
  rent: { plain: 15_000, fine: 32_000, middle: 45_000 },
  sale: { plain: 2_500_000, fine: 6_500_000, middle: 12_000_000 },
};
/** A house for so much is not plain. */
const MIDDLE_HOUSE = 18_000_000;
const LEAST_PICTURES = 5;
const MOST_PICTURES = 10;
/** Two listings with the same picture stand further apart than this. */
const NEIGHBOURS = 6;
/** Up to this story a window looks at the street, up to the next one at roofs. */
const STREET_FLOOR = 5;
const LOW_FLOOR = 14;

const isOwnHouse = ({ type }: ListingFacts) => type === 'house' || type === 'duplex';
const isFlat = ({ type }: ListingFacts) => type === 'condo' || type === 'apartment';
const rate = ({ price, areaSqm }: ListingFacts) => price / areaSqm;

/** The class of each listing, from its price a square metre among listings of its kind. */
export function priceClasses(all: readonly ListingFacts[]): (facts: ListingFacts) => PriceClass {
  const kindOf = ({ type, listingType }: ListingFacts) => `${type} ${listingType === 'sale' ? 'sale' : 'rent'}`;
  const ladders = new Map<string, number[]>();
  for (const facts of all) ladders.set(kindOf(facts), [...(ladders.get(kindOf(facts)) ?? []), rate(facts)]);
  for (const ladder of ladders.values()) ladder.sort((one, other) => one - other);
  return (facts) => {
    const { price, listingType } = facts;
    const ladder = ladders.get(kindOf(facts)) ?? [];
    const place = ladder.filter((other) => other < rate(facts)).length / Math.max(1, ladder.length);
    const byRate = place < PLAIN ? 'plain' : place < FINE ? 'middle' : 'fine';
    if (isOwnHouse(facts)) return byRate === 'plain' && price >= MIDDLE_HOUSE ? 'middle' : byRate;
    if (!isFlat(facts)) return byRate;
    const limits = flatLimits[listingType === 'sale' ? 'sale' : 'rent'];
    if (price < limits.plain) return 'plain';
    if (byRate === 'fine' && price < limits.fine) return 'middle';
    return byRate === 'plain' && price >= limits.middle ? 'middle' : byRate;
  };
}

const buildingOf = ({ building, key }: ListingFacts) => building?.[0] ?? key;
const seedOf = (name: string) => streamOf(`picture ${name}`).int(0, 99_999);

export function formOf({ type, storeys, traits, lotSqm }: ListingFacts): FacadeForm {
  switch (type) {
    case 'office':
      return storeys >= 9 ? 'officeTower' : 'midRise';
    case 'condo':
      return storeys >= 16 ? 'tower' : storeys >= 6 ? 'midRise' : 'walkUp';
    case 'apartment':
      return storeys >= 6 ? 'midRise' : 'walkUp';
    case 'duplex':
      return 'duplex';
    case 'commercial':
      return traits.has('warehouse') ? 'warehouse' : storeys > 4 ? 'midRise' : 'shopRow';
    default:
      if (storeys === 1) return 'bungalow';
      return (lotSqm ?? 0) < 130 ? 'townhouse' : 'villageHouse';
  }
}

/** The outlook of the windows, by floor and place. */
export function windowViewOf({ type, floor, view, traits }: ListingFacts): WindowView {
  if (type === 'house' || type === 'duplex' || type === 'land') return traits.has('garden') ? 'garden' : 'street';
  if (type === 'commercial' || floor === null || floor <= STREET_FLOOR) return 'street';
  if (view !== null && /\bbay\b/i.test(view)) return 'bay';
  return floor <= LOW_FLOOR ? 'lowCity' : 'highCity';
}

/** Levels inside the home. */
const levelsOf = (facts: ListingFacts) =>
  isOwnHouse(facts) || (facts.type === 'commercial' && facts.floor === null) ? Math.max(1, facts.storeys) : 1;

/** Every second unit of a building is laid out the other way round. */
export function planRecipeOf(facts: ListingFacts, isMirrored: boolean): PlanRecipe {
  const { type, bedrooms, bathrooms, areaSqm, traits, furnishing } = facts;
  return {
    kind: 'plan',
    type,
    bedrooms,
    bathrooms,
    areaSqm,
    storeys: levelsOf(facts),
    hasBalcony: traits.has('balcony'),
    hasHelper: traits.has('helper'),
    isCorner: traits.has('corner'),
    isFurnished: furnishing === 'fully',
    isMirrored,
    seed: seedOf(buildingOf(facts)),
  };
}

type Look = Pick<RoomRecipe, 'camera' | 'light' | 'isMirrored'>;

type Lights = readonly (readonly [PictureLight, number])[];
const streetLights: Lights = [
  ['day', 40],
  ['golden', 22],
  ['overcast', 18],
  ['rain', 8],
  ['dusk', 12],
];
/** Agents photograph rooms by day. */
const roomLights: Lights = [
  ['day', 52],
  ['golden', 22],
  ['overcast', 18],
  ['rain', 4],
  ['dusk', 4],
];
/** Light wells know no evening sun. */
const wetLights: Lights = [
  ['day', 70],
  ['overcast', 30],
];
const lightsOf = (name: string): Lights => {
  if (/^(?:kitchen|bath|laundry|gym)\b/.test(name)) return wetLights;
  return /^(?:living|studio|bedspace|bedroom|office|shop|lobby)\b/.test(name) ? roomLights : streetLights;
};
/** Covers have good light: rooms by day, streets and views in the evening too. */
const coverRoomLights: Lights = [
  ['day', 70],
  ['golden', 26],
  ['overcast', 4],
];
const coverStreetLights: Lights = [
  ['day', 62],
  ['golden', 26],
  ['dusk', 12],
];
const allCameras: readonly PictureCamera[] = [0, 1, 2, 3, 4];
const lotCameras: readonly PictureCamera[] = [0, 1, 2, 4];
/** Close to a part, an office is a row of chairs; from its doorway a balcony is a railing. */
const officeCameras: readonly PictureCamera[] = [0, 1, 2, 3];
const balconyCameras: readonly PictureCamera[] = [0, 1, 3, 4];
/** A low look up suits high buildings alone. */
const camerasOf: Record<FacadeForm, readonly PictureCamera[]> = {
  walkUp: [0, 1, 2, 4],
  midRise: allCameras,
  tower: allCameras,
  officeTower: allCameras,
  townhouse: [0, 1, 2, 4],
  bungalow: [0, 1, 2, 4],
  duplex: [0, 1, 2, 4],
  villageHouse: [0, 1, 2, 4],
  shopRow: [0, 1, 2, 4],
  warehouse: [0, 1, 4],
};

/** By the name of the picture alone: one listing more or less changes the look of no other picture. */
function lookFor(
  name: string,
  cameras: readonly PictureCamera[] = allCameras,
  lights: Lights = lightsOf(name),
): Look {
  const rng = streamOf(`look ${name}`);
  return { camera: rng.pick(cameras), light: pickWeighted(rng, lights), isMirrored: rng.chance(0.5) };
}

/** Covers that stand near each other on a page of the newest, and how many of these may be alike. */
const COVERS_NEAR = 80;
const COVERS_BESIDE = 4;
const MOST_ALIKE = 4;
const ATTEMPTS = 40;

/** Looks of covers: a composition that several of the last covers have gives way to another one. */
class Covers {
  private readonly last: string[] = [];

  lookFor(name: string, cameras?: readonly PictureCamera[]): Look {
    const [kind] = name.split(' ');
    const lights = lightsOf(name) === streetLights ? coverStreetLights : coverRoomLights;
    for (let attempt = 0; ; attempt++) {
      const look = lookFor(`${name} ${attempt}`, cameras, lights);
      const composition = `${kind} ${look.camera} ${look.light}`;
      const alike = this.last.filter((other) => other === composition).length;
      const isBeside = this.last.slice(-COVERS_BESIDE).includes(composition);
      if (attempt < ATTEMPTS && (isBeside || alike >= MOST_ALIKE)) continue;
      this.last.push(composition);
      if (this.last.length > COVERS_NEAR) this.last.shift();
      return look;
    }
  }
}

/** Uses of one picture of a pool; rooms that people compare closely repeat less. */
const repeats: Partial<Record<PictureRecipe['kind'], number>> = {
  living: 5,
  studio: 4,
  kitchen: 8,
  bedroom: 10,
  bath: 10,
  balcony: 8,
  laundry: 14,
  office: 8,
  shop: 4,
  pool: 8,
  gym: 12,
  lobby: 10,
  skyline: 6,
};

interface Pooled {
  recipe: PictureRecipe;
  /** Listings that show it, by their places. */
  shownBy: number[];
}

/** The pool by its name, the kind of picture, and a further picture where the pool has none to give. */
type Wanted = [key: string, kind: PictureRecipe['kind'], draw: (look: Look, seed: number) => PictureRecipe];

/** Facade and an amenity. */
const MATES_SHARE = 2;
/** Two listings that share more pictures would look like one home posted twice. */
const MOST_SHARED: Record<PropertyType, number> = {
  condo: 3,
  house: 3,
  duplex: 2,
  apartment: 2,
  office: 2,
  commercial: 1,
  land: 0,
};

/** Pictures that listings share: one is drawn anew when the others are used up or stand too near. */
class Pools {
  private readonly pools = new Map<string, { items: Pooled[]; uses: number }>();
  /** How many pictures the present listing shares with others, by their places. */
  private shared = new Map<number, number>();
  private readonly ofBuildings = new Map<string, Pooled>();
  private mates: readonly number[] = [];
  private listing = 0;
  private most = 0;

  /** @param mates places of the other units in the building, which share its facade and amenities */
  begin(listing: number, most: number, mates: readonly number[]): void {
    this.listing = listing;
    this.most = most;
    this.mates = mates;
    this.shared = new Map(mates.map((mate) => [mate, MATES_SHARE]));
  }

  deal(...given: Wanted): PictureRecipe {
    return this.show(this.find(...given));
  }

  /** The same picture for all units of the building; null where it would stand too near one of another building. */
  dealOfBuilding(building: string, ...given: Wanted): PictureRecipe | null {
    const name = `${building} ${given[1]}`;
    const known = this.ofBuildings.get(name);
    if (known?.shownBy.some((other) => this.isNear(other) && !this.mates.includes(other))) return null;
    const item = known ?? this.find(...given);
    this.ofBuildings.set(name, item);
    return this.show(item);
  }

  private isNear(other: number): boolean {
    return this.listing - other <= NEIGHBOURS;
  }

  private find(...[key, kind, draw]: Wanted): Pooled {
    const pool = this.pools.get(key) ?? { items: [], uses: 0 };
    this.pools.set(key, pool);
    pool.uses += 1;
    const isFree = ({ shownBy }: Pooled) =>
      shownBy.every((other) => !this.isNear(other) && (this.shared.get(other) ?? 0) < this.most);
    const free = pool.items.filter(isFree).toSorted((one, other) => one.shownBy.length - other.shownBy.length)[0];
    if (free && pool.uses <= pool.items.length * (repeats[kind] ?? 1)) return free;
    const name = `${key} ${pool.items.length}`;
    // Cameras in turn: small pools show all of them.
    const camera = allCameras[(seedOf(key) + pool.items.length) % allCameras.length] ?? 0;
    const item = { recipe: draw({ ...lookFor(name), camera }, seedOf(name)), shownBy: [] };
    pool.items.push(item);
    return item;
  }

  private show({ recipe, shownBy }: Pooled): PictureRecipe {
    for (const other of shownBy) this.shared.set(other, (this.shared.get(other) ?? 0) + 1);
    shownBy.push(this.listing);
    return recipe;
  }
}

const medianClass = (classes: readonly PriceClass[]): PriceClass => {
  const order = ['plain', 'middle', 'fine'] as const;
  const places = classes.map((one) => order.indexOf(one)).sort((one, other) => one - other);
  return order[places[Math.floor(places.length / 2)] ?? 1] ?? 'middle';
};

/**
 * Six to ten pictures for each listing, five for land, cover first: living room or view for flats, the street front for houses, shops and empty
 * flats. All units of a building have its facade. The listings must come in the order of their posting.
 */
export function dealPictures(all: readonly ListingFacts[]): PictureRecipe[][] {
  const classOf = priceClasses(all);
  const units = new Map<string, ListingFacts[]>();
  for (const facts of all) units.set(buildingOf(facts), [...(units.get(buildingOf(facts)) ?? []), facts]);
  const pools = new Pools();
  const covers = new Covers();
  const facades = new Map<string, FacadeRecipe>();
  const facadeOf = (facts: ListingFacts): FacadeRecipe => {
    const name = buildingOf(facts);
    const form = formOf(facts);
    const facade = facades.get(name) ?? {
      kind: 'facade' as const,
      form,
      storeys: facts.storeys,
      priceClass: medianClass((units.get(name) ?? [facts]).map(classOf)),
      ...outdoors(
        (units.get(name) ?? []).some(isCover)
          ? covers.lookFor(`${form} ${name}`, camerasOf[form])
          : lookFor(`facade ${name}`, camerasOf[form]),
      ),
      seed: seedOf(name),
    };
    facades.set(name, facade);
    return facade;
  };

  const dealt = new Map<string, PictureRecipe[]>();
  return all.map((facts, listing) => {
    const known = dealt.get(facts.sameHomeAs ?? '');
    if (known) return known;
    const mates = units.get(buildingOf(facts)) ?? [];
    pools.begin(
      listing,
      facts.bedrooms === 0 ? Math.min(2, MOST_SHARED[facts.type]) : MOST_SHARED[facts.type],
      mates.filter((mate) => mate !== facts).map((mate) => all.indexOf(mate)),
    );
    const deal = new ListingDeal(facts, classOf(facts), pools);
    const plan = planRecipeOf(facts, (mates.indexOf(facts) + facts.areaSqm) % 2 === 1);
    const pictures = [
      ...new Map(
        deal.pictures(facadeOf, covers, mates.find(isCover) === facts).map((one) => [JSON.stringify(one), one]),
      ).values(),
    ];
    const photos = pictures.slice(0, MOST_PICTURES - 1);
    if (photos.length < LEAST_PICTURES - 1) throw new RangeError(`too few pictures for ${facts.key}`);
    const own = [...photos, plan];
    dealt.set(facts.key, own);
    return own;
  });
}

/** Streets are the covers of houses and shops, and of empty flats. */
const isCover = (facts: ListingFacts) =>
  isOwnHouse(facts) || facts.type === 'commercial' || (isFlat(facts) && facts.furnishing === 'bare');

const outdoors = ({ camera, light }: Look) => ({ camera, light });

class ListingDeal {
  private readonly view: WindowView;
  private readonly rng: Rng;

  constructor(
    private readonly facts: ListingFacts,
    private readonly priceClass: PriceClass,
    private readonly pools: Pools,
  ) {
    this.view = windowViewOf(facts);
    this.rng = streamOf(`rooms ${facts.key}`);
  }

  /** @param isFirst whether no earlier listing has the building on its cover */
  pictures(facadeOf: (facts: ListingFacts) => FacadeRecipe, covers: Covers, isFirst: boolean): PictureRecipe[] {
    const { type, traits, bedrooms, bathrooms, view, floor } = this.facts;
    const when = (isTrue: boolean, ...pictures: (() => PictureRecipe)[]) =>
      isTrue ? pictures.map((draw) => draw()) : [];
    const room = (kind: RoomRecipe['kind']) => () => this.room(kind);
    switch (type) {
      case 'land':
        return this.lots(covers.lookFor(`lot ${this.facts.key}`, lotCameras));
      case 'office': {
        const lobby = this.amenity('lobby');
        return [
          this.own('office', covers, officeCameras),
          room('office')(),
          ...(lobby.length > 0 ? lobby : [room('office')()]),
          ...when(view !== null, () => this.skyline()),
          facadeOf(this.facts),
          room('office')(),
        ];
      }
      case 'commercial': {
        const facade = facadeOf(this.facts);
        const others = camerasOf[facade.form]
          .filter((camera) => camera !== facade.camera)
          .map((camera) => ({ ...facade, camera }));
        if (traits.has('warehouse')) return [facade, ...others, room('office')(), room('office')()];
        return [
          facade,
          room('shop')(),
          room('shop')(),
          ...when(floor === null, room('office'), room('office')),
          ...others.slice(0, 1),
          room('shop')(),
        ];
      }
      default: {
        const isHouse = isOwnHouse(this.facts);
        const shared = sharedRoomOf(traits);
        const main = shared === 'bedspace' ? shared : shared ? 'bedroom' : bedrooms === 0 ? 'studio' : 'living';
        const cover = isHouse ? 'facade' : this.coverOf(main, isFirst);
        return [
          cover === 'facade'
            ? facadeOf(this.facts)
            : cover === 'skyline'
              ? this.ownSkyline(covers)
              : this.own(cover, covers, cover === 'balcony' ? balconyCameras : allCameras),
          ...when(cover !== main, room(main)),
          room('kitchen')(),
          ...when(bedrooms >= 1, room('bedroom')),
          room('bath')(),
          ...when(traits.has('balcony') && cover !== 'balcony', room('balcony')),
          ...when(bedrooms >= 2, room('bedroom')),
          ...when(view !== null && !isHouse && cover !== 'skyline', () => this.skyline()),
          ...(traits.has('pool') ? this.amenity('pool') : []),
          ...when(bathrooms >= 3, room('bath')),
          ...when(!isHouse && cover !== 'facade', () => facadeOf(this.facts)),
          ...(type === 'condo' ? this.amenity(this.rng.pick(['pool', 'gym', 'lobby'] as const)) : []),
          ...when(bedrooms >= 4, room('bedroom')),
          ...when(this.priceClass !== 'fine', room('laundry')),
          ...(type === 'condo' && bedrooms <= 1 ? this.amenity('lobby') : []),
        ];
      }
    }
  }

  /**
   * The room that people live in, or what it looks at; an empty room gives way to the building, which one flat of it shows, and to
   * its view.
   */
  private coverOf(main: RoomRecipe['kind'], isFirst: boolean): RoomRecipe['kind'] | 'facade' | 'skyline' {
    const { traits, view, furnishing } = this.facts;
    const isHigh = this.view !== 'street';
    if (furnishing === 'bare') {
      if (isFirst && !(isHigh && this.rng.chance(0.4))) return 'facade';
      return isHigh ? 'skyline' : main;
    }
    // A plain balcony is a place for washing.
    const isTerrace = isHigh && traits.has('balcony') && this.priceClass !== 'plain';
    if (isTerrace && this.rng.chance(view === null ? 0.2 : 0.5)) return 'balcony';
    return isHigh && furnishing === 'semi' && this.rng.chance(0.3) ? 'skyline' : main;
  }

  private ownSkyline(covers: Covers): SkylineRecipe {
    const { floor, key } = this.facts;
    const { light } = covers.lookFor(`skyline ${key}`, [0]);
    return { kind: 'skyline', view: this.view, floor: floor ?? 2, light, seed: seedOf(`skyline ${key}`) };
  }

  private look(kind: RoomRecipe['kind']): Pick<RoomRecipe, 'kind' | 'priceClass' | 'furnishing' | 'view'> {
    const { furnishing } = this.facts;
    const isWet = kind === 'kitchen' || kind === 'bath' || kind === 'laundry';
    // Half-furnished homes have the kitchens, baths and balconies of furnished ones.
    const isHalf =
      furnishing === 'semi' && (kind === 'living' || kind === 'studio' || kind === 'bedroom' || kind === 'office');
    return {
      kind,
      priceClass: this.priceClass,
      furnishing: furnishing === 'bare' ? 'bare' : isHalf ? 'semi' : 'fully',
      view: isWet
        ? isOwnHouse(this.facts)
          ? 'garden'
          : 'lightWell'
        : kind === 'bedroom' && this.view === 'bay'
          ? 'highCity'
          : this.view,
    };
  }

  /** A picture that no other listing has. */
  private own(kind: RoomRecipe['kind'], covers: Covers, cameras = allCameras): RoomRecipe {
    const name = `${kind} ${this.facts.key}`;
    return { ...this.look(kind), ...covers.lookFor(name, cameras), seed: seedOf(name) };
  }

  private room(kind: RoomRecipe['kind']): PictureRecipe {
    const look = this.look(kind);
    const key = `${kind} ${look.priceClass} ${look.furnishing} ${look.view}`;
    return this.pools.deal(key, kind, (own, seed) => ({ ...look, ...own, seed }));
  }

  /** All units of a building show the same pool, gym and lobby. */
  private amenity(kind: AmenityRecipe['kind']): PictureRecipe[] {
    const { priceClass } = this;
    const [building] = this.facts.building ?? [];
    const draw = (look: Look, seed: number): AmenityRecipe => ({ kind, priceClass, ...outdoors(look), seed });
    if (building === undefined) return [this.pools.deal(`${kind} ${priceClass} house`, kind, draw)];
    const recipe = this.pools.dealOfBuilding(building, `${kind} ${priceClass} building`, kind, draw);
    return recipe ? [recipe] : [];
  }

  private skyline(): PictureRecipe {
    const { view } = this;
    const floor = Math.ceil((this.facts.floor ?? 2) / 10) * 10;
    return this.pools.deal(
      `skyline ${view} ${floor}`,
      'skyline',
      ({ light }, seed): SkylineRecipe => ({
        kind: 'skyline',
        view,
        floor,
        light,
        seed,
      }),
    );
  }

  /** One lot from all sides. */
  private lots(look: Look): LotRecipe[] {
    const { areaSqm, traits, key } = this.facts;
    const cameras = [look.camera, ...lotCameras.filter((camera) => camera !== look.camera)];
    return cameras.map((camera) => ({
      kind: 'lot',
      areaSqm,
      isCorner: traits.has('corner'),
      priceClass: this.priceClass,
      camera,
      // Nothing on empty land is lit after sunset.
      light: look.light === 'dusk' ? 'golden' : look.light,
      seed: seedOf(key),
    }));
  }
}

/** Every picture of the demo marketplace once, the same on every day. */
export function listPictures(): DemoPicture[] {
  const clock = demoClock(new Date(0));
  const pictures: DemoPicture[] = [
    ...dealPictures(planListings(buildAllFacts(), clock).map(({ facts }) => facts)).flat(),
    ...draftAccounts(clock).flatMap(({ face }) => face ?? []),
  ];
  return [...new Map(pictures.map((picture) => [nameOf(picture), picture])).values()];
}
