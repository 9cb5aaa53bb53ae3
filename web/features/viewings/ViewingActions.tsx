import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { openDecisions, type ViewingDecision, type ViewingSide } from '#shared/viewingDecisions.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { ProposeTimeDialog } from './ProposeTimeDialog.tsx';
import { downloadCalendarFile, useAnswerViewing } from './queries.ts';
import styles from './ViewingCard.module.css';
import { decisionDone, decisionLabel, refusalQuestion } from './viewingWords.ts';

interface ViewingActionsProps {
  viewing: Viewing;
  side: ViewingSide;
  now: Date;
}

const failureOf = (error: unknown) =>
  failureSentence(error, 'Your answer could not be sent. Please try again.');

/** What this side can do about a viewing that is still to come. */
export function ViewingActions({ viewing, side, now }: ViewingActionsProps) {
  const [asked, setAsked] = useState<ViewingDecision | null>(null);
  const { mutateAsync, isPending } = useAnswerViewing();
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = () => setAsked(null);

  const answer = async (decision: ViewingDecision) => {
    await mutateAsync({ id: viewing.id, decision });
    showToast(decisionDone[decision]);
  };

  const start = (decision: ViewingDecision) => {
    setRefusal(null);
    if (decision !== 'confirmed') setAsked(decision);
    // Said here: a dialog that this may stand in covers what is said elsewhere.
    else answer(decision).catch((error: unknown) => setRefusal(failureOf(error)));
  };

  return (
    <div
      className={`flex flex-wrap col-[2] gap-2 xl:flex-col xl:col-[3] xl:justify-center xl:pl-6 xl:border-l xl:border-l-line max-md:col-[1] ${styles.actions}`}
    >
      {viewing.status === 'confirmed' && (
        <Button
          variant="outlined"
          onClick={() =>
            downloadCalendarFile(viewing).catch((error: unknown) =>
              showToast(failureSentence(error, 'The calendar file could not be made.'), 'error'),
            )
          }
        >
          <CalendarPlus size={18} aria-hidden="true" />
          Add to Calendar
        </Button>
      )}
      {openDecisions(side, viewing.status).map((decision) => (
        <Button
          key={decision}
          variant={decision === 'confirmed' ? 'primary' : isRefusal(decision) ? 'plain' : 'outlined'}
          className={isRefusal(decision) ? styles.refusal : undefined}
          disabled={isPending}
          onClick={() => start(decision)}
        >
          {decisionLabel(decision, side, viewing.status)}
        </Button>
      ))}
      <div className={styles.refused}>
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
