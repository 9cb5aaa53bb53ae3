import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useParams } from 'react-router';
import { propertyQuery } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button as PlainButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './DetailSkeleton.module.css';
import gallery from './gallery/Gallery.module.css';
import page from './PropertyPage.module.css';
import { PropertyPage } from './PropertyPage.tsx';
import { useGoBack } from './useGoBack.ts';

const isUnknown = (error: Error) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

export function PropertyDetailScreen() {
  const id = readId(useParams().id);
  const { data, error, isPending, refetch } = useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null });
  const isMissing = id === null || (error !== null && isUnknown(error));
  const goBack = useGoBack();
  useTitle(isMissing ? 'Property Not Found' : (data?.title ?? 'Property'));

  if (isMissing) return <PropertyNotFound />;
  // Another listing begins at its own first picture and in its own tab.
  if (data) return <PropertyPage key={data.id} property={data} />;
  if (isPending) return <DetailSkeleton />;
  return (
    <ErrorState
      headingLevel={1}
      title="This property could not be shown"
      message={
        error instanceof ApiFailure ? 'Failed to fetch property details' : 'Failed to load property details'
      }
      onRetry={() => void refetch()}
      action={
        <PlainButton variant="plain" onClick={goBack}>
          Back to Properties
        </PlainButton>
      }
    />
  );
}

/** The page's own layout, empty. */
function DetailSkeleton() {
  return (
    <div className={page.page} role="status">
      <div className="h-14" />
      <div className={`${gallery.gallery} ${page.gallery}`}>
        <div className={`${gallery.frame} ${styles.frame}`}>
          <p className="flex items-center gap-3 text-muted font-semibold">
            <span
              className={`w-5.5 h-5.5 border-3 border-line-strong border-t-primary rounded-full ${styles.ring}`}
              aria-hidden="true"
            />
            Loading property details...
          </p>
        </div>
        <div className="h-[calc(3.25rem_+_6px)] xl:hidden" />
      </div>
      <div className={page.columns} aria-hidden="true">
        <div className={page.main}>
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
        <Skeleton className={styles.card} height="31rem" />
      </div>
    </div>
  );
}

function PropertyNotFound() {
  const goBack = useGoBack();
  return (
    <div className="py-12">
      <EmptyState
        headingLevel={1}
        title="Property Not Found"
        text="Property not found"
        action={
          <Button type="primary" size="large" onClick={goBack}>
            Back to Properties
          </Button>
        }
      />
    </div>
  );
}
