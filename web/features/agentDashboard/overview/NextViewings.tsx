import { useQuery } from '@tanstack/react-query';
import { SectionCard } from '../../../components/account/SectionCard.tsx';
import { useNow } from '../../../components/chat/useNow.ts';
import { ButtonLink } from '../../../components/ui/ButtonLink.tsx';
import { viewingsQuery } from '../../../components/viewings/queries.ts';
import { OverviewList } from './OverviewList.tsx';
import styles from './OverviewTab.module.css';
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
