import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useAnswerViewing } from './queries.ts';
import { type PickedTime, TimePicker } from './TimePicker.tsx';
import styles from './ViewingDialogs.module.css';
import { formatViewingDay, formatViewingHour, manilaDay, viewingDays } from './viewingTimes.ts';
import { decisionDone } from './viewingWords.ts';

interface ProposeTimeDialogProps {
  viewing: Viewing;
  onClose(): void;
}

/** The agent answers with another time. Opens on the day that was asked for. */
export function ProposeTimeDialog({ viewing, onClose }: ProposeTimeDialogProps) {
  const [now] = useState(() => new Date());
  const [time, setTime] = useState<PickedTime>(() => {
    const days = viewingDays(now);
    const asked = manilaDay(new Date(viewing.starts_at));
    return { day: days.includes(asked) ? asked : (days[0] ?? ''), startsAt: null };
  });
  const { mutate, isPending, error } = useAnswerViewing();
  const { startsAt } = time;

  const propose = () => {
    if (!startsAt || isPending) return;
    mutate(
      { id: viewing.id, decision: 'proposed', startsAt },
      {
        onSuccess: () => {
          showToast(decisionDone.proposed);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog title="Propose Another Time" onClose={onClose} isBackdropInert>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          propose();
        }}
      >
        <p className={styles.text}>
          {viewing.property.title}, now {formatViewingDay(viewing.starts_at, now)} at{' '}
          {formatViewingHour(viewing.starts_at)}. {viewing.user.name} will be asked to accept the new time.
        </p>
        <TimePicker value={time} onChange={setTime} now={now} />
        <Notice kind="error">
          {error && failureSentence(error, 'The time could not be proposed. Please try again.')}
        </Notice>
        <Button size="large" type="submit" disabled={!startsAt || isPending}>
          {isPending ? 'Sending...' : startsAt ? 'Propose This Time' : 'Choose a time'}
        </Button>
      </form>
    </Dialog>
  );
}
