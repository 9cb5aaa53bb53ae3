import { useMutation } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Viewing, ViewingDecision, ViewingSide } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { Button, type ButtonLook } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { downloadCalendarFile, type ViewingAnswer } from './queries.ts';
import { type PickedTime, TimePicker } from './TimePicker.tsx';
import {
  decisionDone,
  decisionLabel,
  formatViewingDay,
  formatViewingHour,
  otherSide,
  refusalQuestion,
  viewingDays,
} from './viewingWords.ts';

/** Sends the answer. @throws the failures of callApi. */
export type AnswerViewing = (answer: ViewingAnswer) => Promise<unknown>;

interface ViewingActionsProps {
  viewing: Viewing;
  side: ViewingSide;
  now: Date;
  answer: AnswerViewing;
  /** A confirmed one can be taken over into the reader's own calendar. */
  canKeep?: boolean;
  /** Shows where another time is chosen; a dialog does where this is left out. */
  onPropose?: () => void;
  size?: ButtonLook['size'];
  className?: string;
  /** Of each button. */
  buttonClassName?: string;
}

const FAILED = msg('Your answer could not be sent. Please try again.');

export const viewingFailure = (error: unknown) => failureSentence(error, t(FAILED));

const READ_MS = 1_500;

/**
 * The time in question as it has been shown for a moment: one that comes under the pointer as it presses was not
 * seen, and the server refuses the earlier one.
 */
export function useSeenTime(viewing: Viewing | null): () => string | undefined {
  const time = viewing?.proposed_at ?? viewing?.starts_at;
  const seen = useRef({ id: viewing?.id, time });
  useEffect(() => {
    if (seen.current.id !== viewing?.id) seen.current = { id: viewing?.id, time };
    const timer = setTimeout(() => {
      seen.current.time = time;
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [viewing?.id, time]);
  return () => seen.current.time;
}

export function ViewingActions(props: ViewingActionsProps) {
  const {
    viewing,
    side,
    now,
    answer,
    canKeep = false,
    onPropose,
    size,
    className = '',
    buttonClassName = '',
  } = props;
  const [asked, setAsked] = useState<ViewingDecision | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = () => setAsked(null);
  const seenTime = useSeenTime(viewing);

  const { mutateAsync: decide, isPending } = useMutation({
    mutationFn: async ({ decision, reason }: { decision: ViewingDecision; reason?: string }) => {
      await answer({ id: viewing.id, decision, startsAt: seenTime() ?? viewing.starts_at, reason });
      showToast(t(decisionDone[decision]));
    },
  });

  const start = (decision: ViewingDecision) => {
    setRefusal(null);
    if (decision === 'proposed' && onPropose) onPropose();
    else if (decision === 'proposed' || isRefusal(viewing, decision)) setAsked(decision);
    // The refusal stands here: a dialog around this part would cover a toast.
    else decide({ decision }).catch((error: unknown) => setRefusal(viewingFailure(error)));
  };

  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {canKeep && viewing.status === 'confirmed' && (
        <Button
          variant="outlined"
          size={size}
          className={buttonClassName}
          onClick={() =>
            downloadCalendarFile(viewing).catch((error: unknown) =>
              showToast(failureSentence(error, t('The calendar file could not be created.')), 'error'),
            )
          }
        >
          <CalendarPlus size={18} />
          {t('Add to Calendar')}
        </Button>
      )}
      {openDecisions(side, viewing).map((decision) => (
        <Button
          key={decision}
          variant={decision === 'confirmed' ? 'primary' : isRefusal(viewing, decision) ? 'plain' : 'outlined'}
          size={size}
          isDangerous={isRefusal(viewing, decision)}
          // Alone, its words stand where the other lines begin.
          className={`${isRefusal(viewing, decision) ? 'first:-ml-3' : ''} ${buttonClassName}`}
          data-refusal={isRefusal(viewing, decision) || undefined}
          disabled={isPending}
          onClick={() => start(decision)}
        >
          {decisionLabel(decision, side, viewing)}
        </Button>
      ))}
      <div className="has-[:not(:empty)]:w-full">
        <Notice kind="error">{refusal}</Notice>
      </div>
      {asked === 'proposed' && (
        <Dialog title={t('Propose Another Time')} onClose={close} isBackdropInert>
          <ProposeTimeForm viewing={viewing} side={side} answer={answer} onDone={close} />
        </Dialog>
      )}
      {asked && isRefusal(viewing, asked) && (
        <ReasonDialog
          about={`viewing_${viewing.id}_${asked}`}
          {...refusalQuestion(viewing, side, asked, now)}
          label={t('Reason (the other side reads it)')}
          isDangerous
          onConfirm={(reason) => decide({ decision: asked, reason })}
          failure={t(FAILED)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Whether it ends the viewing. A declined move keeps the agreed time. */
const isRefusal = ({ status }: Viewing, decision: ViewingDecision): decision is 'declined' | 'cancelled' =>
  decision === 'cancelled' || (decision === 'declined' && status !== 'confirmed');

interface ProposeTimeFormProps {
  viewing: Viewing;
  side: ViewingSide;
  answer: AnswerViewing;
  onDone(): void;
  /** It takes the focus, and this leads out of it. */
  cancel?: ReactNode;
}

/** A side answers with another time. Opens on the requested day. */
export function ProposeTimeForm({ viewing, side, answer, onDone, cancel }: ProposeTimeFormProps) {
  const [now] = useState(serverNow);
  const form = useForm<PickedTime>({
    values: firstTime(viewing, now),
    send: async ({ startsAt }) => {
      if (!startsAt) return;
      await answer({ id: viewing.id, decision: 'proposed', startsAt });
      showToast(t(decisionDone.proposed));
      onDone();
    },
    failure: t('The time could not be proposed. Please try again.'),
  });
  const time = form.watch();
  const { startsAt } = time;
  const { element } = form;
  const isInPlace = cancel !== undefined;
  useEffect(() => {
    if (isInPlace) element.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [element, isInPlace]);

  return (
    <Form form={form}>
      <p className="text-muted">
        {t('{title}, now {day} at {hour}. {name} will be asked to accept the new time.', {
          title: viewing.property.title,
          day: formatViewingDay(viewing.starts_at, now),
          hour: formatViewingHour(viewing.starts_at),
          name: otherSide(viewing, side).name,
        })}
      </p>
      <TimePicker
        value={time}
        onChange={(picked) => {
          form.setValue('day', picked.day);
          form.setValue('startsAt', picked.startsAt);
        }}
        now={now}
        of={{ agentId: viewing.agent.id ?? 0, propertyId: viewing.property.id ?? 0, viewingId: viewing.id }}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-2 *:first:flex-auto">
        <Button size={isInPlace ? 'medium' : 'large'} type="submit" disabled={!startsAt || form.isSending}>
          {form.isSending ? t('Sending...') : startsAt ? t('Propose This Time') : t('Choose a time')}
        </Button>
        {cancel}
      </div>
    </Form>
  );
}

function firstTime(viewing: Viewing, now: Date): PickedTime {
  const days = viewingDays(now);
  const asked = manilaDay(new Date(viewing.starts_at));
  return { day: days.includes(asked) ? asked : (days[0] ?? ''), startsAt: null };
}
