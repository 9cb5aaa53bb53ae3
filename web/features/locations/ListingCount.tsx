import { useQuery } from '@tanstack/react-query';
import { countWords } from '#web/lib/countWords.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type CountFilter, listingCountQuery } from './queries.ts';

/** 'N properties', as the server counts them now; nothing where it does not say. */
export function ListingCount({ filter }: { filter: CountFilter }) {
  const { data, isPending } = useQuery(listingCountQuery(filter));
  if (isPending) return <Skeleton width="6.5rem" height="1.25em" />;
  return data === undefined ? null : countWords(data, 'property', 'properties');
}
