import { useQuery } from '@tanstack/react-query';
import type { Area } from '#shared/areas.ts';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { countWords } from '#web/lib/countWords.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import { areaListingsQuery } from './queries.ts';

const SKELETONS = 4;

export function AreaListings({ area }: { area: Area }) {
  const query = useQuery(areaListingsQuery(area.location));
  const { data, isPending, isError, refetch } = query;
  const listPath = `/properties?location=${encodeURIComponent(area.location)}`;
  return (
    <section aria-labelledby="listings-title" aria-busy={isPending}>
      <SectionHeading id="listings-title" title={`Newest listings in ${area.name}`} />
      {isPending && <PropertyGridSkeleton count={SKELETONS} />}
      <RefetchNotice query={query} />
      {isError && !data && (
        <ErrorState headingLevel={3} message="Failed to load properties" onRetry={() => void refetch()} />
      )}
      {data?.properties.length === 0 && (
        <EmptyState
          headingLevel={3}
          title="Nothing listed here at the moment"
          text="New listings come in every week. Have a look at the rest of Metro Manila meanwhile."
          action={<ButtonLink to="/properties">Browse Properties</ButtonLink>}
        />
      )}
      {data && data.properties.length > 0 && (
        <>
          <PropertyGrid properties={data.properties} />
          <div className="grid justify-items-center mt-8">
            <ButtonLink to={listPath} variant="outlined" size="large">
              {data.pagination.total > data.properties.length
                ? `See all ${countWords(data.pagination.total, 'property', 'properties')} in ${area.name}`
                : `Search in ${area.name}`}
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
