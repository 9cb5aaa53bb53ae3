import { MessageSquareQuote } from 'lucide-react';
import { useState } from 'react';
import type { AdminReview, ReviewKind } from '#shared/contracts/reviews.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { storedText } from '#web/lib/storedText.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Day } from '#web/ui/dataTable/rowParts.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters, type ListState } from '#web/ui/list/listState.ts';

const schema = { search: 'text', status: ['all', 'verified', 'unverified'] } as const satisfies UrlSchema;

const reviewsQuery = (query: ListState<typeof schema>) => adminListQuery('reviewModeration.list', { query });

const kindLabel: Record<ReviewKind, Message> = {
  all: msg('All Reviews'),
  verified: msg('Verified Clients'),
  unverified: msg('Not Verified'),
};

export function ReviewsPanel() {
  const list = useAdminList(schema, reviewsQuery);
  const [removed, setRemoved] = useState<AdminReview | null>(null);
  const canModerate = useIsAllowed()('reviews.moderate');
  return (
    <>
      <AdminList
        list={list}
        words={{
          label: t('Reviews'),
          none: t('No reviews found'),
          notFetched: t('Failed to fetch reviews'),
          notLoaded: t('Failed to load reviews'),
        }}
        search={{ label: t('Search reviews'), placeholder: t('Search by words, reviewer or agent...') }}
        filters={[{ name: 'status', label: t('Kind'), labels: kindLabel }]}
        rows={list.data?.reviews}
        columns={reviewColumns(canModerate ? setRemoved : null)}
        empty={{
          icon: <MessageSquareQuote size={28} aria-hidden="true" />,
          text: hasFilters(schema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('Reviews of agents appear here.'),
        }}
      />
      {removed && <RemoveReview review={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

/** @param onRemove null: the viewer may not remove reviews. */
function reviewColumns(onRemove: ((review: AdminReview) => void) | null): TableColumn<AdminReview>[] {
  const columns: TableColumn<AdminReview>[] = [
    {
      id: 'review',
      heading: msg('Review'),
      isRowHeading: true,
      cell: ({ rating, comment, answer, verified, counted }) => (
        <span className="grid gap-1 min-w-56 max-w-[46ch] font-normal">
          <span className="flex flex-wrap items-center gap-2">
            <Stars rating={rating} size={15} />
            {verified && <Badge tone="success">{t('Verified client')}</Badge>}
            {!counted && <Badge tone="neutral">{t('Not counted')}</Badge>}
          </span>
          <span dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere">
            {comment}
          </span>
          {answer && (
            <span className="row-note line-clamp-2 wrap-anywhere">{t('Answer: {answer}', { answer })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'reviewer',
      heading: msg('Reviewer'),
      cell: ({ reviewer }) =>
        reviewer ? (
          <span className="grid grid-cols-1 min-w-0">
            <span className="row-title">{storedText(reviewer.name)}</span>
            <span className="row-note wrap-anywhere">{reviewer.email}</span>
          </span>
        ) : (
          <span className="row-note">{t('Deleted user')}</span>
        ),
    },
    {
      id: 'agent',
      heading: msg('Agent'),
      cell: ({ agent }) => (
        <Link className="row-title" to={`/agents/${agent.id}?tab=reviews`}>
          <bdi>{agent.name}</bdi>
        </Link>
      ),
    },
    { id: 'written', heading: msg('Written'), cell: ({ created_at }) => <Day iso={created_at} /> },
  ];
  if (!onRemove) return columns;
  const actions: TableColumn<AdminReview> = {
    id: 'actions',
    heading: msg('Actions'),
    cell: (review) => (
      <Button
        variant="outlined"
        isDangerous
        aria-label={t('Delete review of {name}', { name: review.agent.name })}
        onClick={() => onRemove(review)}
      >
        {t('Delete')}
      </Button>
    ),
  };
  return [...columns, actions];
}

function RemoveReview({ review, onClose }: { review: AdminReview; onClose(): void }) {
  const { mutateAsync } = useAdminChange((reason: string) =>
    callApi('reviewModeration.remove', { params: { id: review.id }, body: { reason } }),
  );
  return (
    <ReasonDialog
      title={t('Delete review')}
      text={t('This deletes the review of {agent} for good. The rating no longer counts it.', {
        agent: review.agent.name,
      })}
      label={t('Reason (the reviewer and the agent will see it)')}
      placeholder={t('It names a private person.')}
      whenBlank={t('Please give a reason')}
      confirmLabel={t('Delete')}
      isDangerous
      onConfirm={async (reason) => {
        await mutateAsync(reason);
        showToast(t('The review was deleted'));
      }}
      failure={t('Failed to delete the review')}
      onClose={onClose}
    />
  );
}
