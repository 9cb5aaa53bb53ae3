import { article, capitalised, counted, inWords, isSale, layoutOf, ordinal, type Sentence } from './facts.ts';

export const condoOpenings: Sentence[] = [
  (f) =>
    `${capitalised(article(`${f.areaSqm} sqm`))} ${layoutOf(f).toLowerCase()} on the ${ordinal(f.floor ?? 1)} floor of ${f.building?.[0]}, right in ${f.area.neighbourhood}.`,
  (f) =>
    `On the ${ordinal(f.floor ?? 1)} of ${f.storeys} floors at ${f.building?.[0]}, this ${layoutOf(f).toLowerCase()} gives you ${f.areaSqm} square metres that are used down to the last corner.`,
  (f) =>
    f.view
      ? `You notice the view first: ${f.view}, framed by full-height windows on the ${ordinal(f.floor ?? 1)} floor.`
      : null,
  (f) =>
    f.view
      ? `${capitalised(f.view)} from the living room, ${f.area.neighbourhood} at the door: this ${layoutOf(f).toLowerCase()} at ${f.building?.[0]} has both.`
      : null,
  (f) =>
    f.traits.has('corner')
      ? `Corner units at ${f.building?.[0]} seldom come up. This one has windows on two sides and ${f.areaSqm} sqm to enjoy them from.`
      : null,
  (f) =>
    f.traits.has('renovated')
      ? `The owners redid this ${layoutOf(f).toLowerCase()} last year: new floors, new kitchen, new wiring, same quiet address in ${f.area.neighbourhood}.`
      : null,
  (f) =>
    f.traits.has('brandNew')
      ? `Turned over only recently and never lived in, this ${layoutOf(f).toLowerCase()} at ${f.building?.[0]} still smells of fresh paint.`
      : null,
  (f) =>
    f.traits.has('penthouse')
      ? `The top floor of ${f.building?.[0]}: ${f.areaSqm} sqm, high ceilings and nobody upstairs.`
      : null,
  (f) =>
    f.bedrooms === 0
      ? `Small on purpose: ${f.areaSqm} sqm with a proper place to sleep, cook and work, at ${f.building?.[0]}.`
      : null,
  (f) =>
    f.bedrooms >= 2
      ? `A family can really live here: ${f.areaSqm} sqm, ${counted(inWords(f.bedrooms), 'bedroom')} and ${counted(inWords(f.bathrooms), 'bathroom')} at ${f.building?.[0]}.`
      : null,
  (f) =>
    !isSale(f) && f.furnishing === 'fully'
      ? `Furnished down to the rice cooker, this ${layoutOf(f).toLowerCase()} at ${f.building?.[0]} is ready the day you sign.`
      : null,
  (f) =>
    isSale(f) && f.bedrooms < 2 && f.price < 9_000_000
      ? `An easy first purchase in ${f.area.neighbourhood}: ${f.areaSqm} sqm at ${f.building?.[0]}, papers complete.`
      : null,
];

export const condoInteriors: Sentence[] = [
  (f) =>
    f.bedrooms >= 2
      ? 'The bedrooms are set apart from the living area, and the main one has its own bath and a wall of cabinets.'
      : null,
  (f) =>
    f.bedrooms >= 1
      ? 'Living and dining share one bright room; the kitchen has stone counters and room for a full-size refrigerator.'
      : null,
  (f) =>
    f.bedrooms === 0
      ? 'The bed sits in its own nook behind a shelf, so guests do not sit on your pillow.'
      : null,
  (f) =>
    f.bedrooms === 0
      ? 'A window bench doubles as storage, and the kitchen line is complete enough for real cooking.'
      : null,
  (f) =>
    f.traits.has('balcony')
      ? 'Sliding doors open to a balcony that fits two chairs, a drying rack and a row of herbs.'
      : null,
  (f) =>
    f.traits.has('helper')
      ? 'A maid’s room with its own toilet and a service area sit behind the kitchen.'
      : null,
  (f) =>
    f.furnishing === 'fully'
      ? 'All that you see stays: sofa, beds, TV, washer, curtains and kitchenware.'
      : null,
  (f) =>
    f.furnishing === 'semi'
      ? 'Air-conditioners, cabinets, cooktop and range hood are in; the rest is yours to choose.'
      : null,
  (f) =>
    f.furnishing === 'bare'
      ? 'The unit is turned over bare, freshly painted, with kitchen and bathroom fixtures complete.'
      : null,
  (f) =>
    f.bathrooms > 1
      ? `${capitalised(counted(inWords(f.bathrooms), 'bathroom'))}, each with heater and hot shower, spare everyone the morning queue.`
      : null,
  (f) =>
    f.traits.has('highFloor')
      ? 'At this height the street noise is gone and the breeze does half the cooling.'
      : null,
  (f) => (f.traits.has('corner') ? 'Cross-ventilation from two sides keeps the electric bill modest.' : null),
];

