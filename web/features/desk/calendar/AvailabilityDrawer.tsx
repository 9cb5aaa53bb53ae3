import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { Availability, DayOff } from '#shared/contracts/desk.ts';
import { type HoursSpan, type Weekday, type WeekHours, weekdays } from '#shared/freeTimes.ts';
import { MAX_HOURS_SPANS } from '#shared/limits.ts';
import { formatDay, manilaDay } from '#shared/manilaDays.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useViewings } from '#web/features/viewings/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { dayWords } from '#web/lib/workingHours.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Drawer } from '../client/Part.tsx';
import { availabilityQuery, daysOffQuery, useChangeDaysOff, useSetAvailability } from './agentWeek.ts';

/** As calendars begin a week. */
const week = [...weekdays.slice(1), 'sunday'] as Weekday[];

const USUAL: HoursSpan = { from: '09:00', to: '18:00' };
const usualWeek = () =>
  Object.fromEntries(week.map((day) => [day, day === 'sunday' ? [] : [USUAL]])) as unknown as WeekHours;

export function AvailabilityDrawer({ onClose }: { onClose(): void }) {
  const query = useQuery(availabilityQuery);
  return (
    <Drawer
      className="w-[min(28rem,100vw)] max-md:h-[90dvh] overflow-y-auto"
      label={t('Viewing Hours')}
      onClose={onClose}
    >
      {(close) => (
        <>
          <div className="sticky z-1 top-0 flex items-center justify-between py-2 pl-5 pr-2 border-b border-b-line bg-surface">
            <h2 className="text-lg">{t('Viewing Hours')}</h2>
            <IconButton label={t('Close')} icon={<X size={22} />} onClick={close} />
          </div>
          <div className="grid gap-6 p-5">
            <PartState
              query={query}
              headingLevel={3}
              loadingText={t('Loading your hours…')}
              skeleton={<Skeleton height="20rem" />}
              failure={(error) => failureSentence(error, t('Your hours could not be loaded'))}
            >
              {(availability) => <HoursForm availability={availability} />}
            </PartState>
            <DaysOff />
          </div>
        </>
      )}
    </Drawer>
  );
}

function HoursForm({ availability }: { availability: Availability }) {
  const { mutateAsync: save } = useSetAvailability();
  const form = useForm<Availability>({
    values: availability,
    send: async (values) => {
      await save(values);
      showToast(t('Viewing hours saved'));
    },
    failure: t('Your hours could not be saved. Please try again.'),
  });
  const values = form.watch();
  const { hours } = values;
  const setHours = (next: WeekHours | null) => form.setValue('hours', next, { shouldDirty: true });
  const lengths = [
    {
      name: 'buffer_minutes',
      label: t('Free before and after'),
      usual: [0, 15, 30, 45, 60, 90, 120],
      words: (count: number) => t('{count, plural, one {# minute} other {# minutes}}', { count }),
    },
    {
      name: 'notice_hours',
      label: t('Minimum notice'),
      usual: [0, 1, 2, 4, 8, 12, 24, 48, 72],
      words: (count: number) => t('{count, plural, one {# hour} other {# hours}}', { count }),
    },
  ] as const;
  return (
    <Form form={form}>
      <label className="flex items-start gap-2.5 cursor-pointer">
        <input
          type="checkbox"
          className="w-4.5 h-4.5 mt-0.75"
          checked={hours !== null}
          onChange={({ target }) => setHours(target.checked ? usualWeek() : null)}
        />
        <span>
          <strong className="block">{t('Offer only my hours')}</strong>
          <span className="text-muted text-sm">
            {t('Otherwise visitors can choose any hour from 8 AM to 8 PM.')}
          </span>
        </span>
      </label>
      {hours && (
        <ul className="grid gap-3">
          {week.map((day) => (
            <WeekdayRow
              key={day}
              name={dayWords(day.charAt(0).toUpperCase() + day.slice(1))}
              spans={hours[day]}
              onChange={(spans) => setHours({ ...hours, [day]: spans })}
            />
          ))}
        </ul>
      )}
      <div className="grid grid-cols-2 gap-3">
        {lengths.map(({ name, label, usual, words }) => (
          <NativeSelect
            key={name}
            label={label}
            value={String(values[name])}
            // Another program may have set a number that is none of the usual ones.
            options={[...new Set([...usual, values[name]])]
              .sort((one, other) => one - other)
              .map((count) => ({ value: String(count), label: count === 0 ? t('None') : words(count) }))}
            onChange={(value) => form.setValue(name, Number(value), { shouldDirty: true })}
          />
        ))}
      </div>
      <FormBanner message={form.error} />
      <Button type="submit" disabled={form.isSending}>
        {form.isSending ? t('Saving...') : t('Save Hours')}
      </Button>
    </Form>
  );
}

interface WeekdayRowProps {
  name: string;
  spans: readonly HoursSpan[];
  onChange(spans: HoursSpan[]): void;
}

const TIME = { type: 'time', isLabelHidden: true, className: 'flex-1' } as const;

