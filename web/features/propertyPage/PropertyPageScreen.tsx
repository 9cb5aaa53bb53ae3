import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { nearOffersQuery, PropertyGrid, propertyQuery } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { isUnknown, useRecord } from '#web/ui/states/RecordState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { GallerySkeleton } from './gallery/Gallery.tsx';
import { PropertyPage } from './PropertyPage.tsx';
import { useGoBack } from './pageHooks.ts';

export function PropertyDetailScreen() {
  const { id, query } = useRecord(propertyQuery);
  const { data, error, isPending, refetch } = query;
  const isMissing = id === null || isUnknown(error);
  const goBack = useGoBack();
  const { user, isLoading } = useSession();
  const { publicListingPages } = useSite();
  const { data: near } = useQuery({ ...nearOffersQuery(id ?? 0), enabled: false });
  // A guest without access to listings gets this page because the listing is gone.
  const isGone = near?.gone === true && !user && !isLoading && !publicListingPages;
  const gone = isGone
    ? {
        title: t('This property is no longer available'),
        text: t('It was sold or rented, or its agent took it off the site.'),
        action: <ButtonLink to="/properties">{t('Browse all properties')}</ButtonLink>,
      }
    : isMissing && {
        title: t('Property Not Found'),
        text: t('Property not found'),
        action: <Button onClick={goBack}>{t('Back to Properties')}</Button>,
      };
  useTitle(gone ? gone.title : (data?.title ?? t('Property')));

  if (gone) return <GoneListing id={id} {...gone} />;
  if (data?.draft) return <DraftPage property={data} />;
  // Another listing begins at its own first picture and in its own tab.
  if (data) return <PropertyPage key={data.id} property={data} />;
  if (isPending) return <DetailSkeleton />;
  return (
    <ErrorState
      headingLevel={1}
      title={t('This property could not be shown')}
      message={
        error instanceof ApiFailure ? t('Failed to fetch property details') : t('Failed to load property details')
      }
      onRetry={() => void refetch()}
      action={
        <Button variant="plain" onClick={goBack}>
          {t('Back to Properties')}
        </Button>
      }
    />
  );
}

/** Its agent alone gets here; a draft has no page yet. */
function DraftPage({ property: { id, title } }: { property: Pick<Property, 'id' | 'title'> }) {
  return (
    <div className="max-w-page mx-auto py-8 px-gutter">
      <EmptyState
        headingLevel={1}
        title={title}
        text={t('This is a draft. Only you see it, until you publish it.')}
        action={<ButtonLink to={`/agent-dashboard?tab=properties&draft=1&edit=${id}`}>{t('Continue')}</ButtonLink>}
      />
    </div>
  );
}

interface GoneListingProps extends Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'action'> {
  /** Null: the URL holds no id. */
  id: number | null;
}

/** An empty page with similar listings nearby; a failure to load these stays silent. */
function GoneListing({ id, ...words }: GoneListingProps) {
  const { data } = useQuery({ ...nearOffersQuery(id ?? 0), enabled: id !== null, retryOnMount: false });
  const near = data?.properties ?? [];
  return (
    <div className="max-w-page mx-auto py-8 px-gutter">
      <EmptyState headingLevel={1} {...words} />
      {near.length > 0 && (
        <section className="mt-8" aria-labelledby="near-heading">
          <h2 className="mb-4" id="near-heading">
            {t('Similar properties nearby')}
          </h2>
          <PropertyGrid properties={near} />
        </section>
      )}
    </div>
  );
}

/** The page's own layout, empty. */
function DetailSkeleton() {
  return (
    <div className="max-w-page mx-auto py-0 px-gutter print:hidden" role="status">
      <div className="h-14" />
      <GallerySkeleton words={t('Loading property details...')} />
      <div
        className="grid grid-cols-1 gap-8 mt-6 xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:gap-12 xl:mt-8"
        aria-hidden="true"
      >
        <div className="grid grid-cols-1 content-start gap-6 min-w-0">
          <div className="grid gap-3">
            <Skeleton width="12rem" height="1.625rem" />
            <Skeleton width="80%" height="2.25rem" />
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="14rem" height="2.25rem" />
          </div>
          <Skeleton height="3rem" />
          <Skeleton height="4.75rem" />
          <div className="grid gap-3">
            <Skeleton height="1.1rem" />
            <Skeleton height="1.1rem" />
            <Skeleton height="1.1rem" />
            <Skeleton width="60%" height="1.1rem" />
          </div>
        </div>
        <Skeleton className="rounded-lg" height="31rem" />
      </div>
    </div>
  );
}
