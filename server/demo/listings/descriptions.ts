import type { ListingType } from '#shared/listing/vocabulary.ts';
import { type Rng, sample, shuffled, streamOf } from '../random.ts';
import texts from '../texts/descriptions.json' with { type: 'json' };
import { counted, inWords, type ListingFacts } from './facts.ts';
import { type PhraseEntry, sayPhrase, type TextKind, textKindOf } from './phrases.ts';

interface DescriptionTexts {
  openings: Record<TextKind, readonly PhraseEntry[]>;
  interiors: Record<TextKind, readonly PhraseEntry[]>;
  building: readonly PhraseEntry[];
  nearby: readonly PhraseEntry[];
  terms: Record<ListingType | 'shared', readonly PhraseEntry[]>;
  invitations: readonly PhraseEntry[];
}

const { openings, interiors, building, nearby, terms, invitations }: DescriptionTexts = texts;

/** Two to four paragraphs, parted by blank lines: the home, the place, the terms. */
export function descriptionOf(facts: ListingFacts): string {
  const rng = streamOf(`description ${facts.key}`);
  if (facts.completion === 'preselling') return preSellingDescription(facts, rng);
  const kind = textKindOf(facts);
  const home = [...say(openings[kind], facts, rng, 1), ...say(interiors[kind], facts, rng, rng.int(2, 3))];
  const tower = facts.type === 'condo' ? say(building, facts, rng, 1) : [];
  const place = [
    ...sample(rng, facts.area.character, rng.int(1, 2)),
    ...say(nearby, facts, rng, 1),
    ...sample(rng, facts.area.transport, 1),
  ];
  const conditions = say(terms[kind === 'shared' ? kind : facts.listingType], facts, rng, rng.int(2, 3));
  const invitation = rng.chance(0.45) ? say(invitations, facts, rng, 1) : [];

  const isShort = facts.bedrooms === 0 && facts.type !== 'office' && rng.chance(0.45);
  const paragraphs = isShort
    ? [
        [...home, ...tower],
        [...place.slice(0, 2), ...conditions],
      ]
    : rng.chance(0.35) && tower.length > 0
      ? [home, tower.concat(place.slice(-2)), place.slice(0, -2), [...conditions, ...invitation]]
      : [home, [...tower, ...place], [...conditions, ...invitation]];
  return paragraphs
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(' '))
    .join('\n\n');
}

function preSellingDescription(facts: ListingFacts, rng: Rng): string {
  const years = -(facts.age ?? 0);
  const layout = facts.bedrooms === 0 ? 'studio' : `${inWords(facts.bedrooms)}-bedroom unit`;
  const home = [
    `Pre-selling: a ${facts.areaSqm} sqm ${layout} in the second tower of ${facts.building?.[0]}, which is being built beside the first.`,
    `The developer plans to turn it over in ${counted(inWords(years), 'year')}, bare, with kitchen and bathroom fixtures complete.`,
  ];
  const place = [...sample(rng, facts.area.character, 1), ...say(nearby, facts, rng, 1)];
  const conditions = [
    rng.chance(0.5)
      ? 'Twenty percent is paid month by month until turnover, the balance by bank loan or cash.'
      : 'A reservation fee holds the unit for thirty days; the down payment is spread over the months until turnover.',
    'The license to sell and the floor plans can be seen at the showroom.',
  ];
  return [home, place, conditions].map((sentences) => sentences.join(' ')).join('\n\n');
}

function say(pool: readonly PhraseEntry[], facts: ListingFacts, rng: Rng, count: number): string[] {
  const said: string[] = [];
  for (const entry of shuffled(rng, pool)) {
    if (said.length === count) break;
    const text = sayPhrase(entry, facts, rng);
    if (text) said.push(text);
  }
  return said;
}
