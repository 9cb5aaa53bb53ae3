import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useFreeTimes, useRequestViewing, viewingsQuery } from './queries.ts';
import { type PickedTime, TimePicker } from './TimePicker.tsx';
import { formatViewingDay, formatViewingHours, isUpcoming, viewingDays } from './viewingWords.ts';

interface ViewingRequestDialogProps {
  property: { id: number; title: string; image: string | null; address: string };
  agent: { id: number; name: string };
  /** A time that was offered (ISO-8601); chosen at first, if it is still free. Otherwise the first free one from tomorrow is. */
  offered?: string | undefined;
  onClose(): void;
}

/** Asks the agent of a listing for a time to see it. The person is signed in. */
export function ViewingRequestDialog({ property, agent, offered, onClose }: ViewingRequestDialogProps) {
  const [requested, setRequested] = useState<Viewing | null>(null);
  const open = useOpenViewing(property.id);
  const shown = requested ?? open;
  const title = requested ? t('Viewing Requested') : open ? t('Your Viewing') : t('Request a Viewing');
  return (
    <FormDialog title={title} onClose={onClose}>
      <div className="flex items-center gap-3 mb-4 p-2 rounded-md bg-sunken">
        <span className="flex-none w-19 h-13 overflow-hidden rounded-sm">
          <Picture src={property.image} alt="" sizes="5rem" />
        </span>
        <p className="min-w-0 leading-[1.4] text-md *:block *:truncate">
          <strong dir="auto">{property.title}</strong>
          <bdi className="text-muted">{property.address}</bdi>
        </p>
      </div>
      {shown ? (
        <Requested
          viewing={shown}
          text={
            requested
              ? t('{agentName} will confirm this time or propose another one. We will notify you.', {
                  agentName: agent.name,
                })
              : t(
                  'You have already requested a viewing of this property. You can follow or cancel it in your dashboard.',
                )
          }
          onClose={onClose}
        />
      ) : (
        <RequestForm propertyId={property.id} agent={agent} offered={offered} onRequested={setRequested} />
      )}
    </FormDialog>
  );
}

interface RequestFormProps extends Pick<ViewingRequestDialogProps, 'agent' | 'offered'> {
  propertyId: number;
  /** @param viewing null: an earlier try had arrived, and the viewing is among the own ones. */
  onRequested(viewing: Viewing | null): void;
}

const MAX_NOTE_LENGTH = 1_000;

function RequestForm({ propertyId, agent, offered, onRequested }: RequestFormProps) {
  const [now] = useState(() => new Date());
  const { mutateAsync } = useRequestViewing();
  const days = useMemo(() => viewingDays(now), [now]);
  const of = { agentId: agent.id, propertyId };
  const free = useFreeTimes(of, days);
  const offeredDay = offered && manilaDay(new Date(offered));
  const opening: PickedTime = {
    day: days.find((day) => day === offeredDay) ?? days[1] ?? '',
    startsAt: null,
  };
  const form = useForm({
    values: { ...opening, note: '' },
    send: async ({ startsAt, note }) => {
      if (startsAt) onRequested(await mutateAsync({ property_id: propertyId, starts_at: startsAt, note }));
    },
    failure: t('Your request could not be sent. Please try again.'),
  });
  const { setValue } = form;
  const { day, startsAt } = form.watch();
  const isOfferFree = offered && free.slots?.get(offeredDay ?? '')?.includes(offered);
  const first = offered ? isOfferFree && offered : firstFree(free.slots, days, day);
  // A choice made meanwhile stays.
  const hasChosen = useRef(false);
  useEffect(() => {
    if (!first || hasChosen.current) return;
    hasChosen.current = true;
    setValue('day', manilaDay(new Date(first)));
    setValue('startsAt', first);
  }, [first, setValue]);

  return (
    <Form form={form}>
      <Notice kind="info">
        {offered &&
          free.slots &&
          !isOfferFree &&
          t('The time you were offered is no longer free. Please choose another one.')}
      </Notice>
      <TimePicker
        value={{ day, startsAt }}
        onChange={(time) => {
          if (time.startsAt) hasChosen.current = true;
          setValue('day', time.day);
          setValue('startsAt', time.startsAt);
        }}
        now={now}
        of={of}
      />
      <TextAreaField
        name="note"
        label={t('Note')}
        isOptional
        placeholder={t('Anything {agentName} should know before you meet', { agentName: agent.name })}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
      />
      <FormBanner message={form.error} />
      <DialogFooter>
        <Button
          size="large"
          className="flex-1"
          type="submit"
          disabled={!startsAt || form.isSending}
          aria-busy={form.isSending}
        >
          {form.isSending ? t('Sending...') : startsAt ? t('Request Viewing') : t('Choose a time')}
        </Button>
      </DialogFooter>
    </Form>
  );
}

/**
 * The first free time from tomorrow on, as the agent has to answer before it, and today's where there is no other; of another day
 * than tomorrow the first one of that day.
 */
function firstFree(slots: ReadonlyMap<string, string[]> | undefined, days: readonly string[], chosen: string) {
  const [today, ...later] = days;
  const wanted = chosen === later[0] ? [...later, today] : [chosen];
  return wanted.map((day) => day && slots?.get(day)?.[0]).find(Boolean);
}

/** The viewing this person has asked for, and that is still to come. */
function useOpenViewing(propertyId: number): Viewing | undefined {
  const { user } = useSession();
  const { data } = useQuery({ ...viewingsQuery, enabled: user !== null });
  const now = new Date();
  return data?.find(
    (viewing) => viewing.property.id === propertyId && viewing.user.id === user?.id && isUpcoming(viewing, now),
  );
}

/** The dialog's heading has the focus then: this is read from there. */
const Requested = ({ viewing, text, onClose }: { viewing: Viewing; text: string; onClose(): void }) => (
  <div className="grid grid-cols-1 gap-4">
    <div className="flex items-center gap-3 rounded-md p-4 bg-primary-soft">
      <CalendarCheck className="flex-none text-primary" size={24} strokeWidth={1.9} />
      <p className="min-w-0 leading-[1.4] *:block">
        <strong>{formatViewingDay(viewing.starts_at, new Date())}</strong>
        <span className="text-muted text-md">
          {t('{hours}, Manila time', { hours: formatViewingHours(viewing.starts_at, viewing.ends_at) })}
        </span>
      </p>
    </div>
    <p className="text-muted">{text}</p>
    <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
      <Button variant="outlined" onClick={onClose}>
        {t('Done')}
      </Button>
      <ButtonLink to="/dashboard?tab=viewings">{t('View My Viewings')}</ButtonLink>
    </div>
  </div>
);
