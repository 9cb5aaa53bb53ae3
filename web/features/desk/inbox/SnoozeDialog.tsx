import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LONGEST_SNOOZE_DAYS } from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { morningOf, snoozeChoices } from './rowWords.ts';

interface SnoozeDialogProps {
  name: string;
  /** Until when, ISO-8601. */
  onSnooze(until: string): void;
  onClose(): void;
}

/** Until when a client leaves the queue: three usual times by one key each, or a day. */
export function SnoozeDialog({ name, onSnooze, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date());
  const [day, setDay] = useState('');
  const choices = snoozeChoices(now);
  const tomorrow = addDays(manilaDay(now), 1);
  const last = addDays(manilaDay(now), LONGEST_SNOOZE_DAYS - 1);
  const isGoodDay = day >= tomorrow && day <= last;
  const list = useRef<HTMLUListElement>(null);
  // The browser would begin with 'Close'.
  useEffect(() => list.current?.querySelector<HTMLElement>('button:enabled')?.focus(), []);

  const choose = (until: string | null | undefined) => {
    if (!until) return;
    onClose();
    onSnooze(until);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || !/^[1-3]$/.test(event.key)) return;
    event.preventDefault();
    choose(choices[Number(event.key) - 1]?.until);
  };

  return (
    <Dialog title={t('Snooze {name}', { name })} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the digits are a shorter way to the buttons */}
      <div className="grid gap-4" onKeyDown={onKeyDown}>
        <ul ref={list} className="grid gap-1">
          {choices.map(({ id, label, until }, at) => (
            <li key={id}>
              <button
                type="button"
                className="flex items-center gap-3 w-full min-h-11 px-3 border-0 rounded-sm bg-transparent text-left text-sm font-semibold cursor-pointer enabled:hover:bg-sunken disabled:opacity-60 disabled:cursor-not-allowed"
                aria-keyshortcuts={String(at + 1)}
                disabled={until === null}
                onClick={() => choose(until)}
              >
                <span
                  className="min-w-6 py-0.5 border border-line-strong rounded-[0.375rem] bg-sunken font-[inherit] text-xs text-center"
                  aria-hidden="true"
                >
                  {at + 1}
                </span>
                {label}
                <span className="ml-auto text-muted font-normal">
                  {until === null ? t('Too late for today') : shortMoment(until)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="flex items-end gap-3 pt-4 border-t border-t-line">
          <NativeInput
            className="flex-1"
            label={t('Until 9 in the morning of')}
            type="date"
            min={tomorrow}
            max={last}
            value={day}
            onChange={setDay}
          />
          <Button disabled={!isGoodDay} onClick={() => choose(morningOf(day))}>
            {t('Snooze')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
