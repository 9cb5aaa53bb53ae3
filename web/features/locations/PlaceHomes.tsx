import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';

const SKELETONS = 4;

interface PlaceHomesProps extends Pick<ComponentProps<typeof PropertyGrid>, 'below'> {
  query: UseQueryResult<PropertyList>;
  title: string;
  /** The list of all of them. */
  listPath: string;
  /** The words of the link to it: of so many, or none but the shown ones. */
  allText(total: number): string;
  searchText: string;
}

/** The newest homes of a place, on its own page, and the way to all of them. */
export function PlaceHomes({ query, title, listPath, allText, searchText, below }: PlaceHomesProps) {
  const { data, isPending, isError, refetch } = query;
  return (
    <section aria-labelledby="listings-title" aria-busy={isPending}>
      <SectionHeading id="listings-title" title={title} />
      {isPending && <PropertyGridSkeleton count={SKELETONS} />}
      <RefetchNotice query={query} />
      {isError && !data && (
        <ErrorState headingLevel={3} message={t('Failed to load properties')} onRetry={() => void refetch()} />
      )}
      {data?.properties.length === 0 && (
        <EmptyState
          headingLevel={3}
          title={t('Nothing listed here right now')}
          text={t('New listings come in every week. Meanwhile, look around the rest of Metro Manila.')}
          action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
        />
      )}
      {data && data.properties.length > 0 && (
        <>
          <PropertyGrid properties={data.properties} below={below} />
          <div className="grid justify-items-center mt-8">
            <ButtonLink to={listPath} variant="outlined" size="large">
              {data.pagination.total > data.properties.length ? allText(data.pagination.total) : searchText}
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
