import { useQuery } from '@tanstack/react-query';
import { History, Mail, MapPin, Phone, Quote } from 'lucide-react';
import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { PhoneLink } from '#web/ui/controls/PhoneLink.tsx';
import { Badge, ProofBadge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { useAnswerViewing, viewingStoryQuery } from './queries.ts';
import { ViewingActions } from './ViewingActions.tsx';
import {
  formatNearDay,
  formatShortViewingTime,
  formatViewingHours,
  isUpcoming,
  otherSide,
  proposalWords,
  statusBadge,
  statusSentence,
  stepSentence,
  viewingSide,
} from './viewingWords.ts';

const WAY = 'icon-link min-h-8 whitespace-nowrap pointer-coarse:min-h-11';
const OPEN = 'shadow-sm xl:grid-cols-[11rem_minmax(0,1fr)_14.75rem]';

export function ViewingCard({ viewing, userId, now }: { viewing: Viewing; userId: number; now: Date }) {
  const { property, starts_at, ends_at, note } = viewing;
  const side = viewingSide(viewing, userId);
  const badge = statusBadge(viewing, side, now);
  const other = otherSide(viewing, side);
  const day = formatNearDay(starts_at, now);
  const isOpen = isUpcoming(viewing, now) || badge.tone === 'warning';
  const proposal = proposalWords(viewing);
  const { mutateAsync: answer } = useAnswerViewing();
  // Only the visitor's addresses are confirmed.
  const proof = (isConfirmed: boolean, confirmedLabel: string) =>
    side === 'agent' && (
      <span className="-ml-2">
        <ProofBadge isConfirmed={isConfirmed} confirmedLabel={confirmedLabel} />
      </span>
    );

  return (
    <article
      className={`panel grid grid-cols-[11rem_minmax(0,1fr)] gap-6 p-4 max-md:grid-cols-1 max-md:gap-3 max-md:p-3 ${isOpen ? OPEN : ''}`}
    >
      <PropertyLink
        propertyId={property.id}
        className={`block self-start aspect-4/3 overflow-hidden rounded-md max-md:aspect-2/1 ${isOpen ? '' : '[filter:saturate(0.6)]'}`}
        isPointerOnly
      >
        <Picture src={property.image} alt="" sizes="(max-width: 40rem) 100vw, 11rem" />
      </PropertyLink>
      <div className="grid grid-cols-1 content-start gap-1 max-md:pt-0 max-md:px-1 max-md:pb-1">
        <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
          <h3 className="flex flex-wrap gap-y-0 gap-x-2.5 text-lg tracking-[-0.01em]">
            {day}
            <span className={`tabular-nums ${isOpen ? 'text-primary' : ''}`}>
              {formatViewingHours(starts_at, ends_at)}
            </span>
          </h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className="font-semibold">
          <PropertyLink
            propertyId={property.id}
            className="text-ink no-underline hover:text-primary hover:underline hover:underline-offset-[0.2em]"
          >
            <bdi>{property.title}</bdi>
          </PropertyLink>
        </p>
        <p className="flex gap-1.5 text-muted text-sm">
          <MapPin className="flex-none mt-0.75" size={16} strokeWidth={1.75} />
          <bdi>{property.address}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-y-0 gap-x-4 text-sm">
          {proposal && <strong>{proposal}</strong>}
          <span className="min-w-0 wrap-anywhere">{statusSentence(viewing, side, now)}</span>
          {isOpen && other.id !== null && (
            <span className="flex flex-wrap items-center gap-y-0 gap-x-4">
              {other.phone && (
                <PhoneLink
                  className={WAY}
                  phone={other.phone}
                  aria-label={t('Call {name}, {phone}', { name: other.name, phone: other.phone })}
                >
                  <Phone size={16} />
                  {other.phone}
                </PhoneLink>
              )}
              {other.phone && proof(viewing.user.phone_confirmed, t('Number confirmed'))}
              <a
                className={WAY}
                href={`mailto:${other.email}`}
                aria-label={t('Email {name}', { name: other.name })}
              >
                <Mail size={16} />
                {t('Email')}
              </a>
              {proof(viewing.user.email_confirmed, t('Email confirmed'))}
            </span>
          )}
        </div>
        {note && (
          <p className="flex gap-1.5 text-muted text-sm mt-1 py-2 px-3 rounded-sm bg-sunken wrap-anywhere">
            <Quote className="flex-none mt-0.75" size={16} />
            <span dir="auto">{note}</span>
          </p>
        )}
        {viewing.status !== 'requested' && <ViewingHistory viewing={viewing} />}
      </div>
      {isOpen && (
        <ViewingActions
          viewing={viewing}
          side={side}
          now={now}
          answer={answer}
          className="col-[2] xl:flex-col xl:col-[3] xl:justify-center xl:pl-6 xl:border-l xl:border-l-line max-md:col-[1]"
          buttonClassName="max-md:flex-auto xl:first:ml-0"
          canKeep
        />
      )}
    </article>
  );
}

/** Its steps, latest first, fetched as they are opened. */
export function ViewingHistory({ viewing }: { viewing: Viewing }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...viewingStoryQuery(viewing.id), enabled: isOpen });
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="icon-link w-fit min-h-8 cursor-pointer text-muted marker:hidden pointer-coarse:min-h-11">
        <History size={16} />
        {t('History')}
      </summary>
      {query.isError && !query.data ? (
        <RetryLine message={t('The history could not be loaded.')} onRetry={query.refetch} />
      ) : (
        <ol className="grid gap-1.5 mt-1 pl-3 border-l-2 border-l-line">
          {query.data?.history.toReversed().map((event) => (
            <li key={`${event.at} ${event.kind}`}>
              {stepSentence(event, viewing)}
              <span className="text-muted tabular-nums"> · {formatShortViewingTime(event.at)}</span>
              {event.reason && (
                <span className="block text-muted wrap-anywhere" dir="auto">
                  {event.reason}
                </span>
              )}
            </li>
          )) ??
            (isOpen && <Spinner size={18} />)}
        </ol>
      )}
    </details>
  );
}
