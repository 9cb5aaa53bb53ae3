import { distance } from 'fastest-levenshtein';
import { SCALES } from '#shared/amounts.ts';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { foldText, PLACES } from '#shared/places.ts';
import { COMMON_WORDS, EVERYDAY_WORDS, NEVER_MEANT } from './searchCommonWords.ts';
import { HOME_WORDS, NUMBER_WORDS } from './searchLanguage.ts';
import { LANGUAGE_WORDS } from './searchPhrases.ts';
import { areaNames, sentenceTokens } from './searchTokens.ts';
import { stemOf } from './searchWordForms.ts';

const wordsOf = (names: readonly string[]) => names.flatMap((name) => name.split(' '));
/** Names of one word, and long words of others: 'andres' is more often a person than San Andres. */
const namingWords = (names: readonly string[]) =>
  names.flatMap((name) => (name.includes(' ') ? name.split(' ').filter((word) => word.length >= 7) : [name]));
const streetNames = streets.flatMap(({ name, aliases }) => [foldText(name), ...aliases]);
const knownNames = knownPlaces.flatMap(({ names }) => names);

/** Words that are right as they are. */
const known: ReadonlySet<string> = new Set([
  ...LANGUAGE_WORDS,
  ...wordsOf(areaNames),
  ...wordsOf(streetNames),
  ...wordsOf(knownNames),
  ...COMMON_WORDS,
  ...EVERYDAY_WORDS,
]);

/** Words that an error may have been meant for, the likeliest first. Never a number, a price, a negation or talk. */
const targets: ReadonlySet<string> = new Set(
  [
    ...COMMON_WORDS,
    ...namingWords(areaNames),
    ...HOME_WORDS,
    ...namingWords(streetNames),
    ...namingWords(knownNames),
  ].filter((word) => !NUMBER_WORDS.has(word) && !SCALES.has(word) && !NEVER_MEANT.has(word) && !/\d/.test(word)),
);

/** 'tagig' is known for Taguig: for text near 'tagig' the correction is 'Taguig' itself. */
const properSpellings = new Map(
  PLACES.flatMap(({ name, aliases }) => {
    const proper = foldText(name);
    const isMisspelt = (alias: string) => distance(alias, proper) <= 2 && !/ /.test(alias + proper);
    return aliases.filter(isMisspelt).map((alias) => [alias, proper] as const);
  }),
);

/** Shorter words are as near to each other as to the intended word. */
const SHORTEST_MENDED = 5;
const SHORTEST_MEANT = 5;
const LONGEST_MENDED = 24;
/** In words up to this length the first letter is taken as right. */
const LONGEST_SURE_START = 5;
/** From this length on two letters may be wrong. */
const LONG = 8;

const targetsByLength = new Map<number, string[]>();
for (const word of targets)
  if (word.length >= SHORTEST_MEANT)
    targetsByLength.set(word.length, [...(targetsByLength.get(word.length) ?? []), word]);

const common = new Set(COMMON_WORDS);
const MOST_KEPT = 5_000;
const mended = new Map<string, string | null>();

/** @returns the word that was likely meant; undefined for known words and for words near to none. */
function nearestKnownWord(word: string): string | undefined {
  if (word.length < SHORTEST_MENDED - 1 || word.length > LONGEST_MENDED || known.has(word) || stemOf(word))
    return undefined;
  const before = mended.get(word);
  if (before !== undefined) return before ?? undefined;
  const found = findNearest(word);
  if (mended.size >= MOST_KEPT) mended.clear();
  mended.set(word, found ?? null);
  return found;
}

function findNearest(word: string): string | undefined {
  const tolerance = word.length >= LONG ? 2 : 1;
  const same = bySound(word);
  let best = same === undefined ? undefined : { word: same, score: SAME_SOUND - (common.has(same) ? 0.25 : 0) };
  for (let length = word.length - tolerance; length <= word.length + tolerance; length++)
    for (const meant of targetsByLength.get(length) ?? []) {
      // Only begun: the index finds it as it is.
      if (meant.startsWith(word) && (meant.length > word.length + 1 || word.length < SHORTEST_MENDED))
        return undefined;
      const hasSameStart = meant[0] === word[0];
      if (!hasSameStart && word.length <= LONGEST_SURE_START) continue;
      // Four letters are an error of few words alone.
      if (word.length < SHORTEST_MENDED && !isMendedWhenShort(meant, word)) continue;
      const errors = isSwapped(word, meant) ? 1 : distance(word, meant);
      const score = errors + (hasSameStart ? 0 : 0.5) - (common.has(meant) ? 0.25 : 0);
      if (errors <= (hasSameStart ? tolerance : 1) && (!best || score < best.score)) best = { word: meant, score };
    }
  const meant = best?.word ?? byConsonants(word);
  return meant && (properSpellings.get(meant) ?? meant);
}

/** Letters that sound alike: 'kondominyum' and 'condominium', 'paranyake' and 'Parañaque'. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/c(?=[ei])/g, 's'],
  [/qu|[ckq]/g, 'k'],
  [/ph|f/g, 'p'],
  [/ny(?=[aeou])/g, 'n'],
  [/x/g, 'ks'],
  [/v/g, 'b'],
  [/z/g, 's'],
  [/w/g, 'u'],
  [/y/g, 'i'],
  [/e/g, 'i'],
  [/o/g, 'u'],
  [/(.)\1+/g, '$1'],
];
const soundOf = (word: string) => SOUNDS.reduce((sound, [letters, as]) => sound.replace(letters, as), word);
/** A vowel at the beginning is heard; the others are often left out. */
const keyOf = (sound: string) => sound.charAt(0) + sound.slice(1).replace(/[aiu]/g, '');
const isShortened = (short: string, whole: string) => {
  let at = 0;
  for (const letter of whole) if (letter === short[at]) at++;
  return at === short.length;
};

