import type { Dialect } from '#server/db/connection.ts';
import { fullTextExpression, matches, matchesByReading } from './fullText.ts';
import { type ListingFilter, textTerms } from './listFilter.ts';
import { PUBLIC_ONLY } from './policy.ts';
import { type Column, drivingColumns, type OrderColumn, type Ways } from './queryPlan.ts';
import { inTitle, type SearchTerm } from './searchText.ts';

export interface Sql {
  text: string;
  parameters: unknown[];
}

/** Words beyond these do not decide which match stands first. */
const RANKED_TERMS = 6;

/** One statement's text and its numbered parameters. */
export class QueryText {
  readonly parameters: unknown[] = [];

  constructor(readonly dialect: Dialect) {}

  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  finish(text: string): Sql {
    return { text, parameters: this.parameters };
  }

  /** The column to order by; when all matches are collected first, its index is of no use. */
  ordered(column: OrderColumn, { walkedBy }: Ways): string {
    return this.dialect === 'postgres' || walkedBy ? `p.${column}` : `+p.${column}`;
  }

  where(filter: ListingFilter, { walkedBy, readsText }: Ways): string {
    const driving = drivingColumns(filter, walkedBy);
    const { types, listingType, status, place, minPrice, maxPrice, bedrooms, bathrooms, bbox } = filter;
    // A unary plus keeps SQLite from using an index for the condition.
    const on = (column: Column | 'bedrooms' | 'bathrooms' | 'longitude' | 'region_slug') =>
      this.dialect === 'postgres' || driving.has(column as Column) ? `p.${column}` : `+p.${column}`;
    const conditions = [PUBLIC_ONLY];
    if (place) conditions.push(this.isOneOf(on(place.column), place.slugs));
    if (listingType) conditions.push(`${on('listing_type')} = ${this.bind(listingType)}`);
    if (status) conditions.push(`${on('status')} = ${this.bind(status)}`);
    if (types) conditions.push(this.isOneOf(on('type'), types));
    if (minPrice !== null) conditions.push(`${on('price')} >= ${this.bind(minPrice)}`);
    if (maxPrice !== null) conditions.push(`${on('price')} <= ${this.bind(maxPrice)}`);
    if (bedrooms !== null) conditions.push(`${on('bedrooms')} >= ${this.bind(bedrooms)}`);
    if (bathrooms !== null) conditions.push(`${on('bathrooms')} >= ${this.bind(bathrooms)}`);
    if (bbox)
      conditions.push(
        `${on('latitude')} BETWEEN ${this.bind(bbox.south)} AND ${this.bind(bbox.north)}`,
        `${on('longitude')} BETWEEN ${this.bind(bbox.west)} AND ${this.bind(bbox.east)}`,
      );
    const text = this.textCondition(filter, on('id'), readsText && this.dialect === 'sqlite');
    if (text) conditions.push(text);
    return conditions.join(' AND ');
  }

  /** How well a match fits: each word counts double in the title, and once more when it stands there whole. */
  score(filter: ListingFilter): string {
    const terms = filter.search?.terms.slice(0, RANKED_TERMS) ?? [];
    const points = terms.flatMap((term) => [
      this.points(
        2,
        matches(this.dialect, 'p.id', this.bind(fullTextExpression(this.dialect, [inTitle(term)]))),
      ),
      this.points(
        1,
        matches(this.dialect, 'p.id', this.bind(fullTextExpression(this.dialect, [term], 'exactly'))),
      ),
    ]);
    const id = filter.search?.id;
    if (id) points.push(this.points(100, `p.id = ${this.bind(id)}`));
    return points.join(' + ');
  }

  private points(points: number, condition: string): string {
    return `CASE WHEN ${condition} THEN ${points} ELSE 0 END`;
  }

  /** All words searched for (or the id that was meant), and all words of an unknown location. */
  private textCondition(filter: ListingFilter, id: string, isRead: boolean): string | null {
    const { search, locationWords } = filter;
    const meets = (terms: readonly SearchTerm[]) =>
      isRead
        ? matchesByReading(terms, (value) => this.bind(value))
        : matches(this.dialect, id, this.bind(fullTextExpression(this.dialect, terms)));
    const all = textTerms(filter);
    if (all.length === 0) return null;
    if (!search?.id) return meets(all);
    const isMeant = `p.id = ${this.bind(search.id)}`;
    return `(${meets(all)} OR (${locationWords.length > 0 ? `${isMeant} AND ${meets(locationWords)}` : isMeant}))`;
  }

  private isOneOf(column: string, values: readonly string[]): string {
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return `${column} IN (${values.map((value) => this.bind(value)).join(', ')})`;
  }
}
