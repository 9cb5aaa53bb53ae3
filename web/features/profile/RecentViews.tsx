import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useBrowsingHistory } from '#web/features/history/index.ts';
import { PropertyRow, propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './RecentViews.module.css';

const SHOWN = 5;

/** What this browser's history holds of the listings that are still public. */
export function RecentViews() {
  const recent = useBrowsingHistory().slice(0, SHOWN);
  const { data, isPending, isError } = useQuery(
    propertiesByIdsQuery(recent.map(({ propertyId }) => propertyId)),
  );
  const now = new Date();
  const isEmpty = recent.length === 0 || data?.length === 0;
  return (
    <SectionCard
      title="Recent Views"
      action={
        recent.length > 0 && (
          <ButtonLink to="/dashboard?tab=viewed" variant="plain" className={styles.all}>
            View All
          </ButtonLink>
        )
      }
    >
      {isEmpty ? (
        <p className="text-muted">
          Properties you open appear here. <Link to="/properties">Browse properties</Link>
        </p>
      ) : isError && !data ? (
        <p className="text-muted">Your recent views could not be loaded.</p>
      ) : (
        <ul className="mt-0 -mx-2 -mb-2">
          {isPending &&
            recent.map(({ propertyId }) => (
              <li key={propertyId} className="p-2">
                <Skeleton height="4.875rem" />
              </li>
            ))}
          {recent.flatMap(({ propertyId, viewedAt }) => {
            const property = data?.find(({ id }) => id === propertyId);
            return property ? (
              <li key={propertyId}>
                <PropertyRow property={property} note={relativeTime(viewedAt, now)} />
              </li>
            ) : (
              []
            );
          })}
        </ul>
      )}
    </SectionCard>
  );
}
