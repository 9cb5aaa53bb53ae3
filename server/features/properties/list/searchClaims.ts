import type { SpokenFilters } from '#shared/contracts/properties.ts';
import { isNumberAlone } from '#shared/listing/searchParts.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import type { Place } from '#shared/places.ts';
import { BIG, EITHER_OR, HOME_WORDS, JOINS, LIGHT, OR, TALK } from './searchLanguage.ts';
import { isPartOf, Sentence } from './searchParser.ts';
import { LANGUAGE_WORDS } from './searchPhrases.ts';
import { RULES } from './searchRules.ts';
import type { Claim, Rooms } from './searchSentence.ts';
import { isBreak, type Token } from './searchTokens.ts';

/** 'Budget 20k, but can go up to 25k'; what is far beyond is the price of something else. */
const MOST_STRETCHED = 2;
const PAUSES = new Set([',', '.', '?', '\n']);
const BIG_WORDS = new Set(BIG.split('|'));

/** Before a place that is not asked for where another one is. */
const STORY =
  /(?:^| )(?:(?:(?:my|our|ang|yung) (?:office|opisina|school|lease|contract|kontrata)|(?:office|opisina|school) (?:ko|namin)|(?:i|we) (?:live|study|stay)|works?|working|nagtatrabaho|nagwowork|trabaho|based|studying|nag aaral|nakatira|assigned|renting now|currently renting|moving out|enrolled|accepted)(?: ko| namin| po| ako| kami| is| ay| now| na)? (?:in|at|of|sa)|taga|leaving|got into)$/;
const HOME_NOW =
  /(?:^| )(?:(?:i|we) rent|renting|leasing|living|staying|umuupa|nangungupahan)(?: na| kami| ako)? (?:in|at|sa)$/;
/** Before the city of a quarter that is asked for, or before the metropolis. */
const MOVE = /(?:^| )(?:move|moving|relocate|relocating|transferring|lilipat)(?: na| kami| ako)? (?:to|in|sa)$/;

/** The claims of a sentence and what they are to each other: refused, corrected, one of several, of somebody's life. */
export class Claims {
  protected readonly sentence: Sentence;
  protected readonly claims: Claim[];

  constructor(
    protected readonly typed: string,
    protected readonly tokens: readonly Token[],
    names: readonly { start: number; end: number }[],
  ) {
    this.sentence = new Sentence(tokens, names);
    this.claims = isNumberAlone(typed) ? [] : this.sentence.read(RULES);
    this.negate();
    this.leaveOwnOffice();
  }

  /** 'transferred to our Ortigas office' */
  private leaveOwnOffice(): void {
    this.claims.forEach((claim, at) => {
      const place = this.claims[at - 1];
      const isOwn = place?.kind === 'place' && /^(?:my|our|his|her|company)$/.test(this.textAt(place.start - 1));
      if (claim.type === 'office' && isOwn && place.end === claim.start) claim.kind = 'talk';
    });
  }

  /** 'condo or townhouse', '3br bungalow in Las Piñas': a house, and the word ranks. */
  protected readKindsAsTypes(isLong: boolean): void {
    for (const claim of this.claims) {
      const { ofType, words } = claim;
      if (ofType && words && !this.isOfName(claim) && this.isKindAsked(claim, ofType, isLong))
        Object.assign(claim, { kind: 'type', type: ofType, preferred: words, words: undefined });
    }
  }

  /** Whether no other type is asked for, or the kind is one of several: no 'Pacific Mansion condo'. */
  private isKindAsked(claim: Claim, ofType: PropertyType, isLong: boolean): boolean {
    const others = this.claims.filter(
      ({ kind, type, isNegated }) => kind === 'type' && !isNegated && type !== undefined && type !== ofType,
    );
    const isParted = others.every((other) => {
      const [from, to] = other.start < claim.start ? [other.end, claim.start] : [claim.end, other.start];
      return this.tokens.slice(from, to).some(({ text }) => JOINS.has(text) || PAUSES.has(text));
    });
    return isParted && (isLong || others.length > 0);
  }

