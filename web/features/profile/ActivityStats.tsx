import { useQuery } from '@tanstack/react-query';
import { Eye, Heart, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFavoriteIds } from '#web/features/favorites/index.ts';
import { useBrowsingHistory } from '#web/features/history/index.ts';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ActivityStats.module.css';
import { activityQuery } from './queries.ts';

const ICON = { size: 20, strokeWidth: 1.9, 'aria-hidden': true } as const;

export function ActivityStats({ userId }: { userId: number }) {
  const history = useBrowsingHistory();
  const favoriteIds = useFavoriteIds();
  const { data, isPending } = useQuery(activityQuery(userId));
  return (
    <SectionCard title="Activity">
      <ul className="grid grid-cols-3 gap-2">
        <Stat
          icon={<Eye {...ICON} />}
          label="View History"
          to="/dashboard?tab=viewed"
          value={history.length}
        />
        <Stat
          icon={<Heart {...ICON} />}
          label="Favorites"
          to="/favorites"
          value={favoriteIds?.length ?? '–'}
        />
        <Stat
          icon={<MessageSquareText {...ICON} />}
          label="Inquiries"
          to="/dashboard?tab=messages"
          value={data ? data.inquiries : isPending ? <Skeleton width="1.5rem" height="1.75rem" /> : '–'}
        />
      </ul>
    </SectionCard>
  );
}

interface StatProps {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  to: string;
}

function Stat({ icon, label, value, to }: StatProps) {
  return (
    <li>
      <Link className={styles.stat} to={to}>
        <span className="text-primary">{icon}</span>
        <strong>{value}</strong>
        <span>{label}</span>
      </Link>
    </li>
  );
}
