import { EVERYDAY_WORDS } from './searchCommonWords.ts';
import { TALK } from './searchLanguage.ts';
import { LANGUAGE_WORDS } from './searchPhrases.ts';

/** Filipino words are made of a stem with affixes before, in and behind it: the word of the phrases that the stem says. */
const STEMS: Readonly<Record<string, string>> = {
  renta: 'renta',
  upa: 'upa',
  benta: 'benta',
  bili: 'bili',
  bil: 'bili',
  parada: 'paradahan',
  parking: 'paradahan',
  bahay: 'bahay',
  tayuan: 'patayuan',
};

/** 'ipinagbibili', 'ibinebenta', 'bumibili': '-in-' and '-um-' stand behind the first consonant. */
const INFIX = /^(i?[b-df-hj-np-tv-z])(?:in|um)(?=[aeiou])/;
/** Prefixes, the first syllable said twice, the stem, a suffix and the ligature of the next word. */
const AFFIXED =
  /^(?:mapag|mag|nag|pag|ipag|ipa|maka|naka|maki|naki|mai|nai|mang|nang|pang|pam|ma|na|pa|ka|ni|in|um|i)*(?:[brpt][aei]|u|ng[aeiou]ng)?(?:(renta|upa|benta|bili|bahay)(?:ha|hi|a|i)?(?:n|ng)?|(bil)h[ai]n?g?|(parada|parking)h?ang?|(tayuan)g?)$/;
const VOWEL = /[aeiou]$/;
const LONGEST = 24;
const SHORTEST_WITH_LIGATURE = 4;
const LONGEST_PARTICLE = 5;

const everyday = new Set(EVERYDAY_WORDS);

/** 'kwartong', 'paradahang': the word without the ligature of the next one. */
function withoutLigature(word: string): string | undefined {
  if (!word.endsWith('ng')) return undefined;
  const base = word.slice(0, -2);
  if (base.length < SHORTEST_WITH_LIGATURE || !VOWEL.test(base)) return undefined;
  // 'paking' is parking, and no 'paki'.
  return [base, `${base}n`].find(
    (known) => LANGUAGE_WORDS.has(known) && (known.length > LONGEST_PARTICLE || !TALK.has(known)),
  );
}

/** The word of the phrases that a form of it says: 'upa' of 'nangungupahan', 'kwarto' of 'kwartong'. */
export function stemOf(word: string): string | undefined {
  if (word.length > LONGEST || LANGUAGE_WORDS.has(word) || everyday.has(word)) return undefined;
  const found = AFFIXED.exec(word.replace(INFIX, '$1'));
  const stem = found?.slice(1).find((part) => part !== undefined);
  return stem === undefined ? withoutLigature(word) : STEMS[stem];
}
