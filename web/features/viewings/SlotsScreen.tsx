import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Check } from 'lucide-react';
import { useState } from 'react';
import type { SlotOffer } from '#shared/contracts/viewings.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { FormBanner } from '#web/forms/Form.tsx';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { saveCalendarFile } from './queries.ts';
import { endWords, formatNearDay, formatViewingHour, formatViewingHours } from './viewingWords.ts';

/** Times that an agent offers by a link: one press books one of them, without an account. */
export function SlotsScreen() {
  const { token = '' } = useParams();
  const query = useQuery(queryOf('slots.read', { params: { token } }));
  useTitle(t('Times for a viewing'));
  const isUseless = query.error instanceof ApiFailure && query.error.status < 500;
  if (isUseless)
    return (
      <Page isNarrow>
        <EmptyState
          headingLevel={1}
          title={t('This link cannot be used')}
          text={t('Check that it is whole, or ask the agent for a new one.')}
          action={<ButtonLink to="/">{t('Go to Home')}</ButtonLink>}
        />
      </Page>
    );
  if (query.error && !query.data)
    return (
      <Page isNarrow>
        <ErrorState
          headingLevel={1}
          message={failureSentence(query.error, t('The times could not be loaded.'))}
          onRetry={() => void query.refetch()}
        />
      </Page>
    );
  return (
    <Page isNarrow>
      <section className="grid gap-4 p-6 panel shadow-sm max-sm:p-4">
        {query.data ? (
          <Offer token={token} offer={query.data} />
        ) : (
          <div role="status">
            <span className="visuallyHidden">{t('Loading the times…')}</span>
            <Skeleton height="14rem" />
          </div>
        )}
      </section>
    </Page>
  );
}

function Offer({ token, offer }: { token: string; offer: SlotOffer }) {
  const now = useNow();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [isCancelling, setIsCancelling] = useState(false);
  const { queryKey } = queryOf('slots.read', { params: { token } });
  const take = (data: SlotOffer) => queryClient.setQueryData(queryKey, data);
  const book = useMutation({
    mutationFn: (starts_at: string) =>
      callApi('slots.book', { params: { token }, body: { starts_at, name, phone } }),
    onSuccess: take,
    // The other times may have been taken, too.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const { agent, property, person, slots, viewing } = offer;
  const isAgreed = viewing?.status === 'confirmed';
  const isOver = viewing !== null && new Date(viewing.ends_at) <= now;
  const free = slots.filter(({ starts_at, is_free }) => is_free && starts_at !== (isAgreed && viewing.starts_at));
  const isPersonNeeded = person === null;

  return (
    <>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4">
        <span className="block aspect-4/3 overflow-hidden rounded-md">
          <Picture src={property.image} alt="" sizes="6rem" />
        </span>
        <div className="min-w-0">
          <h1 dir="auto" className="text-xl wrap-anywhere">
            <PropertyLink propertyId={property.id} className="text-ink no-underline hover:underline">
              {property.title}
            </PropertyLink>
          </h1>
          <p dir="auto" className="text-muted text-sm">
            {property.address}
          </p>
          <p className="text-sm">{t('With {name}', { name: agent.name })}</p>
        </div>
      </div>
      {isAgreed && (
        <div className="grid gap-3 p-4 rounded-md bg-primary-soft" role="status">
          <p className="flex items-start gap-2 text-lg font-semibold">
            <Check className="flex-none mt-1 text-primary" size={20} aria-hidden="true" />
            <span>
              {formatNearDay(viewing.starts_at, now)}, {formatViewingHours(viewing.starts_at, viewing.ends_at)}
            </span>
          </p>
          <p>{isOver ? t('This viewing is over.') : t('Your viewing is agreed. Keep this link to change it.')}</p>
          {!isOver && (
            <div className="flex flex-wrap gap-2">
              <Button variant="outlined" onClick={() => void saveFile(token)}>
                <CalendarPlus size={18} />
                {t('Add to Calendar')}
              </Button>
              <Button variant="plain" isDangerous onClick={() => setIsCancelling(true)}>
                {t('Cancel Viewing')}
              </Button>
            </div>
          )}
        </div>
      )}
      {viewing && !isAgreed && (
        <p className="p-4 rounded-md bg-sunken font-semibold" role="status">
          {t('This viewing was cancelled.')} {viewing.end_reason && t(endWords[viewing.end_reason])}
        </p>
      )}
      {!isOver && viewing?.end_reason == null && (
        <fieldset className="grid gap-3" disabled={book.isPending}>
          <legend className="mb-2 text-lg font-semibold">
            {isAgreed ? t('Move it to another time') : t('Choose a time')}
          </legend>
          {isPersonNeeded && (
            <div className="grid gap-3 sm:grid-cols-2">
              <NativeInput label={t('Your name')} value={name} autoComplete="name" onChange={setName} />
              <NativeInput
                label={t('Phone')}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                value={phone}
                onChange={setPhone}
              />
            </div>
          )}
          {free.length === 0 && (
            <p className="text-muted">{t('No other time is left. Ask {name} for more.', { name: agent.name })}</p>
          )}
          <ul className="grid gap-2">
            {free.map(({ starts_at }) => (
              <li key={starts_at}>
                <Button
                  variant={isAgreed ? 'outlined' : 'primary'}
                  size="large"
                  className="w-full"
                  onClick={() => book.mutate(starts_at)}
                >
                  <span className="flex-1 text-left">{formatNearDay(starts_at, now)}</span>
                  <span className="whitespace-nowrap tabular-nums">{formatViewingHour(starts_at)}</span>
                </Button>
              </li>
            ))}
          </ul>
          <FormBanner
            message={
              book.error && failureSentence(book.error, t('The time could not be booked. Please try again.'))
            }
          />
        </fieldset>
      )}
      {isCancelling && (
        <ConfirmDialog
          title={t('Cancel this viewing?')}
          text={t('We will notify {name}. You cannot undo this.', { name: agent.name })}
          confirmLabel={t('Cancel Viewing')}
          cancelLabel={t('Keep Viewing')}
          onConfirm={async () => {
            take(await callApi('slots.cancel', { params: { token } }));
          }}
          failureOf={(error) => failureSentence(error, t('The viewing could not be cancelled. Please try again.'))}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

const saveFile = (token: string) =>
  callApi('slots.calendar', { params: { token } }).then(
    ({ file }) => saveCalendarFile('viewing.ics', file),
    (error: unknown) => showToast(failureSentence(error, t('The calendar file could not be created.')), 'error'),
  );
