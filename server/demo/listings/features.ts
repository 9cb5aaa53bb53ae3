import { sample, streamOf } from '../random.ts';
import texts from '../texts/features.json' with { type: 'json' };
import { amenitiesOf, type ListingFacts } from './facts.ts';
import { isTrueOf, type Phrase, type TextKind, textKindOf } from './phrases.ts';

/** Features with a condition tell a listing apart; the tables begin with the most telling ones. */
const featuresByKind: Record<TextKind, readonly Phrase[]> = texts.features;

/** Five to twelve, all true of the listing. */
export function featuresOf(facts: ListingFacts): string[] {
  const rng = streamOf(`features ${facts.key}`);
  const fitting = featuresByKind[textKindOf(facts)].filter(({ when }) => isTrueOf(when, facts));
  const telling = fitting.filter(({ when }) => when).map(({ text }) => text);
  const usual = fitting.filter(({ when }) => !when).map(({ text }) => text);
  const shared =
    facts.type === 'condo' && facts.building ? sample(rng, amenitiesOf(facts.building[0]), rng.int(2, 4)) : [];
  const wanted = rng.int(7, 12);
  const first = telling.slice(0, Math.max(3, wanted - 2 - shared.length));
  return [...first, ...shared, ...sample(rng, usual, Math.max(2, wanted - first.length - shared.length))].slice(
    0,
    12,
  );
}
