import { Inbox, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { type More, withFound } from '#web/lib/pagedList.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useFoundBeyond } from '#web/lib/useFound.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { ProofNote } from '#web/ui/display/Badge.tsx';
import { PanelHeader } from '#web/ui/layout/Page.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { InquiryCard } from './InquiryCard.tsx';
import { findInquiries, type InquiryFilter, inquiryFilters, inquiryLabel } from './inquiryRules.ts';
import { inquiryPages, useInquiries } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';

const SHOWN_AT_FIRST = 5;
const SHOWN_MORE = 20;

export function ClientMessages({ agentId }: { agentId: number }) {
  const id = useId();
  const { query, rest, counts } = useInquiries(agentId);
  return (
    <section aria-labelledby={id}>
      <PanelHeader id={id} title={t('Client Messages')} />
      <PartState
        query={query}
        headingLevel={3}
        loadingText={t('Loading client messages…')}
        className="grid grid-cols-1 gap-3"
        skeleton={
          <Skeletons count={3}>
            <Skeleton className="rounded-lg" height="11rem" />
          </Skeletons>
        }
        failure={(error) => failureSentence(error, t('Failed to fetch contacts'), t('Network error'))}
        empty={{
          icon: <Inbox size={28} />,
          title: t('No client messages yet'),
          text: t('Messages clients send from your profile and listings appear here.'),
        }}
      >
        {(data) => <Inquiries agentId={agentId} inquiries={data} rest={rest} counts={counts} />}
      </PartState>
    </section>
  );
}

type InquiriesProps = Omit<ReturnType<typeof useInquiries>, 'query'> & {
  agentId: number;
  inquiries: Inquiry[];
};

function Inquiries({ agentId, inquiries, rest, counts }: InquiriesProps) {
  const [filter, setFilter] = useState<InquiryFilter>('all');
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const [repliedId, setRepliedId] = useState<number | null>(null);
  const now = useNow();
  const isSearching = search.trim() !== '';
  // The server is asked only where not everything is here.
  const isElsewhere = rest.hasMore && (filter !== 'all' || isSearching);
  const { beyond, isLooking, hasFailed, hasNothing, retry, more } = useFoundBeyond(inquiryPages(agentId), {
    words: search,
    filter: { status: filter === 'all' ? undefined : filter },
    isNeeded: isElsewhere,
    rest,
  });
  const all = withFound(inquiries, beyond);
  const loadedIds = new Set(inquiries.map(({ id }) => id));
  // The server's own search results are listed unfiltered.
  const found = [
    ...findInquiries(inquiries, filter, search),
    ...all.filter(({ id, status }) => !loadedIds.has(id) && (filter === 'all' || status === filter)),
  ];
  const left = (isSearching ? found.length : counts[filter]) - limit;
  const replied = all.find((inquiry) => inquiry.id === repliedId);
  const list = useSoughtInquiry(inquiries, rest, (place) => {
    setFilter('all');
    setSearch('');
    setLimit((before) => Math.max(before, place + 1));
  });

  return (
    <>
      <div className="flex flex-wrap items-center gap-y-3 gap-x-4 mb-4">
        <NativeInput
          label={t('Search client messages')}
          isLabelHidden
          type="search"
          placeholder={t('Search client messages')}
          icon={<Search size={18} />}
          className="flex-[1_1_16rem] max-w-96 max-md:basis-full max-md:max-w-none"
          value={search}
          onChange={setSearch}
        />
        <PillGroup
          legend={t('Status')}
          isLegendHidden
          pills={inquiryFilters.map((status) => ({
            id: status,
            label: `${t(inquiryLabel[status])} (${counts[status]})`,
          }))}
          chosen={filter}
          onPress={(status) => setFilter(status)}
        />
      </div>
      {found.length === 0 && !isLooking && !hasFailed && (
        <p className="py-6 px-0 text-muted" role="status">
          {search.trim() ? t('No message matches your search.') : t('No messages with this status.')}
        </p>
      )}
      {found.length > 0 && <ProofNote className="mb-3" />}
      <ul ref={list} className="grid grid-cols-1 gap-3" aria-label={t('Client messages')}>
        {found.slice(0, limit).map((inquiry) => (
          <li key={inquiry.id} data-inquiry={inquiry.id}>
            <InquiryCard agentId={agentId} inquiry={inquiry} now={now} onReply={() => setRepliedId(inquiry.id)} />
          </li>
        ))}
      </ul>
      {isLooking && (
        <p className="py-6 px-0 text-muted" role="status">
          {isSearching ? t('Searching all messages…') : t('Loading client messages…')}
        </p>
      )}
      {hasNothing && <RetryLine message={t('Some client messages could not be searched.')} onRetry={retry} />}
      {found.length > limit ? (
        <Button variant="outlined" className="mt-3 max-md:w-full" onClick={() => setLimit(limit + SHOWN_MORE)}>
          {t('Show More ({left})', { left })}
        </Button>
      ) : (
        <ShowMore
          more={{
            ...more,
            load: () => {
              setLimit(limit + SHOWN_MORE);
              more.load();
            },
          }}
        />
      )}
      {replied && <ReplyDialog agentId={agentId} inquiry={replied} onClose={() => setRepliedId(null)} />}
    </>
  );
}

/**
 * Focuses the inquiry that a link leads to (`?tab=messages&inquiry=12`) once, and takes it out of the address.
 * @param rest is loaded until it holds the inquiry. @param show draws the card at this place of the whole list.
 * @returns the ref of the list, whose items name their inquiry in `data-inquiry`.
 */
function useSoughtInquiry(inquiries: readonly Inquiry[], rest: More, show: (place: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [parameters, change] = useUrlParameters();
  const wanted = parameters.get('inquiry');
  const [found, setFound] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new at each rendering
  useEffect(() => {
    const place = inquiries.findIndex(({ id }) => String(id) === wanted);
    const inquiry = inquiries[place];
    if (!inquiry) {
      if (wanted !== null && rest.hasMore && !rest.isFailed) rest.load();
      return;
    }
    show(place);
    setFound(inquiry.id);
    change({ inquiry: null });
  }, [inquiries, wanted, rest.hasMore]);

  useEffect(() => {
    if (found === null) return;
    const heading = list.current?.querySelector<HTMLElement>(`[data-inquiry="${found}"] h3`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'center' });
    setFound(null);
  }, [found]);

  return list;
}
