import type { SpokenFilters, UnderstoodPart, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { mediaOf, type PropertyType } from '#shared/listing/vocabulary.ts';
import type { Place } from '#shared/places.ts';
import { EITHER_OR, GENERIC_PLACES, HOME_WORDS, LIGHT, NEAR_WORDS, TALK } from './searchLanguage.ts';
import {
  type Claim,
  isNumberAlone,
  isPartOf,
  locationText,
  type Rooms,
  Sentence,
  textOf,
} from './searchParser.ts';
import { RULES } from './searchRules.ts';
import { isBreak, type Token } from './searchTokens.ts';

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
export class Meaning {
  private readonly sentence: Sentence;
  private readonly claims: Claim[];
  /** Whether the text is a wish, and not a name or a word alone. */
  private readonly isSentence: boolean;

  constructor(
    private readonly typed: string,
    private readonly tokens: readonly Token[],
    names: readonly { start: number; end: number }[] = [],
    private readonly outright: Outright = NOTHING_OUTRIGHT,
  ) {
    this.sentence = new Sentence(tokens, names);
    this.claims = isNumberAlone(tokens) ? [] : this.sentence.read(RULES);
    this.negate();
    const words = tokens.filter(({ isMark }) => !isMark);
    const hasRead = this.claims.some(
      ({ kind }) => kind !== 'talk' && kind !== 'text' && kind !== 'wanted' && kind !== 'preferred',
    );
    this.isSentence = hasRead || (words.length > LONGEST_NAME && !isNumberAlone(tokens));
  }

  /** Words and phrases that listings are to be asked about: each is left out where none holds it. */
  get questions(): string[] {
    if (!this.isSentence) return [];
    const loose = this.looseRuns().flatMap(({ words }) => words.map(({ text }) => text));
    const claimed = this.claims.flatMap(({ kind, words, isNegated }) =>
      (kind === 'text' || kind === 'preferred') && words && !isNegated ? [words.replaceAll('"', '')] : [],
    );
    return [...new Set([...loose, ...claimed])];
  }

  // ——— Negation

  /** Each negation takes what follows it, over a list of the same kind; at an end it takes what stands before. */
  private negate(): void {
    const { claims } = this;
    claims.forEach((claim, at) => {
      if (claim.kind === 'not needed') this.negateBefore(at);
      if (claim.kind !== 'not') return;
      const strength = claim.strength ?? 'not';
      const first = claims[at + 1];
      if (first && this.isOnly(claim.end, first.start, LIGHT) && isThing(first)) {
        // 'no balcony needed', 'without parking is fine'
        const isNeedless =
          /^(?:needed|required|necessary|kailangan)$/.test(this.textAt(first.end)) ||
          (first.kind !== 'place' && this.isWelcome(first.end));
        this.markNegated(first, isNeedless ? 'indifferent' : strength);
        if (isNeedless) return;
        for (let next = at + 2; next < claims.length; next++) {
          const [before, after] = [claims[next - 1], claims[next]];
          if (!before || !after || after.kind !== first.kind || !this.goesOn(before, after, next, strength)) break;
          this.markNegated(after, strength);
        }
      } else this.negateBefore(at);
    });
  }

  private markNegated(claim: Claim, strength: NonNullable<Claim['strength']>): void {
    claim.isNegated = true;
    claim.strength = strength;
  }

  private negateBefore(at: number): void {
    const [before, claim] = [this.claims[at - 1], this.claims[at]];
    if (
      !before ||
      !claim ||
      !isThing(before) ||
      before.isNegated ||
      !this.isOnly(before.end, claim.start, LIGHT)
    ) {
      // 'not needed: parking'
      const next = this.claims[at + 1];
      const isOfBefore =
        /^(?:is|are)$/.test(this.textAt(claim?.start ?? 0)) || this.textAt((claim?.end ?? 0) - 1) === 'included';
      if (
        claim?.kind === 'not needed' &&
        !isOfBefore &&
        next &&
        isThing(next) &&
        this.isOnly(claim.end, next.start, LIGHT)
      )
        this.markNegated(next, 'indifferent');
      return;
    }
    const isEnd = claim.kind === 'not needed' || this.isEnd(claim.end);
    if (isEnd) this.markNegated(before, claim.kind === 'not needed' ? 'indifferent' : 'not');
  }

  private isEnd(at: number): boolean {
    let end = at;
    while (LIGHT.has(this.textAt(end)) || /^(?:ko|kami|po|pls|please|na)$/.test(this.textAt(end))) end++;
    return isBreak(this.tokens[end]) || /^(?:pero|but|kasi)$/.test(this.textAt(end));
  }

  private readonly textAt = (at: number): string => this.tokens[at]?.text ?? '';

  private isOnly(start: number, end: number, words: ReadonlySet<string>): boolean {
    for (let at = start; at < end; at++) if (isBreak(this.tokens[at]) || !words.has(this.textAt(at))) return false;
    return true;
  }

  /** Whether a negation that reached `before` reaches `after` too: 'not in makati, bgc or pasig'. */
  private goesOn(before: Claim, after: Claim, at: number, strength: NonNullable<Claim['strength']>): boolean {
    const between = this.tokens.slice(before.end, after.start).map(({ text }) => text);
    if (between.length === 0 || !between.every((word) => LIGHT.has(word) || EITHER_OR.has(word))) return false;
    if (this.isWanted(at)) return false;
    if (between.some((word) => /^(?:or|nor|o|ni|and|at|\/)$/.test(word))) return true;
    if (!between.includes(',') || between.length > 2) return false;
    if (strength === 'except') return true;
    const next = this.claims[at + 1];
    return (
      !!next &&
      next.kind === after.kind &&
      this.tokens.slice(after.end, next.start).some(({ text }) => /^(?:or|nor|o|ni|and|at|\/)$/.test(text)) &&
      !this.isWanted(at + 1)
    );
  }

  /** 'bgc pwede', 'pasay na lang' */
  private isWanted(at: number): boolean {
    const [claim, next] = [this.claims[at], this.claims[at + 1]];
    return claim !== undefined && next?.kind === 'wanted' && this.isOnly(claim.end, next.start, LIGHT);
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
    const offers = new Set(
      this.claims.flatMap(({ filters, isNegated }) => (isNegated ? [] : (filters?.listing_type ?? []))),
    );
    const isToOwn = this.claims.some(({ words }) => words === 'rent to own');
    const rooms = this.roomsMeant();
    const refused = this.refusedWords();
    for (const claim of this.claims) {
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
      const filters = staysText ? {} : { ...meaning };
      if (offers.size > 1 || isToOwn) delete filters.listing_type;
      for (const name of Object.keys(filters) as (keyof SpokenFilters)[])
        if (outright.has(name)) delete filters[name];
      const words = staysText
        ? textOf(this.tokens, claim.start, claim.end)
        : claim.isNegated
          ? undefined
          : claim.words;
      if (claim.kind === 'preferred' || (claim.kind === 'text' && !claim.isNegated && this.isOtherKind(claim))) {
        if (words && isKnown(words)) {
          preferred.push(words);
          parts.push({ ...this.placed(start, end), filters: {}, preferred: true });
        }
        continue;
      }
      if (
        words &&
        claim.kind === 'text' &&
        !claim.isCertain &&
        this.isSentence &&
        !isKnown(words.replaceAll('"', ''))
      ) {
        left.push({ start, end });
        continue;
      }
      if (claim.preferred && isKnown(claim.preferred)) preferred.push(claim.preferred);
      if (words) texts.push({ at: claim.start, words, isGlued: false });
      if (Object.keys(filters).length > 0 || words) parts.push({ ...this.placed(start, end), filters });
      if (
        claim.assumes &&
        !offers.size &&
        !isToOwn &&
        !claim.isNegated &&
        !outright.has('listing_type') &&
        !this.saysOffer()
      ) {
        const { end: behind } = this.placed(start, end);
        parts.push({ start: behind, end: behind, filters: { listing_type: claim.assumes }, assumed: true });
      }
    }
    let hasUnknown = false;
    for (const run of this.looseRuns())
      for (const { at, text, isGlued } of run.words) {
        const isUnknown = this.isSentence && !isKnown(text);
        hasUnknown ||= isUnknown;
        if (refused.has(at) || isUnknown) left.push({ start: at, end: at + 1 });
        else if (!this.isSentence || HOME_WORDS.has(text)) {
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
      ...(preferred.length > 0 && { preferred: preferred.join(' ') }),
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

  /** An offer that a word alone says, as 'lease' in a label. */
  private saysOffer(): boolean {
    return this.claims.some(({ words, isNegated }) => !isNegated && words === 'rent to own');
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
      this.isOnly(claim.end, after.start, LIGHT)
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
      return claim.rooms && rooms.size > 0 && claim.strength !== 'indifferent' ? {} : opposite(claim);
    if (dropped.has(claim)) return {};
    switch (claim.kind) {
      case 'place':
        return claim.place ? { location: locationText(claim.place) } : {};
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

  /** Places that another one says: the city around a quarter, the region around a city. */
  private implied(): Set<Claim> {
    const dropped = new Set<Claim>();
    const places = this.claims.filter(
      ({ kind, isNegated }) => (kind === 'place' || kind === 'near') && !isNegated,
    );
    for (const claim of this.storyPlaces(places)) dropped.add(claim);
    const named = places.filter((claim) => !dropped.has(claim));
    named.forEach((claim, at) => {
      const next = named[at + 1];
      const isRegion = claim.place?.kind === 'region';
      if (isRegion && named.some((other) => other !== claim)) dropped.add(claim);
      if (!next?.place || isRegion) return;
      const between = this.tokens.slice(claim.end, next.start).map(({ text }) => text);
      const isTogether = between.every(
        (word) =>
          word === ',' ||
          word === 'in' ||
          word === 'sa' ||
          word === 'city' ||
          word === 'of' ||
          word === 'area' ||
          word === 'village',
      );
      if (!isTogether) return;
      // 'SM North, QC': the city says where that is.
      if (claim.kind === 'near') {
        if (next.place.kind === 'city' && between.every((word) => word === ',')) dropped.add(next);
      } else if (claim.place) {
        const isAddress = isPartOf(claim.place, next.place);
        const isOwn = claim.place.city === next.place.slug || claim.place.parent === next.place.slug;
        if (isAddress && (isOwn || named.length === 2)) dropped.add(next);
        else if (
          isPartOf(next.place, claim.place) &&
          (next.place.city === claim.place.slug || next.place.parent === claim.place.slug)
        )
          dropped.add(claim);
      }
    });
    // 'makati, walking distance to greenbelt': the quarter says more than its city.
    for (const city of named)
      for (const quarter of named)
        if (
          city.place?.kind === 'city' &&
          quarter.place?.kind === 'district' &&
          quarter.place.city === city.place.slug
        ) {
          const [from, to] = [Math.min(city.end, quarter.end), Math.max(city.start, quarter.start)];
          const isList = this.tokens.slice(from, to).some(({ text }) => /^(?:or|o|\/|and|at|,)$/.test(text));
          if (!isList) dropped.add(city);
        }
    // 'duplex, 120 sqm lot', 'house, lot 300 sqm': the size of its lot.
    const kinds = this.claims.filter(({ kind, isNegated }) => kind === 'type' && !isNegated);
    this.claims.forEach((claim, at) => {
      const [before, after] = [this.claims[at - 1], this.claims[at + 1]];
      const isSized =
        (before?.filters?.min_area !== undefined && before.end === claim.start) ||
        (after?.filters?.min_area !== undefined && after.start === claim.end);
      if (claim.type === 'land' && kinds.length > 1 && isSized) dropped.add(claim);
    });
    // 'near BGC but not in BGC'
    const refused = this.claims.flatMap(({ place, isNegated }) => (place && isNegated ? place.slug : []));
    for (const claim of this.claims)
      if (claim.place && !claim.isNegated && refused.includes(claim.place.slug)) dropped.add(claim);
    // 'furnished or unfurnished', 'unfurnished ok', 'kahit unfurnished': either will do.
    this.claims.forEach((claim, at) => {
      const next = this.claims[at + 1];
      const isChoice = claim.filters?.furnished === false || claim.filters?.completion === 'preselling';
      const isFine = this.isWelcome(claim.end) || this.textAt(claim.start - 1) === 'kahit';
      if (isChoice && !claim.isNegated && isFine) {
        const [name] = Object.keys(claim.filters ?? {}) as (keyof SpokenFilters)[];
        for (const other of this.claims)
          if (name && !other.isNegated && other.filters?.[name] !== undefined) dropped.add(other);
      }
      if (claim.filters?.furnished && next?.words === 'semi furnished' && this.isEither(claim, next))
        dropped.add(claim);
      if (!next || claim.isNegated || next.isNegated || !this.isEither(claim, next)) return;
      const [name] = Object.keys(claim.filters ?? {}) as (keyof SpokenFilters)[];
      if (
        name &&
        next.kind === 'filter' &&
        next.filters?.[name] !== undefined &&
        next.filters[name] !== claim.filters?.[name]
      ) {
        dropped.add(claim);
        dropped.add(next);
      }
    });
    return dropped;
  }

  /** 'I work in BGC, looking in Pasig': places of somebody's life, where another place is asked for. */
  private storyPlaces(named: readonly Claim[]): Claim[] {
    const isJoined = (one: Claim, other: Claim) => this.isListed(one.end, other.start);
    const isMetropolis = ({ slug }: Place) => slug === 'manila';
    const stories = named.filter((claim) => {
      const { start, place } = claim;
      const before = this.tokens
        .slice(Math.max(0, start - 4), start)
        .map(({ text }) => text)
        .join(' ');
      const isAround = (other: Claim) =>
        other !== claim &&
        place &&
        other.place &&
        (isMetropolis(place) || other.place.city === place.slug) &&
        !isJoined(claim, other);
      return STORY.test(before) || (MOVE.test(before) && named.some(isAround));
    });
    for (const [at, claim] of named.entries()) {
      const before = named[at - 1];
      if (before && stories.includes(before) && !stories.includes(claim) && isJoined(before, claim))
        stories.push(claim);
    }
    return stories.length < named.length ? stories : [];
  }

  private isListed(start: number, end: number): boolean {
    const between = this.tokens.slice(start, end);
    return between.length > 0 && between.every(({ text }) => EITHER_OR.has(text));
  }

  /** 'unfurnished ok', 'preselling is fine' */
  private isWelcome(end: number): boolean {
    let at = end;
    while (/^(?:is|are|also|din|rin|will|be|units?)$/.test(this.textAt(at))) at++;
    return /^(?:ok|okay|fine|pwede|puwede|acceptable|welcome)$/.test(this.textAt(at));
  }

  private isEither(one: Claim, other: Claim): boolean {
    const between = this.tokens.slice(one.end, other.start).map(({ text }) => text);
    return (
      between.length > 0 &&
      between.length < 3 &&
      between.every((word) => /^(?:or|o|\/|na|sa|a|kahit)$/.test(word)) &&
      between.some((word) => /^(?:or|o|\/)$/.test(word))
    );
  }

  /** 'duplex or townhouse', 'Shaw/Boni': the word is a choice too, and no listing need have it. */
  private isOtherKind(claim: Claim): boolean {
    const at = this.claims.indexOf(claim);
    const [before, after] = [this.claims[at - 1], this.claims[at + 1]];
    return (
      (before?.kind === 'type' && this.isEither(before, claim)) ||
      (after?.kind === 'type' && this.isEither(claim, after)) ||
      (!claim.isCertain && this.isWelcome(claim.end) && this.claims.some(({ kind }) => kind === 'type')) ||
      (claim.words === 'semi furnished' && !!before?.filters?.furnished && this.isEither(before, claim)) ||
      (claim.isNameOfPlace === true &&
        ((!!before?.place && this.isEither(before, claim)) || (!!after?.place && this.isEither(claim, after))))
    );
  }

  /** Rooms of a list are one range: 'studio or 1br', '1br/2br', 'more than 2 but less than 5'; else the first count. */
  private roomsMeant(): Map<Claim, SpokenFilters> {
    const said = this.claims.filter(({ kind, isNegated, rooms }) => kind === 'rooms' && !isNegated && rooms);
    const meant = new Map<Claim, SpokenFilters>();
    const [first] = said;
    if (!first?.rooms) return meant;
    let whole: Rooms = first.rooms;
    const together = [first];
    for (const claim of said.slice(1)) {
      const before = together.at(-1);
      const { rooms } = claim;
      if (!before || !rooms) break;
      const between = this.tokens.slice(before.end, claim.start).map(({ text }) => text);
      const isList =
        (between.some((word) => EITHER_OR.has(word)) &&
          between.every((word) => EITHER_OR.has(word) || LIGHT.has(word))) ||
        this.isEitherHalf(before, claim);
      const isMoved = this.isUpgrade();
      const isHalf = ({ least, most }: Rooms) => most === null || least === 0;
      if (whole.most === null && rooms.least === 0 && isHalf(rooms))
        whole = { least: whole.least, most: rooms.most };
      else if (rooms.most === null && whole.least === 0 && whole.most !== 0)
        whole = { least: rooms.least, most: whole.most };
      else if (isList && !isMoved)
        whole = {
          least: Math.min(whole.least, rooms.least),
          most: whole.most === null || rooms.most === null ? null : Math.max(whole.most, rooms.most),
        };
      else continue;
      together.push(claim);
    }
    const chosen = this.isUpgrade() ? this.upgradedTo(said) : undefined;
    if (chosen?.rooms) meant.set(chosen, roomFilters(chosen.rooms));
    else for (const claim of together) meant.set(claim, roomFilters(whole));
    return meant;
  }

  /** 'a studio in Makati or a 1BR in Pasig': places and kinds stand between. */
  private isEitherHalf(one: Claim, other: Claim): boolean {
    const halves = this.claims.slice(this.claims.indexOf(one) + 1, this.claims.indexOf(other));
    const isHeld = (at: number) => halves.some(({ start, end }) => at >= start && at < end);
    const between = this.tokens.slice(one.end, other.start).filter((_, at) => !isHeld(one.end + at));
    return (
      halves.every(
        ({ kind, isNegated }) => !isNegated && (kind === 'place' || kind === 'near' || kind === 'type'),
      ) &&
      between.some(({ text }) => /^(?:or|o|\/)$/.test(text)) &&
      between.every(({ text }) => EITHER_OR.has(text) || LIGHT.has(text))
    );
  }

  private isUpgrade(): boolean {
    return this.tokens.some(({ text }) => /^(?:upgrade|upgrading|downsize|downsizing|moving|lilipat)$/.test(text));
  }

  private upgradedTo(said: readonly Claim[]): Claim | undefined {
    const isFrom = ({ start }: Claim) =>
      /^(?:from|galing|mula)$/.test(this.textAt(start - 1)) ||
      /^(?:from|galing|mula)$/.test(this.textAt(start - 2));
    return said.length > 1 ? (said.find((claim) => !isFrom(claim)) ?? said[0]) : said[0];
  }

  // ——— Words left over

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
  private looseRuns(): { words: { at: number; text: string; isGlued: boolean }[] }[] {
    const taken = new Set(
      this.claims.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
    );
    const words = this.tokens.flatMap(({ text, isMark, isGlued }, at) => {
      if (taken.has(at) || isMark) return [];
      if (
        TALK.has(text) ||
        (GENERIC_PLACES.has(text) && this.sentence.isBehindNear(at)) ||
        this.isDay(at) ||
        (/^(?:s|t|d|ll|re|ve|m)$/.test(text) && at > 0) ||
        (text.length === 1 && !/\d/.test(text))
      )
        return [];
      return [{ at, text, isGlued: isGlued && !this.tokens[at - 1]?.isMark && !taken.has(at - 1) }];
    });
    return words.length > 0 ? [{ words }] : [];
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

const isThing = ({ kind }: Claim): boolean =>
  kind !== 'talk' && kind !== 'not' && kind !== 'not needed' && kind !== 'wanted';

/** The filters that 'not …' asks for; never the thing itself. */
function opposite(claim: Claim): SpokenFilters | 'left' {
  const { filters = {} } = claim;
  if (claim.strength === 'indifferent') return 'left';
  if (claim.place) return { exclude_location: [locationText(claim.place)] };
  if (claim.type) return { exclude_type: [claim.type] };
  if (claim.rooms?.most === 0) return { bedrooms: 1 };
  if (claim.excludes && claim.excludes.length > 0) return { exclude_features: claim.excludes };
  if (claim.strength === 'except') return 'left';
  if (filters.furnished !== undefined) return { furnished: !filters.furnished };
  if (filters.completion) return { completion: filters.completion === 'ready' ? 'preselling' : 'ready' };
  return 'left';
}

function roomFilters({ least, most }: Rooms): SpokenFilters {
  if (most !== null && least === most) return { beds_exact: least };
  return { ...(least > 0 && { bedrooms: least }), ...(most !== null && { max_bedrooms: most }) };
}

/** Before a place that is not asked for where another one is. */
const STORY =
  /(?:^| )(?:(?:(?:my|our|ang|yung) (?:office|opisina|school)|(?:office|opisina|school) (?:ko|namin)|wife|husband|asawa|partner|works?|working|nagtatrabaho|nagwowork|trabaho|based|studying|nag aaral|nakatira|assigned|renting now|currently renting|moving out)(?: ko| namin| po| ako| kami| is| ay| now| na)? (?:in|at|of|sa)|taga|leaving)$/;
/** Before the city of a quarter that is asked for, or before the metropolis. */
const MOVE = /(?:^| )(?:move|moving|relocate|relocating|transferring|lilipat)(?: na| kami| ako)? (?:to|in|sa)$/;
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
