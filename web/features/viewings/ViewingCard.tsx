import { CalendarPlus, Mail, MapPin, Phone, Quote } from 'lucide-react';
import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { openDecisions, type ViewingDecision, type ViewingSide } from '#shared/viewingDecisions.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { ProofBadge } from '#web/ui/display/ProofBadge.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { downloadCalendarFile, useAnswerViewing } from './queries.ts';
import { type PickedTime, TimePicker } from './TimePicker.tsx';
import {
  decisionDone,
  decisionLabel,
  formatViewingDay,
  formatViewingHour,
  formatViewingHours,
  isUpcoming,
  nearDay,
  otherSide,
  refusalQuestion,
  statusBadge,
  statusSentence,
  viewingDays,
  viewingSide,
} from './viewingWords.ts';

interface ViewingCardProps {
  viewing: Viewing;
  userId: number;
  now: Date;
}

const WAY =
  'inline-flex items-center gap-1.5 min-h-8 font-semibold no-underline whitespace-nowrap hover:underline hover:underline-offset-[0.2em] pointer-coarse:min-h-11';

/** One viewing, as its reader's side sees it. */
export function ViewingCard({ viewing, userId, now }: ViewingCardProps) {
  const { property, starts_at, ends_at, note } = viewing;
  const side = viewingSide(viewing, userId);
  const badge = statusBadge(viewing, side, now);
  const other = otherSide(viewing, side);
  const near = nearDay(starts_at, now);
  const day = formatViewingDay(starts_at, now);
  const isOpen = isUpcoming(viewing, now);

  return (
    <article
      className={`grid grid-cols-[11rem_minmax(0,1fr)] gap-6 p-4 border border-line rounded-lg bg-surface max-md:grid-cols-1 max-md:gap-3 max-md:p-3 ${isOpen ? 'shadow-sm xl:grid-cols-[11rem_minmax(0,1fr)_14.75rem]' : ''}`}
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
            {near ? `${near}, ${day}` : day}
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
            {property.title}
          </PropertyLink>
        </p>
        <p className="flex gap-1.5 text-muted text-sm">
          <MapPin className="flex-none mt-0.75" size={16} strokeWidth={1.75} />
          <span>{property.address}</span>
        </p>
        <div className="flex flex-wrap items-center gap-y-0 gap-x-4 text-sm">
          <span>{statusSentence(viewing, side, now)}</span>
          {isOpen && (
            <span className="flex flex-wrap gap-y-0 gap-x-4">
              {other.phone && (
                <a
                  className={WAY}
                  href={phoneHref(other.phone)}
                  aria-label={t('Call {name}, {phone}', { name: other.name, phone: other.phone })}
                >
                  <Phone size={16} />
                  {other.phone}
                </a>
              )}
              {side === 'agent' && other.phone && (
                <ProofBadge
                  isConfirmed={viewing.user.phone_confirmed}
                  confirmedLabel={t('Number confirmed')}
                />
              )}
              <a
                className={WAY}
                href={`mailto:${other.email}`}
                aria-label={t('Email {name}', { name: other.name })}
              >
                <Mail size={16} />
                {t('Email')}
              </a>
              {side === 'agent' && (
                <ProofBadge
                  isConfirmed={viewing.user.email_confirmed}
                  confirmedLabel={t('Email confirmed')}
                />
              )}
            </span>
          )}
        </div>
        {note && (
          <p className="flex gap-1.5 text-muted text-sm mt-1 py-2 px-3 rounded-sm bg-sunken wrap-anywhere">
            <Quote className="flex-none mt-0.75" size={16} />
            <span>{note}</span>
          </p>
        )}
      </div>
      {isOpen && <ViewingActions viewing={viewing} side={side} now={now} />}
    </article>
  );
}

interface ViewingActionsProps {
  viewing: Viewing;
  side: ViewingSide;
  now: Date;
}

const failureOf = (error: unknown) =>
  failureSentence(error, t('Your answer could not be sent. Please try again.'));

/** Alone, its words stand where the other lines begin. */
const REFUSAL = 'text-danger! hover:bg-danger-soft! first:-ml-3 xl:first:ml-0';