function WeekdayRow({ name, spans, onChange }: WeekdayRowProps) {
  const change = (at: number, part: Partial<HoursSpan>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...part } : span)));
  const add = () => {
    const from = spans.at(-1)?.to;
    onChange([...spans, from && from < '21:00' ? { from, to: '21:00' } : USUAL]);
  };
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2 text-sm">
      <span className="flex items-center h-control font-semibold">{name}</span>
      <div className="grid gap-1.5">
        {spans.length === 0 && <span className="flex items-center h-control text-muted">{t('Closed')}</span>}
        {spans.map((span, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is nothing but its place
          <div key={at} className="flex items-center gap-1.5">
            <NativeInput
              {...TIME}
              label={t('{day}, from', { day: name })}
              value={span.from}
              onChange={(from) => change(at, { from })}
            />
            <span aria-hidden="true">–</span>
            <NativeInput
              {...TIME}
              label={t('{day}, to', { day: name })}
              // A field for times knows no 24:00.
              value={span.to === '24:00' ? '00:00' : span.to}
              onChange={(to) => change(at, { to: to === '00:00' ? '24:00' : to })}
            />
            <IconButton
              label={t('Remove these hours of {day}', { day: name })}
              icon={<Trash2 size={18} />}
              onClick={() => onChange(spans.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        {spans.length < MAX_HOURS_SPANS && (
          <Button
            variant="plain"
            size="small"
            className="justify-self-start"
            aria-label={t('Add hours on {day}', { day: name })}
            onClick={add}
          >
            <Plus size={16} />
            {t('Add Hours')}
          </Button>
        )}
      </div>
    </li>
  );
}

const NO_DAYS = { first_day: '', last_day: '', note: '' };

function DaysOff() {
  const { data = [] } = useQuery(daysOffQuery);
  const today = manilaDay(serverNow());
  const [span, setSpan] = useState(NO_DAYS);
  const { mutate, isPending, error } = useChangeDaysOff();
  const { data: viewings = [] } = useViewings().query;
  const userId = useSession().user?.id;
  const [isAsked, setAsked] = useState(false);
  const add = () => {
    const last_day = span.last_day || span.first_day;
    setAsked(false);
    mutate({ ...span, last_day }, { onSuccess: () => setSpan(NO_DAYS) });
  };
  const days = [span.first_day, span.last_day || span.first_day] as const;
  const ending = viewings.filter(({ agent, status, starts_at, ends_at }) => {
    const day = manilaDay(new Date(starts_at));
    const isAhead = new Date(ends_at) > serverNow();
    return agent.id === userId && status === 'confirmed' && isAhead && days[0] <= day && day <= days[1];
  }).length;
  return (
    <section className="grid gap-3 pt-5 border-t border-t-line">
      <h3 className="text-base">{t('Days Off')}</h3>
      {data.length === 0 && <p className="text-muted text-sm">{t('None planned.')}</p>}
      <ul className="grid gap-1">
        {data.map((dayOff) => (
          <li key={dayOff.id} className="flex items-center gap-2 text-sm">
            <span className="flex-1 min-w-0 wrap-anywhere">
              <strong>{daysOffWords(dayOff)}</strong>
              {dayOff.note && (
                <span className="text-muted">
                  {' '}
                  · <bdi>{dayOff.note}</bdi>
                </span>
              )}
            </span>
            <IconButton
              label={t('Cancel days off {days}', { days: daysOffWords(dayOff) })}
              icon={<Trash2 size={18} />}
              disabled={isPending}
              onClick={() => mutate({ id: dayOff.id })}
            />
          </li>
        ))}
      </ul>
      <div className="grid grid-fill-[10rem] gap-3">
        <NativeInput
          type="date"
          label={t('First day')}
          min={today}
          value={span.first_day}
          onChange={(first_day) => setSpan({ ...span, first_day })}
        />
        <NativeInput
          type="date"
          label={t('Last day')}
          isOptional
          min={span.first_day || today}
          value={span.last_day}
          onChange={(last_day) => setSpan({ ...span, last_day })}
        />
        <NativeInput
          className="col-span-full"
          label={t('Note for yourself')}
          isOptional
          maxLength={200}
          value={span.note}
          onChange={(note) => setSpan({ ...span, note })}
        />
      </div>
      <Notice kind="error">
        {error && failureSentence(error, t('This could not be saved. Please try again.'))}
      </Notice>
      <Button
        variant="outlined"
        disabled={span.first_day === '' || isPending}
        onClick={() => (ending > 0 ? setAsked(true) : add())}
      >
        {t('Take Days Off')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('Take these days off?')}
          text={t(
            '{count, plural, one {This cancels # confirmed viewing. We tell its visitor why.} other {This cancels # confirmed viewings. We tell their visitors why.}} To keep one, move it first.',
            { count: ending },
          )}
          confirmLabel={t('Take Days Off')}
          onConfirm={add}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

const daysOffWords = ({ first_day, last_day }: DayOff) =>
  first_day === last_day ? formatDay(first_day) : `${formatDay(first_day)} – ${formatDay(last_day)}`;