export const apartmentOpenings: Sentence[] = [
  (f) =>
    `A ${layoutOf(f).toLowerCase()} on the ${f.floor === 1 ? 'ground' : ordinal(f.floor ?? 1)} floor of a ${inWords(f.storeys)}-storey walk-up in ${f.area.neighbourhood}, ${f.areaSqm} sqm in all.`,
  (f) =>
    `Simple, clean and well kept: ${f.areaSqm} sqm on ${f.street.replace(/^\d+ /, '')}, a street where neighbours know each other.`,
  (f) =>
    `This ${layoutOf(f).toLowerCase()} apartment is one of only ${inWords(f.storeys * 2)} doors in the compound, with a gate that is locked at night.`,
  (f) =>
    f.traits.has('renovated')
      ? `Renovated this year: new tiles, new toilet and sink, fresh paint from the door to the dirty kitchen.`
      : null,
  (f) =>
    isSale(f)
      ? `A titled walk-up unit in ${f.area.neighbourhood}, priced well below the towers around it.`
      : null,
  (f) =>
    f.bedrooms >= 2
      ? `Enough space for a couple with children, at a rent that leaves something for school: ${f.areaSqm} sqm in ${f.area.neighbourhood}.`
      : null,
];

export const apartmentInteriors: Sentence[] = [
  () => 'Own meters for power and water, a laundry area at the back and grilles on every window.',
  () =>
    'The kitchen has hanging cabinets and a tiled counter; the bathroom is fully tiled with a shower heater provision.',
  (f) =>
    f.traits.has('balcony')
      ? 'The small balcony gets the morning sun and is large enough for plants and laundry.'
      : null,
  (f) =>
    f.bedrooms >= 2
      ? 'The bedrooms fit a double bed and a cabinet each, and the sala fits a six-seat table.'
      : null,
  (f) =>
    f.furnishing === 'fully'
      ? 'Bed frame, table, refrigerator, stove and one air-conditioner are included.'
      : null,
  (f) =>
    f.furnishing !== 'fully'
      ? 'It comes unfurnished, so you can bring your own things without working around anybody’s sofa.'
      : null,
  (f) => (f.traits.has('pets') ? 'Small, well-behaved pets are welcome.' : null),
  (f) => (f.storeys >= 4 ? 'Tenants share the roof deck for laundry and the occasional birthday.' : null),
];

export const houseOpenings: Sentence[] = [
  (f) =>
    `A ${f.storeys === 1 ? 'bungalow' : `${inWords(f.storeys)}-storey house`} of ${f.areaSqm} sqm on a ${f.lotSqm} sqm lot along ${f.street.replace(/^\d+ /, '')}, ${f.area.neighbourhood}.`,
  (f) =>
    `${capitalised(counted(inWords(f.bedrooms), 'bedroom'))}, ${counted(inWords(f.bathrooms), 'bathroom')} and space for ${counted(inWords(f.parking), 'car')} on ${f.lotSqm} sqm in ${f.area.neighbourhood}.`,
  (f) =>
    f.traits.has('brandNew')
      ? `Finished this year and never occupied, this ${inWords(f.bedrooms)}-bedroom house was built to be lived in, not only to be sold.`
      : null,
  (f) =>
    f.traits.has('renovated')
      ? `The bones are from the seventies, the rest was renewed two years ago: roof, wiring, plumbing, kitchen and every bathroom.`
      : null,
  (f) =>
    f.traits.has('garden')
      ? `A house that begins with its garden: grass, a mango tree and a lanai from which to watch both.`
      : null,
  (f) =>
    f.traits.has('pool')
      ? `Sundays at this house happen around the pool, with the lanai and the grill two steps away.`
      : null,
  (f) =>
    f.traits.has('corner')
      ? `On a corner lot of ${f.lotSqm} sqm, with light from three sides and a second gate for deliveries.`
      : null,
  (f) =>
    isSale(f)
      ? `One family has owned this house since it was built, and it has been looked after accordingly.`
      : null,
  (f) =>
    !isSale(f)
      ? `A comfortable posting: ${f.areaSqm} sqm of house, a garden that is maintained for you, and a landlord who answers.`
      : null,
  (f) => (f.view ? `From the terrace you see ${f.view}, day and night.` : null),
];

