import { useQuery } from '@tanstack/react-query';
import { Inbox, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { PanelHeader } from '#web/ui/PanelHeader.tsx';
import { PillGroup } from '#web/ui/PillGroup.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ClientMessages.module.css';
import { InquiryCard } from './InquiryCard.tsx';
import { countInquiries, findInquiries, type InquiryFilter, inquiryFilters } from './inquiryRules.ts';
import { inquiriesQuery } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';
import type { ReplyDraft } from './replyDraft.ts';
import { useSoughtInquiry } from './useSoughtInquiry.ts';

const SHOWN_AT_FIRST = 5;
const SHOWN_MORE = 20;
const SKELETONS = 3;

/** The inquiries that clients left for the agent. */
export function ClientMessages({ agentId }: { agentId: number }) {
  const id = useId();
  const query = useQuery(inquiriesQuery(agentId));
  const { data, error, isPending, refetch } = query;
  return (
    <section aria-labelledby={id}>
      <PanelHeader id={id} title="Client Messages" />
      <RefetchNotice query={query} />
      {isPending && <ListSkeleton />}
      {!isPending && !data && (
        <ErrorState
          headingLevel={3}
          message={
            error instanceof NetworkFailure
              ? 'Network error'
              : failureSentence(error, 'Failed to fetch contacts')
          }
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          headingLevel={3}
          icon={<Inbox size={28} aria-hidden="true" />}
          title="No client messages yet"
          text="What clients write on your profile and your listings appears here."
        />
      )}
      {data && data.length > 0 && <Inquiries agentId={agentId} inquiries={data} />}
    </section>
  );
}

function Inquiries({ agentId, inquiries }: { agentId: number; inquiries: Inquiry[] }) {
  const [filter, setFilter] = useState<InquiryFilter>('all');
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const [repliedId, setRepliedId] = useState<number | null>(null);
  /** What was typed stays, also when the dialog is closed. */
  const drafts = useRef(new Map<number, ReplyDraft>());
  const now = useNow();
  const counts = countInquiries(inquiries);
  const found = findInquiries(inquiries, filter, search);
  const replied = inquiries.find((inquiry) => inquiry.id === repliedId);
  const list = useSoughtInquiry(inquiries, (place) => {
    setFilter('all');
    setSearch('');
    setLimit((before) => Math.max(before, place + 1));
  });

  return (
    <>
      <div className="flex flex-wrap items-center gap-y-3 gap-x-4 mb-4">
        <NativeInput
          label="Search client messages"
          isLabelHidden
          type="search"
          placeholder="Search client messages"
          icon={<Search size={18} />}
          className={styles.search}
          value={search}
          onChange={setSearch}
        />
        <PillGroup
          legend="Status"
          isLegendHidden
          pills={inquiryFilters.map(({ id: status, label }) => ({
            id: status,
            label: `${label} (${counts[status]})`,
          }))}
          chosen={filter}
          onPress={(status) => setFilter(status)}
        />
      </div>
      {found.length === 0 && (
        <p className="py-6 px-0 text-muted" role="status">
          {search.trim() ? 'No message matches your search.' : 'No messages with this status.'}
        </p>
      )}
      <ul ref={list} className="grid grid-cols-1 gap-3" aria-label="Client messages">
        {found.slice(0, limit).map((inquiry) => (
          <li key={inquiry.id} data-inquiry={inquiry.id}>
            <InquiryCard
              agentId={agentId}
              inquiry={inquiry}
              now={now}
              onReply={() => setRepliedId(inquiry.id)}
            />
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="outlined" className={styles.more} onClick={() => setLimit(limit + SHOWN_MORE)}>
          Show More ({found.length - limit})
        </Button>
      )}
      {replied && (
        <ReplyDialog
          agentId={agentId}
          inquiry={replied}
          drafts={drafts.current}
          onClose={() => setRepliedId(null)}
        />
      )}
    </>
  );
}

function ListSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3" role="status">
      <span className="visuallyHidden">Loading client messages…</span>
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
        <Skeleton key={index} className={styles.skeleton} height="11rem" />
      ))}
    </div>
  );
}