/** Shorter keys are the ones of too many words. */
const SHORTEST_KEY = 3;
const SURE_KEY = 5;
const MOST_VOWELS_APART = 3;

/** A letter less than one that is wrong. */
const SAME_SOUND = 0.9;
interface Sounding {
  word: string;
  sound: string;
}
const targetsBySound = new Map<string, Sounding[]>();
const targetsByKey = new Map<string, Sounding[]>();
for (const word of targets) {
  if (word.length < SHORTEST_MEANT) continue;
  const sound = soundOf(word);
  const key = keyOf(sound);
  targetsBySound.set(sound, [...(targetsBySound.get(sound) ?? []), { word, sound }]);
  if (key.length >= SHORTEST_KEY) targetsByKey.set(key, [...(targetsByKey.get(key) ?? []), { word, sound }]);
}

/** The only word that is meant; an opposite is none: 'unfurnshd'. */
function onlyOne(found: readonly Sounding[], word: string): string | undefined {
  const meant = new Set(
    found
      .filter((target) => target.word.startsWith('un') === word.startsWith('un'))
      .map((target) => properSpellings.get(target.word) ?? target.word),
  );
  const [only] = meant;
  return meant.size === 1 ? only : undefined;
}

function bySound(word: string): string | undefined {
  const alike = targetsBySound.get(soundOf(word)) ?? [];
  const isShort = word.length < SHORTEST_MENDED;
  return onlyOne(isShort ? alike.filter((target) => isMendedWhenShort(target.word, word)) : alike, word);
}

/** The word whose vowels were left out, 'mkti'; of long words the one with the same consonants. */
function byConsonants(word: string): string | undefined {
  if (word.length < SHORTEST_MENDED && !/^[^aeiou]{2}/.test(word)) return undefined;
  const sound = soundOf(word);
  const key = keyOf(sound);
  const alike = targetsByKey.get(key) ?? [];
  const isShort = word.length < SHORTEST_MENDED;
  const shortened = alike.filter(
    (target) => isShortened(sound, target.sound) && (!isShort || hasSameEnds(target.word, word)),
  );
  const isNear = (target: Sounding) => Math.abs(target.sound.length - sound.length) <= MOST_VOWELS_APART;
  return onlyOne(shortened, word) ?? (key.length >= SURE_KEY ? onlyOne(alike.filter(isNear), word) : undefined);
}

const MENDED_WHEN_SHORT = new Set(['condo', 'pasig', 'pasay', 'bahay', 'fully']);
const hasSameEnds = (one: string, other: string) => one[0] === other[0] && one.at(-1) === other.at(-1);
const isMendedWhenShort = (meant: string, word: string) =>
  MENDED_WHEN_SHORT.has(meant) && hasSameEnds(meant, word);

/** Two neighbouring letters the other way round. */
function isSwapped(word: string, meant: string): boolean {
  if (word.length !== meant.length) return false;
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at++;
  return word[at] === meant[at + 1] && word[at + 1] === meant[at] && word.slice(at + 2) === meant.slice(at + 2);
}

/** Of each word in the name of an area the words that stand behind it in one, and before it. */
const behind = new Map<string, string[]>();
const before = new Map<string, string[]>();
for (const name of areaNames)
  name.split(' ').forEach((word, at, words) => {
    const next = words[at + 1];
    if (next === undefined) return;
    behind.set(word, [...(behind.get(word) ?? []), next]);
    before.set(next, [...(before.get(next) ?? []), word]);
  });

const SHORTEST_OF_NAME = 3;

/** 'quezon ctiy', 'las pinias': the other word of the name says what was meant. */
function nearestOfName(word: string, left: string | undefined, right: string | undefined): string | undefined {
  if (word.length < SHORTEST_OF_NAME || known.has(word)) return undefined;
  const meant = [...(behind.get(left ?? '') ?? []), ...(before.get(right ?? '') ?? [])];
  return meant.find(
    (one) =>
      one.length > SHORTEST_OF_NAME && one[0] === word[0] && (isSwapped(word, one) || distance(word, one) === 1),
  );
}

const OFFERS = ['rent', 'sale', 'lease'];

/** 'for sael', 'for rentt': behind 'for' a letter too many, too few or in the wrong place. */
const nearestOffer = (word: string, left: string | undefined): string | undefined =>
  left === 'for' && word.length > SHORTEST_OF_NAME && !known.has(word)
    ? OFFERS.find(
        (offer) =>
          offer[0] === word[0] &&
          (isSwapped(word, offer) || (word.length !== offer.length && distance(word, offer) === 1)),
      )
    : undefined;

/** The words of a search that may be typing errors, each with its possible corrections. */
export function likelyErrors(search: string): Map<string, string> {
  const errors = new Map<string, string>();
  const tokens = sentenceTokens(search);
  tokens.forEach(({ text, number, isMark, isGlued }, at) => {
    const isPartOfCode =
      (isGlued && !tokens[at - 1]?.isMark && (tokens[at - 1]?.number == null || text.length < LONG - 2)) ||
      (tokens[at + 1]?.isGlued && !tokens[at + 1]?.isMark);
    const isWord = number === null && !isMark && !isPartOfCode;
    const nearest = isWord
      ? (nearestOffer(text, tokens[at - 1]?.text) ??
        nearestOfName(text, tokens[at - 1]?.text, tokens[at + 1]?.text) ??
        nearestKnownWord(text))
      : undefined;
    if (nearest) errors.set(text, nearest);
  });
  return errors;
}