export const houseInteriors: Sentence[] = [
  (f) =>
    f.storeys >= 2
      ? 'The ground floor is one run of living, dining and kitchen; the bedrooms are upstairs around a family hall.'
      : null,
  (f) =>
    f.storeys === 1
      ? 'Everything lies on one level, which grandparents and toddlers appreciate equally.'
      : null,
  (f) =>
    f.bedrooms >= 4
      ? 'The main bedroom has a walk-in closet and a bath with a window; one more bedroom is on the ground floor for guests or lola.'
      : null,
  (f) =>
    f.traits.has('helper')
      ? 'Behind the kitchen are a dirty kitchen, the maid’s room and a service yard.'
      : null,
  (f) =>
    f.traits.has('solar')
      ? 'Solar panels on the roof cover most of the daytime consumption; the last bills are on file.'
      : null,
  (f) =>
    f.area.tier === 'luxury'
      ? 'Narra floors, tall doors and cross-ventilated rooms recall how houses here used to be built.'
      : null,
  (f) =>
    f.parking > 1
      ? `The covered garage takes ${inWords(f.parking)} cars side by side, and the street is wide enough for guests.`
      : null,
  (f) =>
    f.area.tier === 'value'
      ? 'Tiled floors, built-in cabinets and a small front yard for bicycles and plants.'
      : null,
  () => 'A deep-well pump and an elevated tank keep the water running when the mains do not.',
  (f) =>
    f.furnishing === 'fully' ? 'The furniture, curtains and appliances are included in the price.' : null,
  (f) =>
    f.furnishing === 'semi' ? 'Air-conditioners, light fixtures and built-ins stay with the house.' : null,
];

export const duplexOpenings: Sentence[] = [
  (f) =>
    `One half of a duplex on ${f.lotSqm} sqm, with its own gate, its own title and ${f.areaSqm} sqm over ${inWords(f.storeys)} floors.`,
  (f) =>
    `${capitalised(counted(inWords(f.bedrooms), 'bedroom'))} and ${counted(inWords(f.bathrooms), 'bathroom')} in a duplex that shares one wall and nothing else.`,
  (f) =>
    f.traits.has('brandNew')
      ? `Newly built in ${f.area.neighbourhood}: a duplex with clean lines, good tiles and a builder who still answers his phone.`
      : null,
  (f) =>
    f.area.tier === 'value'
      ? `For what a studio costs in the business districts, this duplex in ${f.area.neighbourhood} offers a garage, a yard and ${inWords(f.bedrooms)} bedrooms.`
      : null,
  (f) =>
    `A townhouse feeling without the townhouse row: two homes, two gates, one quiet street in ${f.area.neighbourhood}.`,
];

export const duplexInteriors: Sentence[] = [
  () =>
    'Living, dining and kitchen are on the ground floor with a powder room; a small yard at the back takes the laundry.',
  (f) => (f.storeys === 3 ? 'The third floor is a family room that opens to a roof deck.' : null),
  (f) => (f.traits.has('balcony') ? 'The main bedroom has its own balcony over the street.' : null),
  (f) => (f.traits.has('helper') ? 'A helper’s room with toilet is tucked behind the kitchen.' : null),
  (f) => `Parking for ${counted(inWords(f.parking), 'car')} is inside the gate.`,
  () => 'Bedrooms have built-in cabinets and provisions for split-type air-conditioning.',
];
