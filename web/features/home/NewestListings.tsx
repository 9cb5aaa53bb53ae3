import { useQuery } from '@tanstack/react-query';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import styles from './NewestListings.module.css';
import { NEWEST_COUNT, newestListingsQuery } from './queries.ts';

const CARD_SIZES = '(max-width: 38rem) 84vw, (max-width: 64rem) 44vw, 19rem';
const places = Array.from({ length: NEWEST_COUNT }, (_, place) => place);

export function NewestListings() {
  const query = useQuery(newestListingsQuery);
  const { data, isPending, isError, refetch } = query;
  // A new installation has nothing to show yet; the search above says so when asked.
  if (data?.properties.length === 0) return null;
  return (
    <section aria-labelledby="newest-title" aria-busy={isPending}>
      <SectionHeading
        id="newest-title"
        title="New on the market"
        text="Fresh listings, the newest first."
        link={{ to: '/properties', label: 'See all properties' }}
      />
      <RefetchNotice query={query} />
      {isError && !data ? (
        <ErrorState headingLevel={3} message="Failed to load properties" onRetry={() => void refetch()} />
      ) : (
        <ul
          className={`grid grid-flow-col gap-4 mx-[calc(-1_*_var(--s-page-gutter))] pt-1 px-gutter pb-4 overflow-x-auto 2xl:gap-6 2xl:mx-0 2xl:p-0 2xl:overflow-visible ${styles.row}`}
        >
          {!data
            ? places.map((place) => (
                <li key={place}>
                  <PropertyCardSkeleton />
                </li>
              ))
            : data.properties.map((property) => (
                <li key={property.id}>
                  <PropertyCard property={property} sizes={CARD_SIZES} />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}
