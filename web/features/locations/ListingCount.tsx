import { useQuery } from '@tanstack/react-query';
import { t } from '#web/lib/i18n.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { type CountFilter, listingCountQuery } from './queries.ts';

// Apart from the cards, whose pictures the first screen of the home page does without.

/** 'N properties', as the server counts them now; empty without a count. */
export function ListingCount({ filter }: { filter: CountFilter }) {
  const { data, isPending } = useQuery(listingCountQuery(filter));
  if (isPending) return <Skeleton width="6.5rem" height="1.25em" />;
  return data === undefined ? null : t('{count, plural, one {# property} other {# properties}}', { count: data });
}
