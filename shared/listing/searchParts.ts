import type { UnderstoodPart, UnderstoodSearch } from '../contracts/properties.ts';
import { foldText } from '../gazetteer/names.ts';

/** Characters of a search's text: the first, and the one behind the last. */
export interface Run {
  start: number;
  end: number;
}

/** 'Makati or', 'Makati /': joins two things, of which one is gone. */
const JOIN_AT_END = /(?:(^|[\s,;|/&+(])(?:or|and|o|at)|[,;|/&+])\s*$/i;
const JOINS_AT_START = /^(?:\s*(?:(?:or|and|o|at)(?=[\s,;|/&+(]|$)|[,;|/&+]))+\s*/i;
/** 'near', 'sa', 'Budget:': leads to what is gone. Negators too: they would deny what stands behind. */
const LEAD_AT_END =
  /(?:(^|[\s,;|/&+(])(?:in|at|near|around|within|by|from|with|w\/|has|for|to|of|a|an|the|not|no|non|without|except|sa|malapit|na|ng|ang|mga|may|hindi|huwag|wag|walang|ayaw|ayoko|\p{L}+:))\s*$/iu;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]/g;

/** Without what these find at its end, as often as they do. */
function trimmed(text: string, ...patterns: RegExp[]): string {
  const next = patterns.reduce((left, pattern) => left.replace(pattern, '$1'), text);
  return next === text ? text : trimmed(next, ...patterns);
}

/** @param floor of the text that may be trimmed; before it and from `ceiling` on stands what is kept */
function withoutRun(text: string, { start, end }: Run, floor: number, ceiling: number): string {
  let before = text.slice(floor, start);
  const after = text.slice(end, ceiling).replace(/^:+/, '');
  const isFirst = (words: string) => (text.slice(0, floor) + words).trim() === '';
  const isLast = (words: string) => (words + text.slice(ceiling)).trim() === '';
  const joins = JOINS_AT_START.exec(after)?.[0] ?? '';
  const rest = after.slice(joins.length);
  let between = ' ';
  if (joins === '' || isLast(rest)) {
    const isListed = /,\s*$/.test(trimmed(before, LEAD_AT_END));
    before = trimmed(before, LEAD_AT_END, JOIN_AT_END);
    if (isListed && !isLast(rest) && !isFirst(before)) between = ', ';
  } else if (JOIN_AT_END.test(before)) {
    // Of 'Makati, BGC or Pasig' one of the two joins stays.
    before = trimmed(before, JOIN_AT_END);
    if (!isFirst(before)) between = /^\s*[,;]/.test(joins) ? ', ' : ` ${joins.trim()} `;
    // Of 'in Makati or BGC' the 'in' leads to BGC.
  } else if (/^\s*[,;]/.test(joins) && !LEAD_AT_END.test(before) && !isFirst(before)) between = ', ';
  const left = (text.slice(0, floor) + before).trimEnd();
  const right = rest.trimStart() + text.slice(ceiling);
  if (left.endsWith('#')) return /^\s|^$/.test(text.slice(end)) ? `${left.slice(0, -1)} ${right}` : left + right;
  return left + (/^[,;.!?)]/.test(right) ? '' : between) + right;
}

/** A search without some of its words, and without the joins, prepositions and labels that led to them. */
export function withoutRuns(search: string, runs: readonly Run[], kept: readonly Run[] = []): string {
  let text = search;
  let others = [...kept];
  const left = [...runs].sort((a, b) => a.start - b.start);
  for (let run = left.pop(); run; run = left.pop()) {
    const { start, end } = run;
    const floor = Math.max(
      0,
      ...[...others, ...left].filter((other) => other.end <= start).map((other) => other.end),
    );
    const ceiling = Math.min(
      text.length,
      ...others.filter((other) => other.start >= end).map((other) => other.start),
    );
    const next = withoutRun(text, run, floor, ceiling);
    const moved = next.length - text.length;
    others = others.map((other) =>
      other.start >= end ? { start: other.start + moved, end: other.end + moved } : other,
    );
    text = next;
  }
  const clean = text
    .replace(EMPTY_BRACKETS, ' ')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s,;.]+|[\s,;]+$/g, '');
  return /[\p{L}\p{N}]/u.test(clean) ? clean : '';
}

