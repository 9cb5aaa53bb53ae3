import { expect, test } from 'vitest';
import { captionOf } from '#server/demo/captions.ts';
import { demoClock } from '#server/demo/clock.ts';
import { dealPictures } from '#server/demo/dealing.ts';
import { buildAllFacts } from '#server/demo/listings/buildFacts.ts';
import { type ListingFacts, sharedRoomOf } from '#server/demo/listings/facts.ts';
import { planListings } from '#server/demo/listings/timeline.ts';
import { nameOf, type PictureRecipe } from '#server/demo/pictures.ts';
import { type PlanRoomKind, planArea, planLayout } from '#server/demo/planLayout.ts';

const planned = planListings(buildAllFacts(), demoClock(new Date(0)));
const dealt = dealPictures(planned.map(({ facts }) => facts));
const listings = planned.map((listing, at) => ({ ...listing, pictures: dealt[at] ?? [] }));

const ofKind = <Kind extends PictureRecipe['kind']>(pictures: readonly PictureRecipe[], kind: Kind) =>
  pictures.filter((one): one is Extract<PictureRecipe, { kind: Kind }> => one.kind === kind);
const roomsIn = (pictures: readonly PictureRecipe[]) => pictures.filter((one) => 'furnishing' in one);

test('a plan has the rooms of its listing, in its size', () => {
  for (const { facts, pictures } of listings) {
    const [plan, ...others] = ofKind(pictures, 'plan');
    if (!plan) throw new Error(`${facts.key} has no plan`);
    expect(others, facts.key).toEqual([]);
    const { type, bedrooms, bathrooms, areaSqm, traits } = facts;
    expect(plan, facts.key).toMatchObject({
      type,
      bedrooms,
      bathrooms,
      areaSqm,
      hasBalcony: traits.has('balcony'),
    });
    if (type === 'land') continue;
    const levels = planLayout(plan);
    const rooms = levels.flatMap((level) => level.rooms);
    const count = (kind: PlanRoomKind) => rooms.filter((room) => room.kind === kind).length;
    expect(
      { bed: count('bed'), bath: count('bath'), balcony: count('balcony'), helper: count('helper') },
      facts.key,
    ).toEqual({
      bed: bedrooms,
      bath: bathrooms,
      balcony: Number(traits.has('balcony')),
      helper: Number(traits.has('helper')),
    });
    expect(levels, facts.key).toHaveLength(facts.floor === null ? facts.storeys : 1);
    expect(Math.abs(planArea(levels) / areaSqm - 1), facts.key).toBeLessThan(0.08);
    for (const { name, w, h } of rooms) expect(Math.min(w, h), `${facts.key}: ${name}`).toBeGreaterThan(0.8);
    for (const level of levels)
      level.rooms.forEach((room, at) => {
        const isReached = level.doors.some(({ from, to }) => from === at || to === at);
        expect(isReached, `${facts.key}: ${room.name} has no door`).toBe(true);
      });
  }
});

test('a building has one facade, as high as its homes need', () => {
  const facades = new Map<string, Set<string>>();
  for (const { facts, pictures } of listings) {
    for (const facade of ofKind(pictures, 'facade')) {
      expect(facade.storeys, facts.key).toBeGreaterThanOrEqual(facts.floor ?? facts.storeys);
      const [building] = facts.building ?? [];
      if (building) facades.set(building, (facades.get(building) ?? new Set()).add(nameOf(facade)));
    }
  }
  expect(facades.size).toBeGreaterThan(20);
  for (const [building, own] of facades) expect([...own], building).toHaveLength(1);
});

test('no room contradicts furnishing and floor of its listing', () => {
  for (const { facts, pictures } of listings) {
    for (const { kind, furnishing, view } of roomsIn(pictures)) {
      expect(furnishing === 'bare', `${facts.key}: ${kind}`).toBe(facts.furnishing === 'bare');
      if (facts.furnishing === 'fully') expect(furnishing, facts.key).toBe('fully');
      const isLow = facts.floor === null || facts.floor <= 5;
      if (isLow) expect(['street', 'garden', 'lightWell'], `${facts.key}: ${kind}`).toContain(view);
    }
    for (const { floor } of ofKind(pictures, 'skyline')) expect(floor, facts.key).toBeGreaterThan(5);
    const hasBalcony = facts.traits.has('balcony') || pictures.every(({ kind }) => kind !== 'balcony');
    expect(hasBalcony, facts.key).toBe(true);
    const beds = ofKind(pictures, 'bedroom').length;
    if (facts.type === 'condo') expect(beds, facts.key).toBeLessThanOrEqual(facts.bedrooms);
  }
});

function isRightCover({ type, furnishing, traits }: ListingFacts, { kind }: PictureRecipe): boolean {
  const shared = sharedRoomOf(traits);
  switch (type) {
    case 'condo':
    case 'apartment':
      if (kind === 'facade') return furnishing === 'bare';
      if (shared) return kind === (shared === 'bedspace' ? 'bedspace' : 'bedroom') || kind === 'balcony';
      return ['living', 'studio', 'balcony', 'skyline'].includes(kind);
    case 'land':
      return kind === 'lot';
    case 'office':
      return kind === 'office';
    default:
      return kind === 'facade';
  }
}

test('covers suit their listings; no composition more than six times among sixty', () => {
  const composition = (cover: PictureRecipe) =>
    ['kind', 'form', 'camera', 'light']
      .map((fact) => (fact in cover ? cover[fact as keyof typeof cover] : ''))
      .join(' ');
  const covers = listings.flatMap(({ facts, pictures: [cover] }) => {
    if (!cover || !isRightCover(facts, cover)) throw new Error(`${facts.key} has a wrong cover`);
    return [{ facts, cover }];
  });
  for (let first = 0; first + 60 <= covers.length; first++) {
    const counts = new Map<string, number>();
    for (const { cover } of covers.slice(first, first + 60))
      counts.set(composition(cover), (counts.get(composition(cover)) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(6);
  }
  const own = covers.filter(({ facts }) => facts.sameHomeAs === undefined).map(({ cover }) => nameOf(cover));
  expect(new Set(own).size).toBe(own.length);
});

test('homes that are not one share few pictures', () => {
  const names = listings.map(({ pictures }) => new Set(pictures.map(nameOf)));
  listings.forEach(({ facts }, at) => {
    for (let before = 0; before < at; before++) {
      const other = listings[before]?.facts;
      if (!other || facts.sameHomeAs === other.key || (facts.sameHomeAs ?? facts.key) === other.sameHomeAs)
        continue;
      const same = [...(names[at] ?? [])].filter((name) => names[before]?.has(name)).length;
      expect(same, `${facts.key}, ${other.key}`).toBeLessThanOrEqual(4);
    }
  });
});

test('captions are short and say what is drawn', () => {
  for (const { facts, pictures } of listings)
    for (const picture of pictures) {
      const caption = captionOf(picture);
      expect(caption.length, caption).toBeLessThanOrEqual(120);
      expect(caption, nameOf(picture)).not.toMatch(/undefined|null|NaN/);
      if (/^Empty/.test(caption)) expect(facts.furnishing, `${facts.key}: ${caption}`).toBe('bare');
    }
});
