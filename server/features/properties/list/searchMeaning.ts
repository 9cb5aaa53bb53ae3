import type { SpokenFilters, UnderstoodPart, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { writtenOut } from '#shared/gazetteer/names.ts';
import { isNumberAlone } from '#shared/listing/searchParts.ts';
import { mediaOf, type PropertyType } from '#shared/listing/vocabulary.ts';
import type { Place } from '#shared/places.ts';
import { Claims, isThing } from './searchClaims.ts';
import { GENERIC_PLACES, HOME_WORDS, LIGHT, NEAR_WORDS, TALK } from './searchLanguage.ts';
import { isPartOf, locationText } from './searchParser.ts';
import type { Claim } from './searchSentence.ts';
import { isBreak, type Token, textOf } from './searchTokens.ts';

/** Filters that the query says outright: the words do not say them again. */
export interface Outright {
  /** Whether a filter of that name is said. */
  has(name: keyof SpokenFilters): boolean;
  /** Whether the type's parameter says rent, sale or lease: words for kinds of homes stay text. */
  hasOfferAsType: boolean;
  /** The place that is said: words for a place inside it narrow further. */
  place: Place | undefined;
}

export const NOTHING_OUTRIGHT: Outright = { has: () => false, hasOfferAsType: false, place: undefined };

export type Understood = Omit<UnderstoodSearch, 'corrections'>;

/** Behind them stands what they are about. */
const LEADS = new Set([...LIGHT, ...NEAR_WORDS, 'within', 'has']);

/** Longer texts are sentences: words in them that say nothing empty no list. */
const LONGEST_NAME = 3;

/** The meaning of the claims and of the words left between them, before listings are asked about the words. */
export class Meaning extends Claims {
  /** Whether the text is a wish, and not a name or a word alone. */
  private readonly isSentence: boolean;

  constructor(
    typed: string,
    tokens: readonly Token[],
    names: readonly { start: number; end: number }[] = [],
    private readonly outright: Outright = NOTHING_OUTRIGHT,
  ) {
    super(typed, tokens, names);
    const isLong = tokens.filter(({ isMark }) => !isMark).length > LONGEST_NAME;
    const hasRead = this.claims.some(
      (claim) => isThing(claim) && claim.kind !== 'text' && claim.kind !== 'preferred',
    );
    this.isSentence = hasRead || (isLong && !isNumberAlone(typed));
    if (!outright.has('type')) this.readKindsAsTypes(isLong);
  }

  /** Words and phrases that listings are to be asked about: each is left out where none holds it. */
  get questions(): string[] {
    if (!this.isSentence) return [];
    const loose = this.looseWords().map(({ text }) => text);
    const claimed = this.claims.flatMap(({ kind, words, isNegated }) =>
      (kind === 'text' || kind === 'preferred') && words && !isNegated ? [words.replaceAll('"', '')] : [],
    );
    return [...new Set([...loose, ...claimed])];
  }

  // ——— Meaning

  /** @param isKnown whether any listing holds the words */
  read(isKnown: (words: string) => boolean): Understood {
    const parts: UnderstoodPart[] = [];
    const dropped = this.implied();
    const texts: { at: number; words: string; isGlued: boolean }[] = [];
    const preferred: string[] = [];
    const left: { start: number; end: number }[] = [];
    const { outright } = this;
    const corrected = this.correctedClaims();
    const offers = new Set(
      this.claims.flatMap((claim) =>
        claim.isNegated || dropped.has(claim) || corrected.has(claim) ? [] : (claim.filters?.listing_type ?? []),
      ),
    );
    const isToOwn = this.claims.some(({ words, isNegated }) => words === 'rent to own' && !isNegated);
    const rooms = this.roomsMeant(corrected);
    const refused = this.refusedWords();
    const listed = this.listedPlaces();
    for (const claim of this.claims) {
      if (corrected.has(claim)) continue;
      const { start, end } = this.spanOf(claim);
      const meaning = this.meaningOf(claim, rooms, dropped);
      if (meaning === 'left') {
        left.push({ start, end });
        continue;
      }
      // Within the area that was chosen the words narrow further.
      const staysText =
        (claim.place && !claim.isNegated && outright.place && isPartOf(claim.place, outright.place)) ||
        (claim.type && !claim.isNegated && outright.hasOfferAsType);
      const filters: SpokenFilters = staysText ? {} : { ...meaning };
      if (claim.location && listed.has(claim)) filters.location = claim.location;
      if (offers.size > 1 || isToOwn) delete filters.listing_type;
      for (const name of Object.keys(filters) as (keyof SpokenFilters)[])
        if (outright.has(name)) delete filters[name];
      const ownWords = claim.isNegated || listed.has(claim) ? undefined : claim.words;
      const words = staysText ? textOf(this.tokens, claim.start, claim.end) : ownWords;
      const isWishedText = claim.kind === 'text' && !claim.isNegated && !listed.has(claim);
      if ((claim.kind === 'preferred' && !claim.isNegated) || (isWishedText && this.isOtherKind(claim))) {
        if (words && (claim.location || isKnown(words))) {
          preferred.push(words);
          parts.push({ ...this.placed(start, end), filters: {}, preferred: true });
        } else if (words && this.isSentence) left.push({ start, end });
        continue;
      }
      const isNeeded = claim.isCertain || !this.isSentence;
      if (words && claim.kind === 'text' && !isNeeded && !isKnown(words.replaceAll('"', ''))) {
        left.push({ start, end });
        continue;
      }
      if (claim.preferred && !claim.isNegated && isKnown(claim.preferred)) preferred.push(claim.preferred);
      if (words) texts.push({ at: claim.start, words, isGlued: false });
      if (Object.keys(filters).length > 0 || words) parts.push({ ...this.placed(start, end), filters });
      if (claim.assumes && !offers.size && !isToOwn && !claim.isNegated && !outright.has('listing_type')) {
        const { end: behind } = this.placed(start, end);
        parts.push({ start: behind, end: behind, filters: { listing_type: claim.assumes }, assumed: true });
      }
    }
    let hasUnknown = false;
    for (const { at, text, isGlued } of this.looseWords()) {
      const isUnknown = this.isSentence && !isKnown(text);
      hasUnknown ||= isUnknown;
      if (refused.has(at) || isUnknown) left.push({ start: at, end: at + 1 });
      else if (!this.isSentence || (HOME_WORDS.has(text) && !this.isChoice(at, at + 1))) {
        texts.push({ at, words: text, isGlued });
        parts.push({ ...this.placed(at, at + 1), filters: {} });
      } else if (!/^\d/.test(text)) {
        preferred.push(text);
        parts.push({ ...this.placed(at, at + 1), filters: {}, preferred: true });
      }
    }
    parts.sort((one, other) => one.start - other.start || one.end - other.end);
    const { filters, kept } = mergedFilters(parts, outright);
    const hasFilters = Object.keys(filters).length > 0;
    const words = this.wordsOf(texts, hasFilters || left.length > 0);
    const saysNothing = parts.length === 0 && preferred.length === 0;
    const { length: count } = this.tokens.filter(({ isMark }) => !isMark);
    const isUnknown = count <= LONGEST_NAME && hasUnknown;
    // '%' and a short text of unknown words find nothing.
    if (saysNothing && (count === 0 || isUnknown || (left.length === 0 && words === this.typed)))
      return { filters: {}, words: this.typed, left_out: [], parts: [] };
    return {
      filters,
      words,
      ...(preferred.length > 0 && { preferred: [...new Set(preferred)].join(' ') }),
      left_out: this.leftOut(left),
      parts: kept.map((part) => ({ ...part, ...this.leadTo(part) })),
    };
  }

  /** Words before a part that say nothing without it: 'na malapit sa', 'with', 'Loc:'. */
  private leadTo({ start, assumed }: UnderstoodPart): { lead?: number } {
    const first = this.tokens.findIndex((token) => token.start === start);
    if (assumed || first < 1) return {};
    let at = first;
    for (let before: number | undefined = at; before !== undefined; before = this.leadBefore(at)) at = before;
    return at < first ? { lead: this.placed(at, first).start } : {};
  }

  /** @returns where the leading word or label before a place begins; undefined without one */
  private leadBefore(at: number): number | undefined {
    const claim = this.claims.find(({ start, end }) => start < at && at <= end);
    const isLead = LEADS.has(this.textAt(at - 1));
    if (!claim) return isLead ? at - 1 : undefined;
    const isLeading = claim.kind === 'not' || (claim.kind === 'talk' && (isLead || this.textAt(at - 1) === ':'));
    return isLeading ? claim.start : undefined;
  }

  private placed(start: number, end: number): { start: number; end: number } {
    return { start: this.tokens[start]?.start ?? 0, end: this.tokens[end - 1]?.end ?? 0 };
  }

  /** A claim with the negation before or behind it. */
  private spanOf(claim: Claim): { start: number; end: number } {
    const at = this.claims.indexOf(claim);
    const [before, after] = [this.claims[at - 1], this.claims[at + 1]];
    let { start, end } = claim;
    if (
      claim.isNegated &&
      before &&
      (before.kind === 'not' || before.kind === 'not needed') &&
      this.isOnly(before.end, claim.start, LIGHT)
    )
      start = before.start;
    else if (
      claim.isNegated &&
      after &&
      (after.kind === 'not' || after.kind === 'not needed') &&
      (this.isOnly(claim.end, after.start, LIGHT) || this.isAnswer(claim, after))
    )
      end = after.end;
    return { start, end };
  }

  private meaningOf(
    claim: Claim,
    rooms: ReadonlyMap<Claim, SpokenFilters>,
    dropped: ReadonlySet<Claim>,
  ): SpokenFilters | 'left' {
    if (claim.isNegated)
      return claim.rooms && claim.strength !== 'indifferent'
        ? this.refusedRooms(claim, rooms.size > 0)
        : opposite(claim);
    if (this.isPassedOver(claim)) return 'left';
    if (dropped.has(claim)) return {};
    switch (claim.kind) {
      case 'place':
        return claim.place ? { location: claim.called ?? locationText(claim.place) } : {};
      case 'near':
        return claim.slugs ? { near: claim.slugs } : {};
      case 'type':
        return claim.type ? { type: claim.type } : {};
      case 'rooms':
        return rooms.get(claim) ?? {};
      case 'left':
        return 'left';
      default:
        // A distance from nothing that is known.
        if (
          claim.filters?.near_m !== undefined &&
          !this.claims.some(({ kind, isNegated }) => kind === 'near' && !isNegated)
        )
          return {};
        return claim.filters ?? {};
    }
  }

  // ——— Words left over

  /** 'no studio or 1br': at least the first count that is not refused; counts in between cannot be said. */
  private refusedRooms({ rooms }: Claim, hasOthers: boolean): SpokenFilters | 'left' {
    if (hasOthers) return {};
    const refused = this.claims.flatMap((claim) =>
      claim.isNegated && claim.rooms && claim.rooms.least === claim.rooms.most ? claim.rooms.least : [],
    );
    let bedrooms = 0;
    while (refused.includes(bedrooms)) bedrooms++;
    return rooms && bedrooms > rooms.least ? { bedrooms } : 'left';
  }

  /** Words behind a negation that is about nothing else: 'no jacuzzi'. */
  private refusedWords(): Set<number> {
    const refused = new Set<number>();
    this.claims.forEach((claim, index) => {
      if (claim.kind !== 'not') return;
      const end = this.claims[index + 1]?.start ?? this.tokens.length;
      let at = claim.end;
      while (at < end && LIGHT.has(this.textAt(at))) at++;
      for (const last = Math.min(end, at + 3); at < last && !isBreak(this.tokens[at]); at++) refused.add(at);
    });
    return refused;
  }

  /** Words that no rule read, talk aside. */
  private looseWords(): { at: number; text: string; isGlued: boolean }[] {
    const taken = new Set(
      this.claims.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
    );
    return this.tokens.flatMap(({ text, isMark, isGlued }, at) => {
      if (taken.has(at) || isMark) return [];
      if (
        TALK.has(text) ||
        writtenOut([text])[0] === 'barangay' ||
        (GENERIC_PLACES.has(text) && this.sentence.isBehindNear(at)) ||
        this.isDay(at) ||
        (/^(?:s|t|d|ll|re|ve|m)$/.test(text) && at > 0) ||
        (text.length === 1 && !/\d/.test(text))
      )
        return [];
      return [{ at, text, isGlued: isGlued && !this.tokens[at - 1]?.isMark && !taken.has(at - 1) }];
    });
  }

  /** 'Jan 15' */
  private isDay(at: number): boolean {
    const isMonth = (text: string) => MONTH_NAME.test(text);
    return this.tokens[at]?.number != null && (isMonth(this.textAt(at - 1)) || isMonth(this.textAt(at + 1)));
  }

  /** The words that stay text; talk only if nothing else is said. */
  private wordsOf(texts: { at: number; words: string; isGlued: boolean }[], hasRead: boolean): string {
    const join = (all: { words: string; isGlued: boolean }[]) =>
      all.reduce((text, { words, isGlued }) => text + (isGlued || text === '' ? '' : ' ') + words, '');
    const own = [...texts].sort((one, other) => one.at - other.at);
    // A number that is left alone would be taken for a listing's: 'unit 5'.
    const isSaid = hasRead || this.isSentence || own.some(({ words }) => !/^\d+$/.test(words));
    if (isSaid) return join(own);
    return join(
      this.tokens.flatMap(({ text, isMark, isGlued }, at) =>
        isMark && text !== '#' ? [] : [{ words: text, isGlued: isGlued && at > 0 }],
      ),
    );
  }

  /** As it was typed, neighbours together. */
  private leftOut(left: { start: number; end: number }[]): string[] {
    const runs: { start: number; end: number }[] = [];
    for (const { start, end } of [...left].sort((one, other) => one.start - other.start)) {
      const last = runs.at(-1);
      if (last && this.isOnly(last.end, start, LIGHT) && start - last.end <= 1 && !isBreak(this.tokens[last.end]))
        last.end = Math.max(last.end, end);
      else runs.push({ start, end });
    }
    return runs.map(({ start, end }) => {
      const negation = this.claims.find(
        (claim) => claim.kind === 'not' && claim.end <= start && this.isOnly(claim.end, start, LIGHT),
      );
      const placed = this.placed(negation?.start ?? start, end);
      return this.typed.slice(placed.start, placed.end).replace(/\s+/g, ' ').trim();
    });
  }
}

/** The filters that 'not …' asks for; never the thing itself. */
function opposite(claim: Claim): SpokenFilters | 'left' {
  const { filters = {} } = claim;
  if (claim.strength === 'indifferent') return 'left';
  if (claim.place) return { exclude_location: [claim.called ?? locationText(claim.place)] };
  if (claim.location) return { exclude_location: [claim.location] };
  // 'no corner lot' of a house is no land either way, and 'no townhouse' no other house.
  if (claim.type) return claim.preferred === 'corner' || claim.ofType ? 'left' : { exclude_type: [claim.type] };
  if (claim.excludes && claim.excludes.length > 0) return { exclude_features: claim.excludes };
  if (claim.words === 'ground floor') return { min_floor: 2 };
  if (claim.strength === 'except') return 'left';
  if (filters.furnished !== undefined) return { furnished: !filters.furnished };
  if (filters.completion) return { completion: filters.completion === 'ready' ? 'preselling' : 'ready' };
  return 'left';
}

const MONTH_NAME =
  /^(?:jan|feb|mar|march|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|il|e|y|ust|t|tember|ober|ember)?$/;
const roomNames = ['bedrooms', 'max_bedrooms', 'beds_exact'] as const;
const listNames = ['type', 'location', 'exclude_location', 'exclude_type', 'exclude_features', 'near'] as const;
const bounds = [
  ['min_price', 'max_price'],
  ['min_area', 'max_area'],
] as const;

/** The filters of all parts: lists are joined, of others the first counts. Parts whose filters do not count lose them. */
function mergedFilters(
  parts: UnderstoodPart[],
  outright: Outright,
): { filters: SpokenFilters; kept: UnderstoodPart[] } {
  const lists: Partial<Record<(typeof listNames)[number], string[]>> = {};
  const filters: SpokenFilters = {};
  const kept: UnderstoodPart[] = [];
  for (const part of parts) {
    const own: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(part.filters)) {
      if (roomNames.some((room) => room === name) && roomNames.some((room) => outright.has(room))) continue;
      const listName = listNames.find((known) => known === name);
      if (listName) {
        const all = lists[listName] ?? [];
        for (const one of [value].flat() as string[]) if (!all.includes(one)) all.push(one);
        lists[listName] = all;
        own[name] = value;
      } else if (name === 'media' && filters.media) {
        filters.media = mediaOf(`${filters.media},${value}`).join();
        own[name] = value;
      } else if (roomNames.some((room) => room === name)) {
        const isSame = (filters as Record<string, unknown>)[name] === value;
        const isOther =
          roomNames.some((room) => filters[room] !== undefined) &&
          !Object.keys(part.filters).every(
            (room) => (filters as Record<string, unknown>)[room] !== undefined || kept.at(-1) === part,
          );
        if (!isOther || isSame) own[name] = value;
      } else if (
        (filters as Record<string, unknown>)[name] === undefined ||
        (filters as Record<string, unknown>)[name] === value
      ) {
        own[name] = value;
      }
    }
    for (const [name, value] of Object.entries(own))
      if (!listNames.some((known) => known === name) && (filters as Record<string, unknown>)[name] === undefined)
        Object.assign(filters, { [name]: value });
    if (Object.keys(own).length > 0 || Object.keys(part.filters).length === 0)
      kept.push({ ...part, filters: own as SpokenFilters });
  }
  const plain = (all: string[] | undefined) => (all && all.length === 1 ? all[0] : all);
  if (lists.type) filters.type = plain(lists.type) as PropertyType | PropertyType[];
  if (lists.location) filters.location = plain(lists.location) as string | string[];
  if (lists.exclude_location) filters.exclude_location = lists.exclude_location;
  if (lists.exclude_type) filters.exclude_type = lists.exclude_type as PropertyType[];
  if (lists.exclude_features) filters.exclude_features = lists.exclude_features;
  if (lists.near) filters.near = lists.near;
  for (const [low, high] of bounds) {
    const [least, most] = [filters[low], filters[high]];
    if (least === undefined || most === undefined || least <= most) continue;
    delete filters[low];
    delete filters[high];
  }
  return { filters, kept };
}
