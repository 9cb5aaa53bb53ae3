import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Info } from 'lucide-react';
import type { MarketComparison, MarketFigure, MarketQuarter } from '#shared/contracts/market.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { marketComparisonQuery, marketQuery } from './queries.ts';

interface MarketLineProps {
  /** As the list's filter has it. */
  location: string;
  type: PropertyType | null;
  listingType: ListingType | null;
}

/** The area's prices for the shown list: of several kinds the most frequent. Empty outside of known areas. */
export function MarketLine({ location, type, listingType }: MarketLineProps) {
  const filter = { area: location, type: type ?? undefined, listing_type: listingType ?? undefined };
  const { data } = useQuery({ ...marketQuery(filter), retry: false });
  if (!data?.computed_at) return null;
  const sentences = data.figures.flatMap((figure) => medianSentence(figure, data.area.name) ?? []);
  return (
    <p className="text-muted text-sm tabular-nums">
      {sentences[0] ?? t('Too few listings in {area} for a median price.', { area: data.area.name })}
    </p>
  );
}

export function MarketComparisonLine({ propertyId }: { propertyId: number }) {
  const { data } = useQuery(marketComparisonQuery(propertyId));
  if (!data?.comparison) return null;
  return (
    <details className="text-md tabular-nums">
      <summary className="flex w-fit items-center gap-2 min-h-8 pointer-coarse:min-h-11 cursor-pointer marker:hidden">
        <ChartNoAxesColumn className="flex-none text-muted" size={17} strokeWidth={1.9} aria-hidden="true" />
        <strong className="py-0.5 px-2 rounded-sm bg-sunken text-sm font-[650] leading-[1.4]">
          {comparisonInShort(data.comparison)}
        </strong>
        <Info className="flex-none text-muted" size={15} strokeWidth={1.9} aria-hidden="true" />
      </summary>
      <p className="mt-1 text-muted">{comparisonSentence(data.comparison)}</p>
    </details>
  );
}

/** '8% above the BGC median' */
const comparisonInShort = ({ area, percent }: MarketComparison) =>
  t(
    '{side, select, above {{percent}% above the {area} median} below {{percent}% below the {area} median} other {About the {area} median}}',
    { side: sideOf(percent), percent: Math.abs(percent), area: area.name },
  );

const sideOf = (percent: number) => (percent > 0 ? 'above' : percent < 0 ? 'below' : 'same');

const homesOf: Record<PropertyType, Message> = {
  apartment: msg('apartments'),
  house: msg('houses'),
  condo: msg('condominiums'),
  duplex: msg('duplexes'),
  office: msg('offices'),
  commercial: msg('shops and commercial spaces'),
  land: msg('lots'),
};

/** The measure of an offer: price per square meter for sales, monthly rent for the rest. */
export const measureOf = (
  listingType: ListingType,
  { median_price, median_price_per_sqm }: Pick<MarketQuarter, 'median_price' | 'median_price_per_sqm'>,
) => (listingType === 'sale' ? median_price_per_sqm : median_price);

/** 'Median of 42 condominiums for sale in BGC: ₱172,000 per sqm'; null where there are too few. */
export function medianSentence(figure: MarketFigure, area: string): string | null {
  const measure = measureOf(figure.listing_type, figure);
  if (measure === null) return null;
  return t(
    '{offer, select, sale {Median of {count} {homes} for sale in {area}: {price} per sqm} rent {Median of {count} {homes} for rent in {area}: {price} a month} other {Median of {count} {homes} for lease in {area}: {price} a month}}',
    {
      offer: figure.listing_type,
      count: figure.count,
      homes: t(homesOf[figure.type]),
      area,
      price: formatFullPrice(measure),
    },
  );
}

/** 'Asked ₱185,000 per sqm; the median of 42 condominiums for sale in BGC is ₱172,000: 8% above' */
function comparisonSentence(comparison: MarketComparison): string {
  const { type, listing_type, area, count, percent } = comparison;
  return t(
    '{offer, select, sale {Asked {asked} per sqm; the median of {count} {homes} for sale in {area} is {median}} rent {Asked {asked} per sqm a month; the median of {count} {homes} for rent in {area} is {median}} other {Asked {asked} per sqm a month; the median of {count} {homes} for lease in {area} is {median}}}: {side, select, above {{percent}% above} below {{percent}% below} other {about the same}}',
    {
      offer: listing_type,
      asked: formatFullPrice(comparison.price_per_sqm),
      count,
      homes: t(homesOf[type]),
      area: area.name,
      median: formatFullPrice(comparison.median_price_per_sqm),
      side: sideOf(percent),
      percent: Math.abs(percent),
    },
  );
}

/** '2026-Q4' → 'Q4 2026' */
export const quarterText = (quarter: string) =>
  t('Q{number} {year}', { number: quarter.slice(-1), year: quarter.slice(0, 4) });
