import { CalendarClock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { formatShortViewingTime, useFreeTimes } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

interface OfferTimesProps {
  agentId: number;
  /** The listing that is to be seen. */
  property: { id: number; title: string };
  isDisabled: boolean;
  /** Appends the words to the draft. */
  onWords(words: string): void;
}

const DAYS_AHEAD = 31;
const OFFERED = 3;

/** Three free times of the agent as text, with a link to each that requests it. */
export function OfferTimes({ agentId, property, isDisabled, onWords }: OfferTimesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('Offer times')}
        icon={<CalendarClock size={20} />}
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog title={t('Offer Times')} onClose={() => setIsOpen(false)}>
          <Choice
            agentId={agentId}
            property={property}
            onWords={(words) => {
              setIsOpen(false);
              onWords(words);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Choice({ agentId, property, onWords }: Omit<OfferTimesProps, 'isDisabled'>) {
  const days = useMemo(() => {
    const today = manilaDay(new Date());
    return Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index));
  }, []);
  const free = useFreeTimes({ agentId, propertyId: property.id }, days);
  const [changed, setChanged] = useState<Record<number, string>>({});
  if (!free.slots)
    return free.error ? (
      <RetryLine message={t('The free times could not be loaded.')} onRetry={() => void free.refetch()} />
    ) : (
      <Spinner />
    );
  const slots = [...free.slots.values()].flat();
  if (slots.length === 0)
    return <p className="text-muted">{t('You have no free time in the next 31 days.')}</p>;
  const chosen = spreadOut([...free.slots.values()]).map((slot, at) => {
    const other = changed[at];
    return other && slots.includes(other) ? other : slot;
  });
  const options = slots.map((slot) => ({ value: slot, label: formatShortViewingTime(slot) }));
  const names = [t('First time'), t('Second time'), t('Third time')];
  return (
    <>
      <DialogBody>
        <p className="text-muted text-sm">
          {t('{title}. These times are free in your calendar. You can choose others.', {
            title: property.title,
          })}
        </p>
        {chosen.map((slot, at) => (
          <NativeSelect
            key={names[at]}
            label={names[at] ?? ''}
            value={slot}
            options={options}
            onChange={(value) => setChanged({ ...changed, [at]: value })}
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onWords(offerWords(property, chosen))}>{t('Insert Into Message')}</Button>
      </DialogFooter>
    </>
  );
}

/**
 * Three slots on different days and at different times of the day: one of each of the next days with free slots, morning and
 * afternoon in turn, and more of the same days where these are too few.
 */
function spreadOut(days: readonly (readonly string[])[]): string[] {
  const chosen: string[] = [];
  for (const slots of days) {
    if (chosen.length === OFFERED) break;
    const afternoon = slots.find((slot) => manilaHour(slot) >= 13);
    const slot = chosen.length % 2 === 1 ? (afternoon ?? slots[0]) : slots[0];
    if (slot) chosen.push(slot);
  }
  for (const slot of days.flat()) if (chosen.length < OFFERED && !chosen.includes(slot)) chosen.push(slot);
  return chosen.sort();
}

const HOUR_MS = 3_600_000;

function manilaHour(slot: string): number {
  const time = new Date(slot);
  return (time.getTime() - startOfManilaDay(manilaDay(time)).getTime()) / HOUR_MS;
}

function offerWords({ id, title }: { id: number; title: string }, slots: readonly string[]): string {
  const { publicOrigin } = currentPlatform();
  const times = [...new Set(slots)].sort().map((slot) => {
    const link = `${publicOrigin}/properties/${id}?viewing=${encodeURIComponent(slot)}`;
    return `${formatShortViewingTime(slot)}: ${link}`;
  });
  return [
    t('I can show you {property}:', { property: title }),
    ...times,
    t('Open a link to choose a time, or tell me what suits you better.'),
  ].join('\n');
}
