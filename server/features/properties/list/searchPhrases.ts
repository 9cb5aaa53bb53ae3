import { CURRENCIES, MONTHLY, MONTHS, PER, SCALES } from '#shared/amounts.ts';
import { shortFormsOf, writtenOut } from '#shared/gazetteer/names.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { findPlace, foldText } from '#shared/places.ts';
import {
  AFFIRMED,
  BOUNDS_AFTER,
  BOUNDS_BEFORE,
  BUILT,
  EITHER_OR,
  ELSEWHERE,
  FAMILY_OF,
  FOR_PERSONS,
  HOME_WORDS,
  LIGHT,
  LINKS,
  LONG_TERMS,
  NEAR_WORDS,
  NEGATED_AFTER,
  NEGATORS,
  NOUNS,
  NUMBER_WORDS,
  OWNING,
  PERSONS,
  PHRASES,
  RECENTLY,
  REFUSALS,
  TALES,
  TALK,
  TERMS,
} from './searchLanguage.ts';

function waysToSay(pattern: string): string[][] {
  let ways: string[][] = [[]];
  for (const part of pattern.split(' ')) {
    const isOptional = part.endsWith('?');
    const choices = (isOptional ? part.slice(0, -1) : part).split('|');
    ways = ways.flatMap((way) => [...(isOptional ? [way] : []), ...choices.map((choice) => [...way, choice])]);
  }
  return ways;
}

/** Looks up the meaning of a run of words, the longest first. */
export class PhraseBook<Meant> {
  private readonly meanings = new Map<string, Meant>();
  /** Nearly every look-up ends at the first word: how many words the phrases have that begin with it. */
  private readonly longest = new Map<string, number>();

  constructor(entries: Iterable<readonly [pattern: string, meaning: Meant]>) {
    for (const [pattern, meaning] of entries)
      for (const way of waysToSay(pattern)) {
        const [first] = way;
        if (first === undefined) continue;
        this.meanings.set(way.join(' '), meaning);
        this.longest.set(first, Math.max(this.longest.get(first) ?? 0, way.length));
      }
  }

  /** The meaning of the words from `start` on. @param wordAt undefined for a word that may not be used */
  find(wordAt: (at: number) => string | undefined, start: number): { meaning: Meant; end: number } | undefined {
    const longest = this.longest.get(wordAt(start) ?? '') ?? 0;
    if (longest === 0) return undefined;
    const words: string[] = [];
    for (let at = start; words.length < longest; at++) {
      const word = wordAt(at);
      if (word === undefined) break;
      words.push(word);
    }
    for (; words.length > 0; words.pop()) {
      const meaning = this.meanings.get(words.join(' '));
      if (meaning !== undefined) return { meaning, end: start + words.length };
    }
    return undefined;
  }

  *words(): Iterable<string> {
    for (const phrase of this.meanings.keys()) yield* phrase.split(' ');
  }
}

const book = <Meant>(rows: readonly (readonly [meaning: Meant, says: string])[]) =>
  new PhraseBook(rows.map(([meaning, says]) => [says, meaning] as const));
/** A word of a name, its short forms, and the long one. */
function inAnyForm(word: string): string {
  const [long = word] = writtenOut([word]);
  return [...new Set([word, long, ...shortFormsOf(long)])].join('|');
}
const list = (...says: readonly string[]) => new PhraseBook(says.map((pattern) => [pattern, true] as const));

export const phrases = new PhraseBook(
  PHRASES.flatMap(([says, meaning]) => says.map((pattern) => [pattern, meaning] as const)),
);
export const nouns = new PhraseBook(NOUNS.map(([noun, says, size = 1]) => [says, { noun, size }] as const));
export const boundsBefore = book(BOUNDS_BEFORE);
export const boundsAfter = book(BOUNDS_AFTER);
export const negators = book(NEGATORS);
export const negatedAfter = list(...NEGATED_AFTER);
export const refusals = list(REFUSALS);
export const affirmed = list(AFFIRMED);
export const recently = list(RECENTLY);
export const built = list(BUILT);
export const terms = list(TERMS, ...LONG_TERMS);
export const elsewhere = list(...ELSEWHERE);
export const tales = list(...TALES);
export const forPersons = list(FOR_PERSONS);
export const familyOf = list(FAMILY_OF);

export const STREET_ENDS = new Set(
  'avenue ave av street boulevard blvd road rd highway hiway hwy drive extension ext expressway'.split(' '),
);
const knownStreets = streets.flatMap(({ name, aliases }) =>
  [foldText(name), ...aliases]
    // 'Katipunan' and 'Timog' are quarters, their avenues are streets.
    .filter((known) => STREET_ENDS.has(known.split(' ').at(-1) ?? '') || !findPlace(known))
    .map((known) => [known, name] as const),
);
/** In all spellings: 'Dr. A. Santos Av.' */
export const streetBook = new PhraseBook(
  knownStreets.map(([known, name]) => [known.split(' ').map(inAnyForm).join(' '), name] as const),
);

const BOOKS = [
  phrases,
  nouns,
  boundsBefore,
  boundsAfter,
  negators,
  negatedAfter,
  refusals,
  affirmed,
  recently,
  built,
  terms,
  elsewhere,
  tales,
  list(...knownStreets.map(([known]) => known)),
];

/** Every word that some rule knows. */
export const LANGUAGE_WORDS: ReadonlySet<string> = new Set([
  ...BOOKS.flatMap((known) => [...known.words()]),
  ...[
    LINKS,
    CURRENCIES,
    PER,
    MONTHS,
    MONTHLY,
    TALK,
    LIGHT,
    EITHER_OR,
    NEAR_WORDS,
    PERSONS,
    OWNING,
    HOME_WORDS,
  ].flatMap((words) => [...words]),
  ...SCALES.keys(),
  ...NUMBER_WORDS.keys(),
  'between',
]);

/** Words that are searched as text, or that rank, wherever a phrase says them. */
export const TEXT_WORDS: ReadonlySet<string> = new Set(
  PHRASES.flatMap(([says, meaning]) =>
    meaning.kind === 'text' || meaning.kind === 'preferred'
      ? meaning.words === undefined
        ? says.flatMap(waysToSay).map((way) => way.join(' '))
        : [meaning.words]
      : [],
  ),
);
