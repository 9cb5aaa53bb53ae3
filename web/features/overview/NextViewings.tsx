import { useQuery } from '@tanstack/react-query';
import { viewingsQuery } from '#web/features/viewings/index.ts';
import { useNow } from '#web/lib/useNow.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import styles from './AgentOverview.module.css';
import { OverviewList } from './OverviewList.tsx';
import { nextViewings, VIEWINGS_TAB } from './waiting.ts';

const SHOWN = 3;

/** Where the agent has to be next. */
export function NextViewings({ agentId }: { agentId: number }) {
  const { data, error, refetch } = useQuery(viewingsQuery(agentId));
  const now = useNow();
  return (
    <SectionCard
      title="Next Viewings"
      action={
        <ButtonLink to={VIEWINGS_TAB} variant="plain" className={styles.viewAll}>
          All Viewings
        </ButtonLink>
      }
    >
      <OverviewList
        items={data && nextViewings(data, agentId, now)}
        shown={SHOWN}
        emptyText="No viewing is agreed on yet."
        error={error}
        onRetry={() => void refetch()}
      />
    </SectionCard>
  );
}