  /** 'Villa Verde', 'Legaspi Mansion': an unknown word stands beside it. */
  private isOfName({ start, end, words }: Claim): boolean {
    if (words !== 'villa' && words !== 'mansion') return false;
    return [start - 1, end].some((at) => {
      const token = this.tokens[at];
      const isRead = this.claims.some((claim) => at >= claim.start && at < claim.end);
      return token && !token.isMark && token.number === null && !isRead && !LANGUAGE_WORDS.has(token.text);
    });
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
          if (!before || !after || !isOfSameKind(first, after) || !this.goesOn(before, after, next, strength))
            break;
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
      !(this.isOnly(before.end, claim.start, LIGHT) || this.isAnswer(before, claim))
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
    // 'studio or 1br doesn’t matter': either will do.
    const other = this.claims[at - 2];
    const isChoice = this.textAt(claim.end - 1) === 'matter' && other?.kind === before.kind;
    if (isChoice && this.isEither(other, before)) return;
    const isEnd = claim.kind === 'not needed' || this.isEnd(claim.end);
    if (isEnd) this.markNegated(before, claim.kind === 'not needed' ? 'indifferent' : 'not');
  }

  /** 'selling? no, I want to rent' */
  protected isAnswer(question: Claim, answer: Claim): boolean {
    const isAsked = answer.start === question.end + 1 && this.textAt(question.end) === '?';
    return isAsked && isBreak(this.tokens[answer.end]);
  }

  private isEnd(at: number): boolean {
    let end = at;
    while (LIGHT.has(this.textAt(end)) || /^(?:ko|kami|po|pls|please|na)$/.test(this.textAt(end))) end++;
    return isBreak(this.tokens[end]) || /^(?:pero|but|kasi)$/.test(this.textAt(end));
  }

  protected readonly textAt = (at: number): string => this.tokens[at]?.text ?? '';

  protected isOnly(start: number, end: number, words: ReadonlySet<string>): boolean {
    for (let at = start; at < end; at++) if (isBreak(this.tokens[at]) || !words.has(this.textAt(at))) return false;
    return true;
  }

  /** Whether a negation that reached `before` reaches `after` too: 'not in makati, bgc or pasig'. */
  private goesOn(before: Claim, after: Claim, at: number, strength: NonNullable<Claim['strength']>): boolean {
    const between = this.tokens.slice(before.end, after.start).map(({ text }) => text);
    if (between.length === 0 || !between.every((word) => LIGHT.has(word) || EITHER_OR.has(word))) return false;
    if (this.isWishList(at)) return false;
    if (between.some((word) => JOINS.has(word))) return true;
    if (!between.includes(',') || between.length > 2) return false;
    if (strength === 'except') return true;
    const next = this.claims[at + 1];
    return (
      !!next &&
      next.kind === after.kind &&
      this.tokens.slice(after.end, next.start).some(({ text }) => JOINS.has(text))
    );
  }

  /** 'mandaluyong or qc only': a list that ends with a wish. */
  private isWishList(at: number): boolean {
    const [claim, next] = [this.claims[at], this.claims[at + 1]];
    if (!claim || this.isWanted(at)) return claim !== undefined;
    const between = next ? this.tokens.slice(claim.end, next.start) : [];
    const isJoined = between.length > 0 && between.every(({ text }) => JOINS.has(text) || LIGHT.has(text));
    return isJoined && next?.kind === claim.kind && this.isWishList(at + 1);
  }

  /** 'bgc pwede', 'pasay na lang' */
  private isWanted(at: number): boolean {
    const [claim, next] = [this.claims[at], this.claims[at + 1]];
    return claim !== undefined && next?.kind === 'wanted' && this.isOnly(claim.end, next.start, LIGHT);
  }

  // ——— Places

