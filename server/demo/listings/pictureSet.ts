import type { PropertyType } from '#shared/contracts/properties.ts';
import type { PictureKind, PictureRecipe } from '../pictures/index.ts';
import { Deck, streamOf } from '../random.ts';
import type { ListingFacts } from './facts.ts';

/** Rooms are drawn once and dealt to many listings; what lies before their windows must fit the home. */
type Family = 'tower' | 'garden';

const familyOf: Record<PropertyType, Family> = {
  condo: 'tower',
  office: 'tower',
  commercial: 'tower',
  apartment: 'garden',
  house: 'garden',
  duplex: 'garden',
  land: 'garden',
};
const typeOfFamily = { tower: 'condo', garden: 'house' } as const satisfies Record<Family, PropertyType>;

/** How many different ones are drawn. */
const pools: Partial<Record<PictureKind, Record<Family, number>>> = {
  living: { tower: 24, garden: 16 },
  kitchen: { tower: 24, garden: 16 },
  bedroom: { tower: 28, garden: 22 },
  bath: { tower: 22, garden: 14 },
  balcony: { tower: 13, garden: 9 },
  pool: { tower: 12, garden: 9 },
  skyline: { tower: 18, garden: 6 },
  office: { tower: 28, garden: 1 },
  shop: { tower: 14, garden: 1 },
  land: { tower: 1, garden: 16 },
};

/** Floor plans follow the type more closely than rooms do. */
const planPools: Record<PropertyType, number> = {
  condo: 20,
  apartment: 10,
  house: 12,
  duplex: 8,
  office: 10,
  commercial: 8,
  land: 10,
};

const coverKinds: Partial<Record<PropertyType, PictureKind>> = { land: 'land', commercial: 'shop' };
/** Seeds from here on belong to one listing each. */
const FIRST_OWN_SEED = 1_000;
const MOST_PICTURES = 10;

/**
 * Six to ten pictures for each listing in turn, cover first: never one twice in a listing, none again among its
 * neighbours. To be asked in the listings' order.
 */
export function pictureDealer(): (facts: ListingFacts) => PictureRecipe[] {
  const decks = new Map<string, Deck<number>>();
  let ownSeed = FIRST_OWN_SEED;

  function deal(kind: PictureKind, type: PropertyType): PictureRecipe {
    const propertyType = kind === 'plan' ? type : typeOfFamily[familyOf[type]];
    const size = kind === 'plan' ? planPools[type] : (pools[kind]?.[familyOf[type]] ?? 1);
    const name = `${kind} ${propertyType}`;
    const deck =
      decks.get(name) ??
      new Deck(
        streamOf(`pictures ${name}`),
        Array.from({ length: size }, (_, seed) => seed),
      );
    decks.set(name, deck);
    return { kind, seed: deck.deal(), propertyType };
  }

  return (facts) => {
    const { type } = facts;
    ownSeed += 1;
    const cover: PictureRecipe = { kind: coverKinds[type] ?? 'facade', seed: ownSeed, propertyType: type };
    const facade: PictureRecipe[] =
      type === 'commercial' ? [{ kind: 'facade', seed: ownSeed, propertyType: type }] : [];
    const rooms = roomsOf(facts).map((kind) => deal(kind, type));
    return [cover, ...facade, ...rooms].slice(0, MOST_PICTURES);
  };
}

function roomsOf(facts: ListingFacts): PictureKind[] {
  const rng = streamOf(`rooms ${facts.key}`);
  const some = (kind: PictureKind, chance: number): PictureKind[] => (rng.chance(chance) ? [kind] : []);
  const when = (kind: PictureKind, isTrue: boolean): PictureKind[] => (isTrue ? [kind] : []);
  const { bedrooms, bathrooms, traits, view } = facts;

  switch (facts.type) {
    case 'land':
      return [
        'land',
        'land',
        'land',
        ...some('land', 0.4),
        ...when('skyline', view !== null),
        'land',
        'plan',
      ];
    case 'office':
      return [
        'office',
        'office',
        'office',
        ...when('skyline', view !== null),
        'office',
        ...some('office', 0.5),
        'plan',
      ];
    case 'commercial':
      return ['shop', 'office', 'shop', ...some('skyline', 0.5), 'plan'];
    default: {
      const isTower = facts.type === 'condo';
      return [
        'living',
        'kitchen',
        'bedroom',
        'bath',
        ...when('balcony', traits.has('balcony')),
        ...when('bedroom', bedrooms >= 2),
        ...when('skyline', view !== null),
        ...when('bath', bathrooms >= 3),
        ...when('bedroom', bedrooms >= 4),
        ...when('pool', traits.has('pool')),
        ...some('pool', isTower ? 0.45 : 0),
        ...some('living', bedrooms >= 3 ? 0.5 : 0),
        ...when('skyline', isTower && view === null && rng.chance(0.5)),
        'plan',
      ];
    }
  }
}
