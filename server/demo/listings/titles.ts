import { Deck, streamOf } from '../random.ts';
import texts from '../texts/titles.json' with { type: 'json' };
import { type ListingFacts, layoutOf, ordinal } from './facts.ts';
import { isTrueOf, type Phrase, sayPhrase, type TextKind, textKindOf } from './phrases.ts';

const titlesByKind: Record<TextKind, readonly Phrase[]> = texts;

function preSellingTitle(facts: ListingFacts, taken: Set<string>): string {
  const floor = facts.floor === null ? '' : `, ${ordinal(facts.floor)} Floor`;
  const short = `Pre-Selling ${layoutOf(facts)}, Tower 2 of ${facts.building?.[0]}`;
  const title = taken.has(short) ? short + floor : short;
  if (taken.has(title)) throw new RangeError(`no title left for ${facts.key}`);
  taken.add(title);
  return title;
}

/** A title for each listing in turn, no two alike. */
export function titleWriter(): (facts: ListingFacts) => string {
  const decks = new Map<TextKind, Deck<Phrase>>();
  const taken = new Set<string>();

  return (facts) => {
    const rng = streamOf(`title ${facts.key}`);
    if (facts.completion === 'preselling') return preSellingTitle(facts, taken);
    const kind = textKindOf(facts);
    const deck = decks.get(kind) ?? new Deck(streamOf(`titles ${kind}`), titlesByKind[kind]);
    decks.set(kind, deck);
    for (let attempt = 0; attempt < 60; attempt++) {
      const phrase = deck.deal(({ when }) => isTrueOf(when, facts));
      const title = sayPhrase(phrase, facts, rng);
      if (title === null || taken.has(title)) continue;
      taken.add(title);
      return title;
    }
    throw new RangeError(`no title left for ${facts.key}`);
  };
}