  /** Places that another one says: the city around a quarter, the region around a city. */
  protected implied(): Set<Claim> {
    const dropped = new Set<Claim>();
    const places = this.claims.filter(
      ({ kind, isNegated }) => (kind === 'place' || kind === 'near') && !isNegated,
    );
    const stories = this.storyPlaces(places);
    for (const claim of [...stories, ...this.storyOffers(stories.length > 0)]) dropped.add(claim);
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
          !this.isInChoice(claim, named.slice(at + 1)) &&
          isPartOf(next.place, claim.place) &&
          (next.place.city === claim.place.slug || next.place.parent === claim.place.slug)
        )
          dropped.add(claim);
      }
    });
    // 'Makati (Poblacion, Bel-Air) or Pasig': the city is narrowed to its quarters.
    named.forEach((city, at) => {
      const quarter = named[at + 1]?.place;
      const isBracket = this.typed[this.tokens[city.end]?.start ?? this.typed.length] === '(';
      if (isBracket && city.place && quarter && isPartOf(quarter, city.place)) dropped.add(city);
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
          const isList = this.tokens.slice(from, to).some(({ text }) => JOINS.has(text) || text === ',');
          if (!isList) dropped.add(city);
        }
    // 'duplex, 120 sqm lot', 'house, lot 300 sqm': the size of its lot.
    const kinds = this.claims.filter(({ kind, isNegated }) => kind === 'type' && !isNegated);
    this.claims.forEach((claim, at) => {
      const [before, after] = [this.claims[at - 1], this.claims[at + 1]];
      const isSized =
        (before?.filters?.min_area !== undefined && before.end === claim.start) ||
        (after?.filters?.min_area !== undefined && after.start === claim.end);
      const isOfHome = kinds.length > 1 || this.claims.some(({ ofType }) => ofType === 'house');
      if (claim.type === 'land' && isOfHome && (isSized || this.isOwnLot(claim))) dropped.add(claim);
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
        // Preselling or ready, it is bought.
        if (name === 'completion') next.assumes = 'sale';
      }
    });
    return dropped;
  }

  /** 'near BGC but in Pateros': the area that the other one is only near to. */
  protected isPassedOver(claim: Claim): boolean {
    const next = this.claims.find(({ kind, start }) => kind === 'place' && start >= claim.end);
    if (claim.kind !== 'place' || claim.isNegated || !next || next.isNegated) return false;
    const between = this.tokens.slice(claim.end, next.start).map(({ text }) => text);
    return (
      this.sentence.isBehindNear(claim.start) &&
      between.some((word) => word === 'pero' || word === 'but') &&
      between.some((word) => /^(?:in|sa|nasa|within)$/.test(word)) &&
      between.every((word) => LIGHT.has(word) || /^(?:,|pero|but|mismo|also|rather)$/.test(word))
    );
  }

  /** 'house with a big lot', 'townhouse, corner lot' */
  private isOwnLot({ start, preferred }: Claim): boolean {
    const before = this.textAt(this.textAt(start - 1) === 'a' ? start - 2 : start - 1);
    const isBehindOr = OR.has(before);
    const isDescribed = preferred === 'corner' || BIG_WORDS.has(this.textAt(start));
    return !isBehindOr && (isDescribed || /^(?:with|may|has|have|having|on)$/.test(before));
  }

  /** 'BGC, McKinley or Rockwell': the broader place is one of several; 'Parañaque (BF or Merville)' are two in one. */
  private isInChoice(broad: Claim, others: readonly Claim[]): boolean {
    if (this.textAt(broad.end) !== ',') return false;
    let before = broad;
    let isChoice = false;
    for (const other of others) {
      if (!this.isListed(before.end, other.start) || !other.place || !broad.place) break;
      isChoice ||= before !== broad && !isPartOf(other.place, broad.place);
      before = other;
    }
    return isChoice;
  }

  /** 'I work in BGC, looking in Pasig': places of somebody's life, where another place is asked for. */
  private storyPlaces(named: readonly Claim[]): Claim[] {
    const isJoined = (one: Claim, other: Claim) => this.isListed(one.end, other.start);
    const isPause = (one: Claim) => this.textAt(one.end) === ',';
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
      return (
        STORY.test(before) ||
        (HOME_NOW.test(before) && this.isOfNow(claim.end)) ||
        (MOVE.test(before) && named.some(isAround))
      );
    });
    const isJoinedAt = (at: number) => {
      const [before, claim] = [named[at - 1], named[at]];
      return before !== undefined && claim !== undefined && isJoined(before, claim);
    };
    /** Whether the list of places that goes on at one of them ends with a wish: 'Makati or Pasay sana'. */
    const isWish = (at: number): boolean => {
      const claim = named[at];
      return (
        claim !== undefined &&
        (this.isWanted(this.claims.indexOf(claim)) || (isJoinedAt(at + 1) && isWish(at + 1)))
      );
    };
    // 'I work in Makati, Pasig sana': behind a pause begins the wish, unless one follows.
    for (const goesOnBehindPause of [true, false]) {
      const all = new Set(stories);
      named.forEach((claim, at) => {
        const before = named[at - 1];
        if (!before || !all.has(before) || !isJoinedAt(at)) return;
        if (!isPause(before) || (goesOnBehindPause && !isWish(at))) all.add(claim);
      });
      if (all.size < named.length) return [...all];
    }
    return [];
  }

  /** 'now', or another wish begins. */
  private isOfNow(at: number): boolean {
    return /^(?:now|currently|presently|ngayon|but|pero)$/.test(this.textAt(at + Number(this.textAt(at) === ',')));
  }

  /** 'renting in Makati now but want to buy': the offer of somebody's home of today, where another one is asked for. */
  private storyOffers(isElsewhere: boolean): Claim[] {
    const offers = this.claims.filter(({ filters, isNegated }) => filters?.listing_type && !isNegated);
    const stories = offers.filter(({ start, end }) => {
      const isOwn = this.textAt(start) === 'rent' && /^(?:i|we)$/.test(this.textAt(start - 1));
      if (!isOwn && !/^(?:renting|leasing|umuupa|nangungupahan)$/.test(this.textAt(start))) return false;
      if (/^(?:currently|presently|still|now)$/.test(this.textAt(start - 1))) return true;
      const place = this.claims.find((claim) => claim.start > end && claim.start <= end + 2);
      return this.isOfNow(place?.end ?? end);
    });
    return isElsewhere || stories.length < offers.length ? stories : [];
  }

  // ——— Choices

  private isListed(start: number, end: number): boolean {
    const between = this.tokens.slice(start, end);
    return between.length > 0 && between.every(({ text }) => EITHER_OR.has(text));
  }

  /** 'unfurnished ok', 'preselling is fine' */
  private isWelcome(end: number): boolean {
    let at = end;
    while (/^(?:is|are|also|din|rin|will|be|units?)$/.test(this.textAt(at))) at++;
    // 'bare, pwede ang pets'
    if (this.claims.some((claim) => claim.start === at && isThing(claim))) return false;
    if (/^(?:pwede|puwede)$/.test(this.textAt(at)) && this.isLooseWord(at + 1)) return false;
    return /^(?:ok|okay|fine|pwede|puwede|acceptable|welcome)$/.test(this.textAt(at));
  }

  /** '3br pwede business': what is welcome stands behind. */
  private isLooseWord(at: number): boolean {
    const text = this.textAt(at);
    const isRead = this.claims.some(({ start, end }) => at >= start && at < end);
    return !isBreak(this.tokens[at]) && !isRead && !LIGHT.has(text) && !TALK.has(text);
  }

  private isEither(one: Claim, other: Claim): boolean {
    const between = this.tokens.slice(one.end, other.start).map(({ text }) => text);
    return (
      between.length > 0 &&
      between.length < 3 &&
      between.every((word) => OR.has(word) || /^(?:na|sa|a|kahit)$/.test(word)) &&
      between.some((word) => OR.has(word))
    );
  }

  /** 'duplex or townhouse', 'Shaw/Boni': the word is a choice too, and no listing need have it. */
  protected isOtherKind(claim: Claim): boolean {
    const at = this.claims.indexOf(claim);
    const [before, after] = [this.claims[at - 1], this.claims[at + 1]];
    return (
      (before?.kind === 'type' && this.isEither(before, claim)) ||
      (after?.kind === 'type' && this.isEither(claim, after)) ||
      (!claim.isCertain && this.isWelcome(claim.end) && this.claims.some(({ kind }) => kind === 'type')) ||
      (claim.words === 'semi furnished' && !!before?.filters?.furnished && this.isEither(before, claim)) ||
      // 'Taft, Manila', 'near EDSA Shaw': the other place says where that is.
      (claim.location !== undefined && !claim.words?.includes(' ') && this.hasPlace()) ||
      // 'penthouse or top floor'
      (isWish(before) && this.isEither(before, claim)) ||
      (isWish(after) && this.isEither(claim, after)) ||
      this.isChoice(claim.start, claim.end)
    );
  }

  /** 'bathtub or balcony': a word of homes is the other choice. */
  protected isChoice(start: number, end: number): boolean {
    const isOr = (at: number) => OR.has(this.textAt(at)) && !this.tokens[at]?.isMark;
    const isHome = (at: number) =>
      HOME_WORDS.has(this.textAt(at)) ||
      this.claims.some((claim) => isWish(claim) && at >= claim.start && at < claim.end);
    return (isOr(start - 1) && isHome(start - 2)) || (isOr(end) && isHome(end + 1));
  }

  private hasPlace(): boolean {
    return this.claims.some(({ kind, isNegated }) => (kind === 'place' || kind === 'near') && !isNegated);
  }

  /** Streets and provinces in a list of places, 'Cavite or Laguna', 'Pasig o Bulacan': each is one of the locations. */
  protected listedPlaces(): Set<Claim> {
    const listed = new Set<Claim>();
    const isPlace = ({ place, location, isNegated }: Claim) => (place ?? location) !== undefined && !isNegated;
    let run: Claim[] = [];
    let isChoice = false;
    const close = () => {
      if (isChoice) for (const claim of run) if (claim.location) listed.add(claim);
      run = [];
      isChoice = false;
    };
    for (const claim of this.claims) {
      const before = run.at(-1);
      const between = before ? this.tokens.slice(before.end, claim.start).map(({ text }) => text) : [];
      const isNext = between.length > 0 && between.every((word) => EITHER_OR.has(word) || LIGHT.has(word));
      if (before && !(isPlace(claim) && isNext)) close();
      if (!isPlace(claim)) continue;
      if (run.length > 0 && between.some((word) => JOINS.has(word))) isChoice = true;
      run.push(claim);
    }
    close();
    return listed;
  }

  // ——— Corrections and rooms

  /** '2br, sorry I mean 3br', '15k ay 18k pala', 'budget 20k, max 25k': the things that were said before. */
  protected correctedClaims(): Set<Claim> {
    const corrected = new Set<Claim>();
    const prices = this.claims.filter(({ kind, filters }) => kind === 'money' && filters?.max_price !== undefined);
    prices.forEach((price, at) => {
      const before = prices[at - 1];
      const [usual = 0, most = 0] = [before?.filters?.max_price, price.filters?.max_price];
      const isLater = this.isEachPriced() || price.isMost || this.isWelcome(price.end);
      const isStretched = isLater && most > usual && most <= usual * MOST_STRETCHED;
      if (before && isStretched && price.filters?.min_price === undefined) corrected.add(before);
    });
    this.claims.forEach(({ kind, start, end }, at) => {
      if (kind !== 'instead') return;
      const word = this.textAt(start);
      const isBehind = word === 'pala' || (/^(?:rather|instead)$/.test(word) && isBreak(this.tokens[end]));
      const index = isBehind ? at - 1 : this.claims.findIndex((claim, next) => next > at && isThing(claim));
      const meant = this.claims[index];
      // 'actually a studio is fine too'
      if (!meant || !isThing(meant) || this.isWelcome(meant.end)) return;
      for (const before of this.claims.slice(0, Math.min(at, index)))
        if (!before.isNegated && (meant.isNegated ? isSameWish(before, meant) : isOfSameFilter(before, meant)))
          corrected.add(before);
    });
    return corrected;
  }

  /** Rooms of a list are one range: 'studio or 1br', '1br/2br', 'more than 2 but less than 5'; else the first count. */
  protected roomsMeant(corrected: ReadonlySet<Claim>): Map<Claim, SpokenFilters> {
    const said = this.claims.filter(
      (claim) => claim.kind === 'rooms' && !claim.isNegated && claim.rooms && !corrected.has(claim),
    );
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
        // '3br 2br or studio'
        between.length === 0 ||
        // 'studio ok, 1br better'
        this.isAccepted(before) ||
        this.isAccepted(claim) ||
        this.isEitherHalf(before, claim) ||
        (this.kindBehind(before) !== undefined && this.kindBehind(claim) !== undefined) ||
        this.isEachPriced();
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
    // 'preselling below 5m, studio ok': more rooms are welcome too.
    const isLeast = together.length === 1 && this.textAt(first.start - 1) !== 'kahit' && this.isWelcome(first.end);
    if (isLeast && first.rooms.least === first.rooms.most) whole = { least: whole.least, most: null };
    if (chosen?.rooms) meant.set(chosen, roomFilters(chosen.rooms));
    else for (const claim of together) meant.set(claim, roomFilters(whole));
    return meant;
  }

  /** '2br condo, 3br townhouse': each count is of a kind. */
  private kindBehind({ end }: Claim): Claim | undefined {
    return this.claims.find(
      ({ start, kind, ofType }) => start === end && (kind === 'type' || ofType !== undefined),
    );
  }

  /** 'a studio in Makati or a 1BR in Pasig': places and kinds stand between. */
  private isEitherHalf(one: Claim, other: Claim): boolean {
    const halves = this.claims.slice(this.claims.indexOf(one) + 1, this.claims.indexOf(other));
    const isHeld = (at: number) => halves.some(({ start, end }) => at >= start && at < end);
    const between = this.tokens.slice(one.end, other.start).filter((_, at) => !isHeld(one.end + at));
    return (
      halves.every(
        ({ kind, isNegated }) =>
          !isNegated && (kind === 'place' || kind === 'near' || kind === 'type' || kind === 'money'),
      ) &&
      between.some(({ text }) => OR.has(text)) &&
      between.every(({ text }) => EITHER_OR.has(text) || LIGHT.has(text))
    );
  }

  /** 'studio ok', '1br better', 'pwede studio': another count will do as well. */
  private isAccepted({ start, end }: Claim): boolean {
    const at = this.textAt(end) === 'is' || this.textAt(end) === 'mas' ? end + 1 : end;
    const isLiked = /^(?:better|preferred|best|ideal|maganda|gusto|ok|okay)$/.test(this.textAt(at));
    const before = this.textAt(start - 1) === 'lang' ? start - 2 : start - 1;
    const isAllowed = /^(?:pwede|puwede|ok|okay|even|prefer|preferably|gusto|kahit)$/.test(this.textAt(before));
    return isLiked || isAllowed || this.isWelcome(end);
  }

  /** '1br 18k, 2br 25k', '20k studio or 30k 1br': each has a price of its own. */
  private isEachPriced(): boolean {
    const kinds = this.claims.flatMap(({ kind }) => (kind === 'rooms' || kind === 'money' ? kind : []));
    return kinds.length >= 4 && kinds.every((kind, at) => kind !== kinds[at - 1]);
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
}

