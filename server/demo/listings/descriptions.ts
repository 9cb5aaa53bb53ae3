import type { PropertyType } from '#shared/contracts/properties.ts';
import type { Rng } from '../pictures/rng.ts';
import { sample, shuffled, streamOf } from '../random.ts';
import type { ListingFacts } from './facts.ts';
import { buildingSentences, invitations, nearbySentences, termsOf } from './prose/closings.ts';
import {
  apartmentInteriors,
  apartmentOpenings,
  condoInteriors,
  condoOpenings,
  duplexInteriors,
  duplexOpenings,
  houseInteriors,
  houseOpenings,
} from './prose/homes.ts';
import type { Sentence } from './prose/sentence.ts';
import {
  commercialInteriors,
  commercialOpenings,
  landInteriors,
  landOpenings,
  officeInteriors,
  officeOpenings,
} from './prose/workspaces.ts';

const proseByType: Record<PropertyType, { openings: Sentence[]; interiors: Sentence[] }> = {
  condo: { openings: condoOpenings, interiors: condoInteriors },
  apartment: { openings: apartmentOpenings, interiors: apartmentInteriors },
  house: { openings: houseOpenings, interiors: houseInteriors },
  duplex: { openings: duplexOpenings, interiors: duplexInteriors },
  office: { openings: officeOpenings, interiors: officeInteriors },
  commercial: { openings: commercialOpenings, interiors: commercialInteriors },
  land: { openings: landOpenings, interiors: landInteriors },
};

/** Two to four paragraphs, parted by blank lines: the home, the place, the terms. */
export function descriptionOf(facts: ListingFacts): string {
  const rng = streamOf(`description ${facts.key}`);
  const { openings, interiors } = proseByType[facts.type];
  const home = [...say(openings, facts, rng, 1), ...say(interiors, facts, rng, rng.int(2, 3))];
  const building = facts.type === 'condo' ? say(buildingSentences, facts, rng, 1) : [];
  const place = [
    ...sample(rng, facts.area.character, rng.int(1, 2)),
    ...say(nearbySentences, facts, rng, 1),
    ...sample(rng, facts.area.transport, 1),
  ];
  const terms = say(termsOf[facts.listingType], facts, rng, rng.int(2, 3));
  const invitation = rng.chance(0.45) ? say(invitations, facts, rng, 1) : [];

  const isShort = facts.bedrooms === 0 && facts.type !== 'office' && rng.chance(0.45);
  const paragraphs = isShort
    ? [
        [...home, ...building],
        [...place.slice(0, 2), ...terms],
      ]
    : rng.chance(0.35) && building.length > 0
      ? [home, building.concat(place.slice(-2)), place.slice(0, -2), [...terms, ...invitation]]
      : [home, [...building, ...place], [...terms, ...invitation]];
  return paragraphs
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(' '))
    .join('\n\n');
}

function say(pool: readonly Sentence[], facts: ListingFacts, rng: Rng, count: number): string[] {
  const said: string[] = [];
  for (const sentence of shuffled(rng, pool)) {
    if (said.length === count) break;
    const text = sentence(facts, rng);
    if (text) said.push(text);
  }
  return said;
}
