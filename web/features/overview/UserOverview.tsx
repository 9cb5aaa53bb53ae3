import { NextViewing } from '#web/features/viewings/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { RecentFavorites } from './RecentFavorites.tsx';
import { RecentMessages } from './RecentMessages.tsx';
import styles from './UserOverview.module.css';

/** A tab of the dashboard that shows all of what is shown here in part. */
type WholeTab = 'viewings' | 'favorites' | 'messages';

interface OverviewTabProps {
  userId: number;
  onOpen(tab: WholeTab): void;
}

export function OverviewTab({ userId, onOpen }: OverviewTabProps) {
  const all = (tab: WholeTab, words: string) => (
    <Button
      variant="plain"
      className={styles.all}
      aria-label={`View all ${words}`}
      onClick={() => onOpen(tab)}
    >
      View All
    </Button>
  );
  return (
    <div className={`grid grid-cols-1 gap-6 ${styles.overview}`}>
      <NextViewing userId={userId} action={all('viewings', 'viewings')} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <SectionCard title="Recent Favorites" action={all('favorites', 'favorites')}>
          <RecentFavorites userId={userId} />
        </SectionCard>
        <SectionCard title="Recent Messages" action={all('messages', 'messages')}>
          <RecentMessages />
        </SectionCard>
      </div>
    </div>
  );
}
