import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { favoritePropertiesQuery, favoritesFailure } from '#web/features/favorites/index.ts';
import { PropertyRow } from '#web/features/properties/index.ts';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { RetryLine } from '#web/ui/RetryLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const SHOWN = 3;

export function RecentFavorites({ userId }: { userId: number }) {
  const query = useInfiniteQuery(favoritePropertiesQuery(userId));
  const { data, error, isPending, refetch } = query;
  const properties = data?.pages[0]?.properties.slice(0, SHOWN) ?? [];
  if (error && !data) return <RetryLine message={favoritesFailure(error)} onRetry={() => void refetch()} />;
  if (data && properties.length === 0)
    return (
      <p className="text-muted">
        Tap the heart on a property to keep it here. <Link to="/properties">Browse properties</Link>
      </p>
    );
  return (
    <>
      <RefetchNotice query={query} />
      <ul className="mt-0 -mx-2 -mb-2">
        {isPending &&
          Array.from({ length: SHOWN }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
            <li key={index} className="p-2">
              <Skeleton height="4.875rem" />
            </li>
          ))}
        {properties.map((property) => (
          <li key={property.id}>
            <PropertyRow property={property} />
          </li>
        ))}
      </ul>
    </>
  );
}
