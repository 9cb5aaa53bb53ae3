import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
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
  const { mutateAsync } = useAnswerViewing();
  const form = useForm<PickedTime>({
    values: firstTime(viewing, now),
    send: async ({ startsAt }) => {
      if (!startsAt) return;
      await mutateAsync({ id: viewing.id, decision: 'proposed', startsAt });
      showToast(decisionDone.proposed);
      onClose();
    },
    failure: 'The time could not be proposed. Please try again.',
  });
  const time = form.watch();
  const { startsAt } = time;

  return (
    <Dialog title="Propose Another Time" onClose={onClose} isBackdropInert>
      <Form form={form} className={styles.form}>
        <p className="text-muted">
          {viewing.property.title}, now {formatViewingDay(viewing.starts_at, now)} at{' '}
          {formatViewingHour(viewing.starts_at)}. {viewing.user.name} will be asked to accept the new time.
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
          {form.isSending ? 'Sending...' : startsAt ? 'Propose This Time' : 'Choose a time'}
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