const isWish = (claim: Claim | undefined): claim is Claim =>
  (claim?.kind === 'text' || claim?.kind === 'preferred') && !claim.isNegated;

const saysFurniture = ({ filters, words }: Claim) =>
  filters?.furnished !== undefined || words === 'semi furnished';

const isWished = ({ kind }: Claim) => kind === 'text' || kind === 'preferred' || kind === 'filter';
/** 'no garage or attic': a feature and a word are of one kind. */
const isOfSameKind = (one: Claim, other: Claim) => one.kind === other.kind || (isWished(one) && isWished(other));

/** Of one kind, and not a feature and another one. */
const isOfSameFilter = (one: Claim, other: Claim): boolean =>
  (saysFurniture(one) && saysFurniture(other)) ||
  (one.kind === other.kind &&
    (/^(?:rooms|money|place|near|type)$/.test(one.kind) ||
      Object.keys(one.filters ?? {}).some((name) => Object.keys(other.filters ?? {}).includes(name))));

/** 'pet friendly, correction: no pets' */
const isSameWish = (one: Claim, other: Claim): boolean =>
  one.place === other.place &&
  one.type === other.type &&
  one.rooms?.least === other.rooms?.least &&
  isOfSameFilter(one, other);

export const isThing = ({ kind }: Claim): boolean =>
  kind !== 'talk' && kind !== 'not' && kind !== 'not needed' && kind !== 'wanted' && kind !== 'instead';

function roomFilters({ least, most }: Rooms): SpokenFilters {
  if (most !== null && least === most) return { beds_exact: least };
  return { ...(least > 0 && { bedrooms: least }), ...(most !== null && { max_bedrooms: most }) };
}
