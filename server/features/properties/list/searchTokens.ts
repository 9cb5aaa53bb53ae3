import { numbersOf } from '#shared/amounts.ts';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { foldText, PLACES } from '#shared/places.ts';
import { elsewhere, LANGUAGE_WORDS } from './searchPhrases.ts';
import { stemOf } from './searchWordForms.ts';

/** Words, numbers and the marks that mean something ('-' between numbers, '/', ',', ':', a new line), in the order typed. */
export interface Token {
  /** Folded as the search texts are; for a mark its word. */
  text: string;
  number: number | null;
  /** Written with thousands parted: money. */
  isGrouped: boolean;
  /** '12.500' */
  hasTwoMeanings?: boolean;
  isMark: boolean;
  /** Adjacent to the token before: the 'br' of '2br'. */
  isGlued: boolean;
  /** ' - ', a comma that may stand behind a label. */
  isDash?: boolean;
  /** Of the text as it was typed: its first character, and the one behind its last. */
  start: number;
  end: number;
}

const MARKS: Record<string, string> = {
  '/': '/',
  '&': 'and',
  '+': 'plus',
  '<': 'under',
  '≤': 'upto',
  '>': 'over',
  '≥': 'atleast',
  '₱': 'php',
  $: 'usd',
  '#': '#',
  '%': '%',
  ':': ':',
  '=': ':',
  ',': ',',
  ';': ',',
  '|': ',',
  '•': ',',
  '(': ',',
  ')': ',',
  '"': '"',
  '“': '"',
  '”': '"',
  '\n': '\n',
  '.': '.',
  '?': '?',
};
/** Parts of a sentence end at them. */
const BREAKS = new Set([',', '.', '?', '\n', ':']);
export const isBreak = (token: Token | undefined): boolean => !token || (token.isMark && BREAKS.has(token.text));

const DASH = /[-‐-―~]/;
/** '12.500.000', '1.200,50', "12'500'000", '.5', '12,500.50', and in one piece what is no number: '12,34,567'. */
const NUMBERS = [
  String.raw`\p{N}{1,3}(?:(?:\.\p{N}{3}){2,}(?:,\p{N}{1,2})?|(?:\.\p{N}{3})+,\p{N}{1,2}|(?:['’]\p{N}{3})+(?:\.\p{N}{1,2})?)(?!\p{N})`,
  String.raw`(?<![\p{L}\p{N}.])\.\p{N}+`,
  String.raw`\p{N}{1,3}(?:,\p{N}+)*,\p{N}{3,}(?:,\p{N}+(?![\p{L}\p{N}]))*(?:\.\p{N}+)?`,
  String.raw`\p{N}+(?:\.\p{N}+)?`,
].join('|');
const PIECE = new RegExp(String.raw`${NUMBERS}|\p{L}+|\n|[^\p{L}\p{N}\s]`, 'gu');
const GROUPED = /^\d{1,3}(?:,\d{3}|['’]\d{3}|\.\d{3}\.\d{3})/;
const MOST = 999_999_999_999;
const BEFORE_A_NUMBER = /^\s*(?:₱|php|p)?\s*\d/;
/** A full stop behind them ends no sentence. */
const ABBREVIATIONS = new Set(
  'st sta sto sn brgy bgy ave blvd rd mt dr sr jr no approx max min sq bldg br gen sen pres hon bdrm flr incl sqm sqmtrs php mo yr yrs mos mtr mtrs ft apt'.split(
    ' ',
  ),
);
const isAscii = /^[\0-\x7f]*$/;

/** ':)', '=D' */
const EMOTICON = /[:;=]-?[)(\]|]+|[:;=]-?[dp](?![\p{L}\p{N}])/gu;

/** Folded, with the place of each character in the text as it was typed. */
function fold(typed: string): { text: string; placeOf: (at: number) => number } {
  if (isAscii.test(typed)) return { text: typed.toLowerCase(), placeOf: (at) => at };
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const character of typed) {
    // '1½' is '1 1/2'.
    const spaced = /[¼-¾⅐-⅞]/.test(character) ? ` ${character}` : character;
    const plain = spaced
      .normalize('NFKD')
      .replaceAll('⁄', '/')
      .replace(/\p{M}+/gu, '')
      .toLowerCase();
    for (let more = 0; more < plain.length; more++) places.push(at);
    text += plain;
    at += character.length;
  }
  places.push(typed.length);
  return { text, placeOf: (place) => places[place] ?? typed.length };
}

