import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { reasonFor, type Side } from './duplicateWords.ts';
import { useDecideDuplicate } from './queries.ts';

/** Which of the two is to be taken off; null: they are no duplicates. */
export type Choice = Side | null;

interface DuplicateDecisionProps {
  pair: DuplicatePair;
  choice: Choice;
  onClose(): void;
}

const FAILURE = 'Failed to decide the pair';

export function DuplicateDecision({ pair, choice, onClose }: DuplicateDecisionProps) {
  const { mutateAsync } = useDecideDuplicate(pair.id);
  const { older, newer } = pair;
  if (choice === null)
    return (
      <ConfirmDialog
        title="Not a duplicate"
        text={`Keep both ${older.title} and ${newer.title}? Nothing changes for their agents, and the two are not shown to you again.`}
        confirmLabel="Keep Both"
        isDangerous={false}
        onConfirm={async () => {
          await mutateAsync({ decision: 'dismiss' });
          showToast('Both listings stay');
        }}
        failureOf={(error) => failureSentence(error, FAILURE, FAILURE)}
        onClose={onClose}
      />
    );
  const { id, title } = pair[choice];
  return (
    <ReasonDialog
      title={`Take off the ${choice} listing`}
      text={`Take ${title} off? It disappears from every public page at once. The other listing stays.`}
      label="Reason, which the agent will see"
      initialReason={reasonFor(pair, choice)}
      whenBlank="Please tell the agent why"
      confirmLabel="Take Off"
      isDangerous
      onConfirm={async (reason) => {
        await mutateAsync({ decision: 'confirm', take_off: id, reason });
        showToast(`${title} was taken off`);
      }}
      failure={FAILURE}
      onClose={onClose}
    />
  );
}