/** What this side can do about a viewing that is still to come. */
function ViewingActions({ viewing, side, now }: ViewingActionsProps) {
  const [asked, setAsked] = useState<ViewingDecision | null>(null);
  const { mutateAsync, isPending } = useAnswerViewing();
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = () => setAsked(null);

  const answer = async (decision: ViewingDecision) => {
    await mutateAsync({ id: viewing.id, decision });
    showToast(t(decisionDone[decision]));
  };

  const start = (decision: ViewingDecision) => {
    setRefusal(null);
    if (decision !== 'confirmed') setAsked(decision);
    // Said here: a dialog that this may stand in covers what is said elsewhere.
    else answer(decision).catch((error: unknown) => setRefusal(failureOf(error)));
  };

  return (
    <div className="flex flex-wrap col-[2] gap-2 xl:flex-col xl:col-[3] xl:justify-center xl:pl-6 xl:border-l xl:border-l-line max-md:col-[1] max-md:[&_button]:flex-auto">
      {viewing.status === 'confirmed' && (
        <Button
          variant="outlined"
          onClick={() =>
            downloadCalendarFile(viewing).catch((error: unknown) =>
              showToast(failureSentence(error, t('The calendar file could not be made.')), 'error'),
            )
          }
        >
          <CalendarPlus size={18} />
          {t('Add to Calendar')}
        </Button>
      )}
      {openDecisions(side, viewing.status).map((decision) => (
        <Button
          key={decision}
          variant={decision === 'confirmed' ? 'primary' : isRefusal(decision) ? 'plain' : 'outlined'}
          className={isRefusal(decision) ? REFUSAL : undefined}
          disabled={isPending}
          onClick={() => start(decision)}
        >
          {decisionLabel(decision, side, viewing.status)}
        </Button>
      ))}
      <div className="has-[:not(:empty)]:basis-full xl:has-[:not(:empty)]:basis-auto">
        <Notice kind="error">{refusal}</Notice>
      </div>
      {asked === 'proposed' && <ProposeTimeDialog viewing={viewing} onClose={close} />}
      {asked && isRefusal(asked) && (
        <ConfirmDialog
          {...refusalQuestion(viewing, side, asked, now)}
          onConfirm={() => answer(asked)}
          failureOf={failureOf}
          onClose={close}
        />
      )}
    </div>
  );
}

function isRefusal(decision: ViewingDecision): decision is 'declined' | 'cancelled' {
  return decision === 'declined' || decision === 'cancelled';
}

interface ProposeTimeDialogProps {
  viewing: Viewing;
  onClose(): void;
}

/** The agent answers with another time. Opens on the day that was asked for. */
function ProposeTimeDialog({ viewing, onClose }: ProposeTimeDialogProps) {
  const [now] = useState(() => new Date());
  const { mutateAsync } = useAnswerViewing();
  const form = useForm<PickedTime>({
    values: firstTime(viewing, now),
    send: async ({ startsAt }) => {
      if (!startsAt) return;
      await mutateAsync({ id: viewing.id, decision: 'proposed', startsAt });
      showToast(t(decisionDone.proposed));
      onClose();
    },
    failure: t('The time could not be proposed. Please try again.'),
  });
  const time = form.watch();
  const { startsAt } = time;

  return (
    <Dialog title={t('Propose Another Time')} onClose={onClose} isBackdropInert>
      <Form form={form}>
        <p className="text-muted">
          {t('{title}, now {day} at {hour}. {name} will be asked to accept the new time.', {
            title: viewing.property.title,
            day: formatViewingDay(viewing.starts_at, now),
            hour: formatViewingHour(viewing.starts_at),
            name: viewing.user.name,
          })}
        </p>
        <TimePicker
          value={time}
          onChange={(picked) => {
            form.setValue('day', picked.day);
            form.setValue('startsAt', picked.startsAt);
          }}
          now={now}
        />
        <FormBanner message={form.error} />
        <Button size="large" type="submit" disabled={!startsAt || form.isSending}>
          {form.isSending ? t('Sending...') : startsAt ? t('Propose This Time') : t('Choose a time')}
        </Button>
      </Form>
    </Dialog>
  );
}

function firstTime(viewing: Viewing, now: Date): PickedTime {
  const days = viewingDays(now);
  const asked = manilaDay(new Date(viewing.starts_at));
  return { day: days.includes(asked) ? asked : (days[0] ?? ''), startsAt: null };
}
