import { useQuery } from '@tanstack/react-query';
import { conversationListQuery, RecentConversationList } from '#web/features/conversations/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import styles from './AgentOverview.module.css';

/** Specification, part 3 §9. */
const SHOWN = 3;

/** The newest conversations, as the specification has it; the badge counts inquiries that nobody has read. */
export function RecentInquiries({ newInquiries }: { newInquiries: number }) {
  const query = useQuery(conversationListQuery);
  const { data, error, refetch } = query;
  return (
    <SectionCard
      title="Recent Inquiries"
      action={
        <span className="inline-flex items-center gap-2">
          {newInquiries > 0 && (
            <Badge tone="danger">
              {newInquiries} new
              <span className="visuallyHidden"> {newInquiries === 1 ? 'inquiry' : 'inquiries'}</span>
            </Badge>
          )}
          <ButtonLink to="/agent-dashboard?tab=messages" variant="plain" className={styles.viewAll}>
            View All
          </ButtonLink>
        </span>
      }
    >
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, 'Failed to fetch conversations')}
          onRetry={() => void refetch()}
        />
      ) : data?.length === 0 ? (
        <p className="text-muted">When somebody asks about one of your listings, it appears here.</p>
      ) : (
        <RecentConversationList conversations={data} count={SHOWN} />
      )}
    </SectionCard>
  );
}
