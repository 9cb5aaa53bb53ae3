import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { t } from '#web/lib/i18n.tsx';
import { comparisonSentence, medianSentence } from './marketWords.ts';
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

/** The listing's price beside the median of its area; empty where there is none. */
export function MarketComparisonLine({ propertyId }: { propertyId: number }) {
  const { data } = useQuery(marketComparisonQuery(propertyId));
  if (!data?.comparison) return null;
  return (
    <p className="flex items-start gap-2 text-muted text-[0.9375rem] tabular-nums">
      <ChartNoAxesColumn className="flex-none mt-1" size={17} strokeWidth={1.9} aria-hidden="true" />
      {comparisonSentence(data.comparison)}
    </p>
  );
}
