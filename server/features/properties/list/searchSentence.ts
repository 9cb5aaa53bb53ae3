import type { SpokenFilters } from '#shared/contracts/properties.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import type { Place } from '#shared/places.ts';
import { LINKS } from './searchLanguage.ts';
import { isBreak, type Token } from './searchTokens.ts';

/** Bedrooms from the least to the most; null: no most. A studio has none. */
export interface Rooms {
  least: number;
  most: number | null;
}

/** A run of tokens that one rule read. */
export interface Claim {
  start: number;
  end: number;
  kind:
    | 'place'
    | 'near'
    | 'type'
    | 'rooms'
    | 'money'
    | 'filter'
    | 'text'
    | 'preferred'
    | 'left'
    | 'talk'
    | 'not'
    | 'not needed'
    | 'wanted'
    | 'instead';
  filters?: SpokenFilters;
  /** The words that are searched as text, or that rank. */
  words?: string;
  preferred?: string;
  place?: Place;
  /** Its name as it was written, where nothing says which of several places of that name is meant. */
  called?: string;
  slugs?: string[];
  type?: PropertyType;
  /** Of words for a kind of home that is no type. */
  ofType?: PropertyType;
  rooms?: Rooms;
  /** The features that 'no …' leaves out. */
  excludes?: string[];
  /** 'not', 'except' over whole lists, 'indifferent' says that it does not matter. */
  strength?: 'not' | 'except' | 'indifferent';
  /** The offer that such a price is likely of. */
  assumes?: 'sale' | 'rent';
  /** A price that is the highest in so many words. */
  isMost?: true;
  isNegated?: boolean;
  /** Searched also where no listing has it. */
  isCertain?: boolean;
  /** A place of no table: a street, a province. In a list of places it is one of them, alone it is searched as text. */
  location?: string;
}

export type Found = Omit<Claim, 'start'>;

/** The words and marks of a sentence, by their place in it. */
export class SentenceText {
  protected readonly words: readonly string[];

  constructor(readonly tokens: readonly Token[]) {
    this.words = tokens.map(({ text, isMark }) => (isMark && text !== 'and' ? '' : text));
  }

  /** A word, or a mark that stands between words; undefined at the end of a part of the sentence. */
  readonly wordAt = (at: number): string | undefined => {
    const token = this.tokens[at];
    return token === undefined || isBreak(token) ? undefined : token.text;
  };

  readonly markAt = (at: number): string | undefined =>
    this.tokens[at]?.isMark ? this.tokens[at]?.text : undefined;

  protected skip(start: number, words: { has(word: string): boolean }, most: number): number {
    let at = start;
    while (at < start + most && words.has(this.wordAt(at) ?? '')) at++;
    return at;
  }

  protected skipLinks(start: number): number {
    const at = this.markAt(start) === ':' ? start + 1 : start;
    return this.skip(at, LINKS, 3);
  }

  protected hasAny(known: { has(word: string): boolean }): boolean {
    return this.words.some((word) => known.has(word));
  }

  /** @returns the place behind the colon of a label of at most three words */
  protected labelAt(start: number): { label: string; end: number } | undefined {
    for (let end = start + 1; end <= start + 3; end++) {
      if (this.markAt(end) === ':' || (this.tokens[end]?.isDash && this.isLineStart(start)))
        return { label: this.words.slice(start, end).join(' '), end: end + 1 };
      if (this.wordAt(end) === undefined || this.markAt(end)) return undefined;
    }
    return undefined;
  }

  protected isLineStart(at: number): boolean {
    return at === 0 || this.markAt(at - 1) === '\n';
  }
}
