import type { UnderstoodPart, UnderstoodSearch } from '../contracts/properties.ts';
import { foldText } from '../gazetteer/names.ts';

/** Characters of a search's text: the first, and the one behind the last. */
export interface Run {
  start: number;
  end: number;
}

interface LedRun extends Run {
  /** Where the words begin that lead to it. */
  lead?: number;
  /** They lead to the next part too and stay: 'in Makati or BGC'. */
  leadsOn?: boolean;
}

/** 'Makati or', 'Makati /': joins two things, of which one is gone. */
const JOIN_AT_END = /(?:(^|[\s,;|/&+(])(?:or|and|o|at)|[,;|/&+])\s*$/i;
const JOINS_AT_START = /^(?:\s*(?:(?:or|and|o|at)(?=[\s,;|/&+(]|$)|[,;|/&+]))+\s*/i;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]/g;

function trimmed(text: string): string {
  const next = text.replace(JOIN_AT_END, '$1');
  return next === text ? text : trimmed(next);
}

/** @param floor of the text that may be trimmed; before it and from `ceiling` on stands what is kept */
function withoutRun(text: string, { lead, start, end, leadsOn }: LedRun, floor: number, ceiling: number): string {
  const from = Math.max(floor, lead ?? start);
  let before = text.slice(floor, start);
  const after = text.slice(end, ceiling).replace(/^:+/, '');
  const isFirst = (words: string) => (text.slice(0, floor) + words).trim() === '';
  const isLast = (words: string) => (words + text.slice(ceiling)).trim() === '';
  const joins = JOINS_AT_START.exec(after)?.[0] ?? '';
  const rest = after.slice(joins.length);
  let between = ' ';
  if (joins === '' || isLast(rest) || (from < start && !leadsOn)) {
    const led = text.slice(floor, from);
    before = trimmed(led);
    if (/,\s*$/.test(led) && !isLast(rest) && !isFirst(before)) between = ', ';
  } else if (JOIN_AT_END.test(before)) {
    // Of 'Makati, BGC or Pasig' one of the two joins stays.
    before = trimmed(before);
    if (!isFirst(before)) between = /^\s*[,;]/.test(joins) ? ', ' : ` ${joins.trim()} `;
  } else if (/^\s*[,;]/.test(joins) && from === start && !isFirst(before)) between = ', ';
  const left = (text.slice(0, floor) + before).trimEnd();
  const right = rest.trimStart() + text.slice(ceiling);
  if (left.endsWith('#')) return /^\s|^$/.test(text.slice(end)) ? `${left.slice(0, -1)} ${right}` : left + right;
  return left + (/^[,;.!?)]/.test(right) ? '' : between) + right;
}

/** A search without some of its words, and without the joins and leads that led to them. */
export function withoutRuns(search: string, runs: readonly LedRun[], kept: readonly Run[] = []): string {
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
  const texts = parts.filter(
    ({ filters, assumed, preferred }) => !assumed && !preferred && Object.keys(filters).length === 0,
  );
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
export const preferredRuns = ({ parts }: Pick<UnderstoodSearch, 'parts'>): Run[] =>
  parts.flatMap(({ start, end, preferred }) => (preferred ? { start, end } : []));

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

const partAt = ({ start }: Run, understood: UnderstoodSearch | undefined): UnderstoodPart | undefined =>
  understood?.parts.find((part) => part.start === start && part.end > start);

/** 'near UST' is shown whole, of 'in Makati' the place alone. */
export function shownRun({ start, end }: Run, understood: UnderstoodSearch | undefined): Run {
  const part = partAt({ start, end }, understood);
  return { start: part?.filters.near ? (part.lead ?? start) : start, end };
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

function ledRun(run: Run, understood: UnderstoodSearch | undefined): LedRun {
  const part = partAt(run, understood);
  const next = understood?.parts.find(({ start, end }) => start >= run.end && end > start);
  const isAlike = part && next && Object.keys(part.filters).join() === Object.keys(next.filters).join();
  return { ...run, lead: part?.lead, leadsOn: isAlike && next.lead === undefined };
}

/** A search without runs of its words; empty where only small talk would be left. */
export function searchWithout(search: string, runs: readonly Run[], understood?: UnderstoodSearch): string {
  const isKept = (part: Run) => !runs.some((run) => isIn(part, run));
  if (
    understood &&
    ![...saidParts(understood), ...wordRuns(search, understood), ...preferredRuns(understood)].some(isKept)
  )
    return '';
  return withoutRuns(
    search,
    runs.map((run) => ledRun(run, understood)),
    understood?.parts.filter((part) => part.end > part.start && isKept(part)),
  );
}

/** Alone, it is the number of a listing. */
export const isNumberAlone = (search: string) => /^[#\s.,]*\d[\d.,]*[\s.,]*$/.test(search);