/** @param split the parts of a run of letters without blanks: 'condoforrent', the 'kphp' of '20kphp' */
export function tokenize(
  typed: string,
  split: (word: string, kind: 'tag' | 'unit' | 'word') => readonly string[] | undefined = () => undefined,
): Token[] {
  const folded = fold(typed);
  const { placeOf } = folded;
  const text = folded.text.replace(EMOTICON, (sign) => ' '.repeat(sign.length));
  const tokens: Token[] = [];
  let end = -1;
  for (const { 0: raw, index } of text.matchAll(PIECE)) {
    const isGlued = index === end;
    const behind = index + raw.length;
    const rest = text.slice(behind);
    const before = tokens.at(-1);
    const add = (word: string, more: Partial<Token> = {}) => {
      tokens.push({
        text: word,
        number: null,
        isGrouped: false,
        isMark: false,
        isGlued,
        start: placeOf(index),
        end: placeOf(behind),
        ...more,
      });
      end = behind;
    };
    const mark = (word: string) => add(word, { isMark: true });
    if (/^\p{L}/u.test(raw)) {
      const isTag = isGlued && before?.text === '#';
      const kind = isTag ? 'tag' : isGlued && before && before.number !== null ? 'unit' : 'word';
      const parts = split(raw, kind);
      if (!parts) add(raw);
      else {
        let at = index;
        for (const part of parts) {
          add(part, {
            isGlued: at > index || isGlued,
            start: placeOf(at),
            end: placeOf(at + part.length),
          });
          at += part.length;
        }
      }
      if (isTag && before) tokens.splice(tokens.indexOf(before), 1);
    } else if (/^\.?\p{N}/u.test(raw)) {
      const meant = numbersOf(raw.replaceAll('’', "'"));
      const number = meant.at(-1) ?? null;
      add(raw, {
        number: number !== null && number <= MOST ? number : null,
        isGrouped: GROUPED.test(raw),
        hasTwoMeanings: meant.length > 1,
      });
    } else if (DASH.test(raw)) {
      // '5-8' is from one to the other; '2-bedroom' and 'pre-selling' are words in a row.
      const follows =
        before && !before.isMark && (before.number !== null || before.isGlued) && BEFORE_A_NUMBER.test(rest);
      if (follows) mark('-');
      else if (raw === '~' && BEFORE_A_NUMBER.test(rest)) mark('around');
      else if (/\s$/.test(text.slice(0, index)) && /^\s/.test(rest)) add(',', { isMark: true, isDash: true });
    } else if (raw === '.') {
      const isEnd = rest === '' || /^\s/.test(rest);
      const isAbbreviated =
        ABBREVIATIONS.has(before?.text ?? '') ||
        (before?.text === 'm' && tokens.at(-2)?.text === 'sq') ||
        // 'V. Mapa'
        (/^\p{L}$/u.test(before?.text ?? '') && tokens.at(-2)?.number == null && !before?.isGlued && rest !== '');
      if (isEnd && before && !before.isMark && !isAbbreviated) mark('.');
    } else if (MARKS[raw]) mark(MARKS[raw]);
  }
  return joined(tokens);
}

/** 'w/' is 'with', 'w/o' 'without'. */
function joined(tokens: Token[]): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const slash = tokens[at + 1];
    if (!token) continue;
    if (token.text !== 'w' || slash?.text !== '/' || !slash.isGlued) {
      read.push(token);
      continue;
    }
    const more = tokens[at + 2];
    const isWithout = more?.isGlued === true && (more.text === 'o' || more.text === 'out');
    const last = isWithout ? more : slash;
    read.push({ ...token, text: isWithout ? 'without' : 'with', end: last.end });
    at += isWithout ? 2 : 1;
  }
  return read;
}

const UNIT_WORDS = new Set(
  'k m mil million php peso pesos p pm mo month monthly br brs bedroom bedrooms ba bath tb cr sqm below up max min budget only pababa pataas thou thousand condo house studio apartment f th storey pax rent and ish'.split(
    ' ',
  ),
);
const GLUED_WORDS = new Set(
  'condo for rent sale lease house and lot apartment studio furnished fully looking makati bgc taguig pasig ortigas mandaluyong quezon city manila pasay alabang cubao eastwood paranaque metro townhouse bedspace office commercial space room only pet friendly unit ph philippines near budget parking with real estate property homes rfo preselling br bedroom owner direct of the qc sa ng lf wtb wtr iso hanap'.split(
    ' ',
  ),
);
/** All names and spellings of areas. */
export const areaNames = PLACES.flatMap(({ name, aliases }) => [foldText(name), ...aliases]);
const placeWords = new Set(areaNames.filter((name) => !name.includes(' ') && name.length > 2));
/** Words of names: 'uptown' is no UP Town Center. */
const allNames = [...areaNames, ...knownPlaces.flatMap(({ names }) => names)].map((name) => name.split(' '));
const nameWords = new Set(allNames.flat());
const nameStarts = new Set(allNames.filter((words) => words.length > 1).map(([one, two]) => `${one} ${two}`));
/** 'smmoa', 'smnorth': known names of several words, written in one. */
const gluedNames = new Map(
  knownPlaces
    .flatMap(({ names }) => names)
    .filter((name) => name.includes(' ') && name.length > 5 && !nameWords.has(name.replaceAll(' ', '')))
    .map((name) => [name.replaceAll(' ', ''), name.split(' ')] as const),
);
/** Of hashtags: '#condoforrentsanjuan' */
const tagWords = new Set([...areaNames.flatMap((name) => name.split(' ')), ...elsewhere.words()]);

