import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveredEvent, DeliveryStatus } from '#shared/apiAccess.ts';
import type { Webhook, WebhookDelivery } from '#shared/contracts/webhooks.ts';
import { type Message, msg } from '#shared/messages.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** While something is on its way. */
const LOOK_AGAIN_MS = 2_000;

const statusLook: Record<DeliveryStatus, { label: Message; tone: BadgeTone }> = {
  waiting: { label: msg('Waiting'), tone: 'info' },
  delivered: { label: msg('Delivered'), tone: 'success' },
  failed: { label: msg('Failed'), tone: 'danger' },
  dropped: { label: msg('Not sent'), tone: 'neutral' },
};

/** The deliveries of a webhook with their outcome; a test can be sent from here. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const params = { id: webhook.id };
  const query = useQuery({
    ...queryOf('webhooks.deliveries', { params, query: { page } }),
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === 'waiting') ? LOOK_AGAIN_MS : false,
    meta: { isPersonal: true },
  });

  const sending = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: () => setPage(1),
    onSettled: () => invalidate(client, 'webhooks.deliveries'),
  });
  const { error, isPending: isBusy } = sending;

  return (
    <Dialog title={t('Webhook log')} size="large" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex-1 min-w-60 text-muted text-sm wrap-anywhere">
            {webhook.url}
            {' · '}
            {t('kept for 30 days')}
          </p>
          <Button disabled={isBusy} onClick={() => sending.mutate(() => callApi('webhooks.test', { params }))}>
            {t('Send a Test')}
          </Button>
        </div>
        <Notice kind="error">
          {error && failureSentence(error, t('This could not be sent. Please try again.'))}
        </Notice>
        <PartState
          query={query}
          headingLevel={3}
          loadingText={t('Loading the log…')}
          skeleton={<Skeleton height="12rem" />}
          failure={(failure) => failureSentence(failure, t('The log could not be loaded.'))}
        >
          {({ deliveries, pagination }) =>
            deliveries.length === 0 ? (
              <EmptyState
                headingLevel={3}
                title={t('Nothing sent yet')}
                text={t('Send a test to see whether your system takes it.')}
              />
            ) : (
              <>
                <ul className="divide-y divide-line" aria-label={t('Deliveries')}>
                  {deliveries.map((delivery) => (
                    <DeliveryRow
                      key={delivery.id}
                      delivery={delivery}
                      isBusy={isBusy}
                      onRedeliver={() =>
                        sending.mutate(() =>
                          callApi('webhooks.redeliver', { params: { ...params, deliveryId: delivery.id } }),
                        )
                      }
                    />
                  ))}
                </ul>
                {pagination.pages > 1 && (
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <Button variant="outlined" disabled={page === 1} onClick={() => setPage(page - 1)}>
                      {t('Newer')}
                    </Button>
                    <span className="text-muted text-sm">
                      {t('Page {page} of {pages}', { page, pages: pagination.pages })}
                    </span>
                    <Button
                      variant="outlined"
                      disabled={page >= pagination.pages}
                      onClick={() => setPage(page + 1)}
                    >
                      {t('Older')}
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </PartState>
      </div>
    </Dialog>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  isBusy: boolean;
  onRedeliver(): void;
}

function DeliveryRow({ delivery, isBusy, onRedeliver }: DeliveryRowProps) {
  const { event, status, attempts, created_at, next_attempt_at, error, answer } = delivery;
  const { label, tone } = statusLook[status];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="flex-1 min-w-60">
        <div className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold">{t(eventLabel[event])}</strong>
          <Badge tone={tone}>{t(label)}</Badge>
        </div>
        <p className="text-muted text-sm">{factsOf(delivery)}</p>
        {error && <p className="text-danger text-sm wrap-anywhere">{error}</p>}
        {answer && (
          <code className="block mt-1 py-1 px-2 rounded-sm bg-sunken text-caption wrap-anywhere">{answer}</code>
        )}
        {status === 'waiting' && attempts > 0 && next_attempt_at && (
          <p className="text-muted text-sm">{t('Next attempt: {time}', { time: shortMoment(next_attempt_at) })}</p>
        )}
      </div>
      {status !== 'waiting' && (
        <Button
          variant="outlined"
          size="small"
          disabled={isBusy}
          aria-label={t('Send again: {event} of {time}', {
            event: t(eventLabel[event]),
            time: shortMoment(created_at),
          })}
          onClick={onRedeliver}
        >
          {t('Send Again')}
        </Button>
      )}
    </li>
  );
}

/** 'Mar 18, 2026, 10:00 AM · 2 attempts · status 500 · 120 ms' */
function factsOf({ created_at, attempts, http_status, duration_ms }: WebhookDelivery): string {
  return [
    shortMoment(created_at),
    attempts > 0 && t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }),
    http_status !== null && t('status {status}', { status: http_status }),
    duration_ms !== null && t('{ms} ms', { ms: duration_ms }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export const eventLabel: Record<DeliveredEvent, Message> = {
  'inquiry.created': msg('New inquiry'),
  'viewing.requested': msg('Viewing requested'),
  'viewing.changed': msg('Viewing changed'),
  'listing.created': msg('New listing'),
  'listing.updated': msg('Listing changed'),
  'listing.price_changed': msg('Price changed'),
  'listing.status_changed': msg('Status changed'),
  'listing.deleted': msg('Listing deleted'),
  ping: msg('Test'),
};
