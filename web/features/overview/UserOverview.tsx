import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { conversationListQuery, RecentConversationList } from '#web/features/conversations/index.ts';
import { favoritePropertiesQuery, favoritesFailure } from '#web/features/favorites/index.ts';
import { PropertyRow } from '#web/features/properties/index.ts';
import { NextViewing } from '#web/features/viewings/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** A tab of the dashboard that shows the whole of a list shown here in part. */
type WholeTab = 'viewings' | 'favorites' | 'messages';

export function OverviewTab({ userId, onOpen }: { userId: number; onOpen(tab: WholeTab): void }) {
  const all = (tab: WholeTab, label: string) => (
    <Button variant="plain" className="-my-2 -mr-3" aria-label={label} onClick={() => onOpen(tab)}>
      {t('View All')}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <NextViewing userId={userId} action={all('viewings', t('View all viewings'))} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <SectionCard title={t('Recent Favorites')} action={all('favorites', t('View all favorites'))}>
          <RecentFavorites />
        </SectionCard>
        <SectionCard title={t('Recent Messages')} action={all('messages', t('View all messages'))}>
          <RecentMessages />
        </SectionCard>
      </div>
    </div>
  );
}

const SHOWN = 3;

function RecentFavorites() {
  const query = useInfiniteQuery(favoritePropertiesQuery());
  const { data, error, isPending, refetch } = query;
  const properties = data?.pages[0]?.properties.slice(0, SHOWN) ?? [];
  if (error && !data) return <RetryLine message={favoritesFailure(error)} onRetry={() => void refetch()} />;
  if (data && properties.length === 0)
    return (
      <p className="text-muted">
        {t('Tap the heart on a property to save it here.')} <Link to="/properties">{t('Browse properties')}</Link>
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

/** Specification, part 2 §8: the first where the server answered, the second where nothing did. */
const conversationsFailure = (error: Error) =>
  error instanceof ApiFailure ? t('Failed to load conversations') : t('Error loading conversations');

function RecentMessages() {
  const query = useQuery(conversationListQuery);
  const { data, error, refetch } = query;
  if (error && !data) return <RetryLine message={conversationsFailure(error)} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <p className="text-muted">{t('Ask an agent about a property and the conversation appears here.')}</p>;
  return (
    <>
      <RefetchNotice query={query} />
      <RecentConversationList conversations={data} count={SHOWN} />
    </>
  );
}