/** The known words that a run of letters consists of, the longest first. */
function segment(run: string, isPart: (part: string) => boolean): string[] | undefined {
  if (run === '') return [];
  for (let length = run.length; length > 0; length--) {
    const part = run.slice(0, length);
    const rest = isPart(part) ? segment(run.slice(length), isPart) : undefined;
    if (rest) return [part, ...rest];
  }
  return undefined;
}

/** 'condoforrent', '#makaticondo', the 'kphp' of '20kphp'. */
function splitGlued(run: string, kind: 'tag' | 'unit' | 'word'): readonly string[] | undefined {
  if (LANGUAGE_WORDS.has(run) || placeWords.has(run) || run.length > 40) return undefined;
  const named = kind === 'unit' ? undefined : gluedNames.get(run);
  if (named) return named;
  if (kind === 'unit')
    return run.length > 1
      ? segment(
          run,
          (part) => UNIT_WORDS.has(part) || (part.length > 2 && (GLUED_WORDS.has(part) || placeWords.has(part))),
        )
      : undefined;
  const least = kind === 'tag' ? 2 : 3;
  const isTagWord = (part: string) => kind === 'tag' && part.length > 2 && tagWords.has(part);
  if (run.length < (kind === 'tag' ? 5 : 8)) return undefined;
  return segment(
    run,
    (part) => part.length >= least && (GLUED_WORDS.has(part) || placeWords.has(part) || isTagWord(part)),
  );
}

const LONGEST_INITIALS = 6;

/** 'u s t', 'M.O.A.': letters apart that are one of the words of names. */
function withoutGaps(typed: string, tokens: readonly Token[]): Token[] {
  const read: Token[] = [];
  const isLetter = (at: number) => /^[a-z]$/.test(tokens[at]?.text ?? '') && !tokens[at]?.isMark;
  const isNext = (at: number) =>
    isLetter(at) && /^(?:\. ?| )$/.test(typed.slice(tokens[at - 1]?.end, tokens[at]?.start));
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    let end = at + 1;
    while (end < at + LONGEST_INITIALS && isLetter(at) && isNext(end)) end++;
    const last = tokens[end - 1] ?? token;
    const text = tokens
      .slice(at, end)
      .map((letter) => letter.text)
      .join('');
    const isWord = LANGUAGE_WORDS.has(text) && !nameStarts.has(`${text} ${tokens[end]?.text}`);
    const isName = end > at + 1 && nameWords.has(text) && !isWord;
    read.push(isName ? { ...token, text, end: last.end } : token);
    if (isName) at = end - 1;
  }
  return read;
}

/** "isa't kalahati", "bahay't lupa": 't' is 'at', but not the one of "don't". */
const isShortAnd = (typed: string, token: Token, before: Token | undefined) =>
  token.text === 't' &&
  before?.number === null &&
  /^['’]$/.test(typed.slice(before.end, token.start)) &&
  !before.text.endsWith('n');

/** The tokens of a sentence, its typing errors corrected and its forms of words led back to the ones of the phrases. */
export function sentenceTokens(typed: string, corrections: ReadonlyMap<string, string> = new Map()): Token[] {
  const tokens = withoutGaps(typed, tokenize(typed, splitGlued));
  return tokens.map((token, at) => {
    if (token.isMark || token.number !== null) return token;
    const text = isShortAnd(typed, token, tokens[at - 1]) ? 'at' : (corrections.get(token.text) ?? token.text);
    return nameWords.has(text) ? { ...token, text } : { ...token, text: stemOf(text) ?? text };
  });
}

/** The words of some tokens, marks left out. */
export function textOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .filter(({ isMark }) => !isMark)
    .reduce(
      (text, token) =>
        text +
        (text === '' || (token.isGlued && !tokens[tokens.indexOf(token) - 1]?.isMark) ? '' : ' ') +
        token.text,
      '',
    );
}