/** Parts that ask for something in words of their own. */
export const saidParts = ({ parts }: Pick<UnderstoodSearch, 'parts'>): UnderstoodPart[] =>
  parts.filter(({ assumed, filters }) => !assumed && Object.keys(filters).length > 0);

const isIn = (part: Run, run: Run) => part.start < run.end && run.start < part.end;

/** Where the words stand that homes have to hold, phrases as one. Without `understood` every word is one. */
export function wordRuns(search: string, understood?: UnderstoodSearch): Run[] {
  if (!understood) return lettersOf(search);
  const { parts, words } = understood;
  const isAsked = askedIn(search, understood, words);
  const texts = parts.filter(({ filters, assumed }) => !assumed && Object.keys(filters).length === 0);
  const single = looseRuns(search, understood).filter(isAsked);
  const typed = [...texts.filter(isAsked), ...single].map(({ start, end }) => foldText(search.slice(start, end)));
  const corrected = understood.corrections.map(({ to }) => to);
  const found = foldText([...typed, ...corrected].join(' ')).split(' ');
  // 'balkonahe' is looked for as 'balcony'.
  const isTranslated = foldText(words)
    .split(' ')
    .some((word) => word !== '' && !found.includes(word));
  const phrases = texts.filter((part) => isTranslated || isAsked(part)).map(({ start, end }) => ({ start, end }));
  return [...phrases, ...single].sort((one, other) => one.start - other.start);
}

/** Where the words stand that put homes first. */
export const preferredRuns = (search: string, understood: UnderstoodSearch): Run[] =>
  looseRuns(search, understood).filter(askedIn(search, understood, understood.preferred ?? ''));

const lettersOf = (search: string): Run[] =>
  [...search.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: typed, index }) => ({
    start: index,
    end: index + typed.length,
  }));

/** Words of no part. */
const looseRuns = (search: string, { parts }: UnderstoodSearch): Run[] =>
  lettersOf(search).filter((run) => !parts.some((part) => isIn(part, run)));

function askedIn(search: string, { corrections }: UnderstoodSearch, words: string): (run: Run) => boolean {
  const asked = new Set(foldText(words).split(' '));
  const corrected = new Map(corrections.map(({ from, to }) => [foldText(from), foldText(to).split(' ')]));
  return ({ start, end }) =>
    foldText(search.slice(start, end))
      .split(' ')
      .some((word) => word !== '' && [word, ...(corrected.get(word) ?? [])].some((one) => asked.has(one)));
}

/** 'near UST': the word that leads to a place is read with it. */
const NEAR =
  /(?:\b(?:near(?:by)?|close to|around|beside|walking distance (?:to|from)|malapit (?:sa|kay)|tapat ng|katabi ng)\s+(?:the\s+)?)$/i;

/** The words of a part, with those that lead to a known place. */
export function saidRun(search: string, { start, end, filters }: UnderstoodPart): Run {
  const lead = filters.near ? NEAR.exec(search.slice(0, start)) : null;
  return { start: lead ? lead.index : start, end };
}

/** Runs that only blanks part are one. */
export function phraseRuns(search: string, runs: readonly Run[]): Run[] {
  const phrases: Run[] = [];
  for (const run of runs) {
    const last = phrases.at(-1);
    if (last && search.slice(last.end, run.start).trim() === '') last.end = run.end;
    else phrases.push({ ...run });
  }
  return phrases;
}

/** A search without runs of its words; empty where only small talk would be left. */
export function searchWithout(search: string, runs: readonly Run[], understood?: UnderstoodSearch): string {
  const isKept = (part: Run) => !runs.some((run) => isIn(part, run));
  if (
    understood &&
    ![...saidParts(understood), ...wordRuns(search, understood), ...preferredRuns(search, understood)].some(isKept)
  )
    return '';
  return withoutRuns(
    search,
    runs,
    understood?.parts.filter((part) => part.end > part.start && isKept(part)),
  );
}

/** Alone, it is the number of a listing. */
export const isNumberAlone = (search: string) => /^[#\s.,]*\d[\d.,]*[\s.,]*$/.test(search);
