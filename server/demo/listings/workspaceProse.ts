import { article, capitalised, counted, inWords, isSale, ordinal, type Sentence } from './facts.ts';

export const officeOpenings: Sentence[] = [
  (f) =>
    `${f.areaSqm} sqm of office on the ${ordinal(f.floor ?? 1)} floor of ${f.building?.[0]}, ${f.area.neighbourhood}.`,
  (f) =>
    `Room for about ${Math.round(f.areaSqm / 6)} people at ${f.building?.[0]}, in the part of ${f.area.neighbourhood} where clients expect to find you.`,
  (f) =>
    f.furnishing === 'fully'
      ? `A team can start here on Monday: workstations, meeting rooms, pantry and cabling are all in place.`
      : null,
  (f) =>
    f.furnishing === 'bare'
      ? `A clean warm shell at ${f.building?.[0]}: ceiling, lights, air-conditioning and nothing that you would have to tear out.`
      : null,
  (f) =>
    f.traits.has('corner')
      ? `A corner suite at ${f.building?.[0]}, with glass on two sides and daylight at every desk.`
      : null,
  (f) =>
    f.areaSqm < 110
      ? `The right size for a firm that has outgrown co-working: ${article(`${f.areaSqm} sqm`)} suite at ${f.building?.[0]}.`
      : null,
];

export const officeInteriors: Sentence[] = [
  (f) =>
    f.furnishing === 'fully'
      ? `The fit-out has ${counted(inWords(Math.max(1, Math.round(f.areaSqm / 90))), 'meeting room')}, a reception, a pantry and a server room with its own cooling.`
      : null,
  (f) =>
    f.furnishing === 'semi'
      ? 'Partitions, carpet and a pantry from the last tenant can stay or go, as you wish.'
      : null,
  (f) =>
    f.furnishing === 'bare'
      ? 'The slab is free of columns, so your space planner will have an easy week.'
      : null,
  (f) =>
    `The building has full backup power, two fiber providers and ${inWords(Math.max(2, Math.round(f.storeys / 5)))} lifts, and may be used around the clock.`,
  (f) =>
    `${capitalised(counted(inWords(f.parking), 'parking slot'))} come with the suite; more can be rented by the month.`,
  (f) => (f.view ? `The main room looks out on ${f.view}.` : null),
  (f) =>
    f.bathrooms > 1
      ? 'Toilets are inside the suite.'
      : 'Toilets are shared with one neighbour and cleaned twice a day.',
];

export const commercialOpenings: Sentence[] = [
  (f) =>
    f.traits.has('warehouse')
      ? `A ${f.areaSqm} sqm warehouse in ${f.area.neighbourhood} with a loading bay, truck-width gate and a small office at the front.`
      : null,
  (f) =>
    isSale(f)
      ? `${capitalised(article(`${inWords(f.storeys)}-storey`))} commercial building of ${f.areaSqm} sqm on a ${f.lotSqm} sqm lot along ${f.street.replace(/^\d+ /, '')}.`
      : null,
  (f) =>
    isSale(f)
      ? `Shops below, rooms above and rent coming in from both: a working building in ${f.area.neighbourhood}.`
      : null,
  (f) =>
    !isSale(f) && !f.traits.has('warehouse')
      ? `${f.areaSqm} sqm at street level in ${f.area.neighbourhood}, with a full glass front and steady foot traffic.`
      : null,
  (f) =>
    !isSale(f) && !f.traits.has('warehouse')
      ? `Ground-floor space for a café, clinic or shop on ${f.street.replace(/^\d+ /, '')}.`
      : null,
  (f) =>
    !isSale(f) && f.traits.has('corner')
      ? `A corner that everybody in ${f.area.neighbourhood} passes at least once a day.`
      : null,
];

export const commercialInteriors: Sentence[] = [
  (f) =>
    f.traits.has('warehouse')
      ? 'Clear height is seven metres, the floor takes forklifts, and three-phase power is connected.'
      : null,
  (f) =>
    !f.traits.has('warehouse') && !isSale(f)
      ? 'Exhaust, grease trap and three-phase power are in place, so food concepts can open quickly.'
      : null,
  (f) =>
    !f.traits.has('warehouse') && !isSale(f)
      ? 'The ceiling is high enough for a mezzanine, and the façade has its own signage band.'
      : null,
  (f) =>
    isSale(f)
      ? 'The ground floor is leased to a long-standing tenant; the upper floors can be offices or rooms.'
      : null,
  (f) =>
    isSale(f)
      ? 'Structure and roof were inspected last year; the report is available to serious buyers.'
      : null,
  (f) => (f.parking > 1 ? `Customers have ${counted(inWords(f.parking), 'parking slot')} in front.` : null),
];

export const landOpenings: Sentence[] = [
  (f) =>
    `${capitalised(article(`${f.areaSqm} sqm`))} lot on ${f.street.replace(/^\d+ /, '')} in ${f.area.neighbourhood}, ready for plans.`,
  (f) =>
    f.traits.has('corner')
      ? `A corner lot of ${f.areaSqm} sqm, open on two sides, in ${f.area.neighbourhood}.`
      : null,
  (f) => (f.view ? `A lot for people who build for the view: ${f.view} lies below.` : null),
  (f) =>
    `Vacant land is scarce in ${f.area.neighbourhood}; this ${f.areaSqm} sqm piece has been kept fenced and clean.`,
];

export const landInteriors: Sentence[] = [
  (f) =>
    f.area.key === 'antipolo'
      ? 'The terrain slopes gently, which an architect will thank you for; the road frontage is paved.'
      : 'The terrain is flat and level with the road, so foundations need no surprises.',
  () => 'Power, water and fiber run along the street, and a surveyed lot plan is on file.',
  (f) =>
    f.area.key === 'filinvest'
      ? 'Zoned for mixed use; the estate’s design guidelines are available for review.'
      : 'Zoned residential, with a building line that leaves room for a garden.',
  (f) => (f.traits.has('corner') ? 'Two road frontages leave you free to choose where the gate goes.' : null),
];
