import { useState } from 'react';
import type { BulkProperties } from '#shared/contracts/properties.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { type BulkRefusals, showBulkResult } from '#web/ui/list/bulk.tsx';
import type { Selection } from '#web/ui/list/Selection.tsx';
import { type BulkModeration, useSetPropertyStatuses } from './queries.ts';

type Before = NonNullable<BulkProperties['results'][number]['before']>;

interface BulkButtonsProps {
  isDisabled: boolean;
  onPress(status: BulkModeration): void;
}

export function BulkButtons({ isDisabled, onPress }: BulkButtonsProps) {
  const button = { variant: 'outlined', size: 'small', disabled: isDisabled } as const;
  return (
    <>
      <Button {...button} onClick={() => onPress('active')}>
        {t('Approve')}
      </Button>
      <Button {...button} isDangerous onClick={() => onPress('rejected')}>
        {t('Reject')}
      </Button>
      <Button {...button} isDangerous onClick={() => onPress('inactive')}>
        {t('Take down')}
      </Button>
    </>
  );
}

interface BulkModerationDialogProps {
  status: BulkModeration;
  selection: Selection;
  onRefused(refused: BulkRefusals | null): void;
  onClose(): void;
}

/**
 * Asks, for the reason too where listings disappear, decides on the chosen listings, and shows the refused ones.
 */
export function BulkModerationDialog({ status, selection, onRefused, onClose }: BulkModerationDialogProps) {
  const { mutateAsync: send } = useSetPropertyStatuses();
  // The selection when the dialog opened: decided listings are selected no longer.
  const [ids] = useState(() => [...selection.ids]);
  const failed = t('Failed to update property status');
  const count = ids.length;

  /** Each goes back to its former status, hidden ones with their reasons. */
  const undo = async (results: BulkProperties['results']) => {
    const earlier = new Map<string, { ids: number[]; before: Before }>();
    for (const { id, outcome, before } of results) {
      if (outcome !== 'changed' || before === null) continue;
      const alike = earlier.get(JSON.stringify(before)) ?? { ids: [], before };
      earlier.set(JSON.stringify(before), { before, ids: [...alike.ids, id] });
    }
    try {
      let done = 0;
      for (const { ids: alike, before } of earlier.values())
        done += (await send({ ids: alike, ...before })).changed;
      showToast(
        t('{count, plural, one {# listing was restored} other {# listings were restored}}', { count: done }),
      );
    } catch (error) {
      showToast(failureSentence(error, failed), 'error');
    }
  };

  const decide = async (reason?: string) => {
    const answer = await send({ ids, status, ...(reason === undefined ? {} : { reason }) });
    const refused = showBulkResult(answer, selection, {
      done: (changed) =>
        t(
          '{count, plural, one {# listing was {status, select, active {approved} rejected {rejected} other {taken down}}} other {# listings were {status, select, active {approved} rejected {rejected} other {taken down}}}}',
          { count: changed, status },
        ),
      onUndo: () => void undo(answer.results),
    });
    onRefused(refused);
  };

  if (status === 'active')
    return (
      <ConfirmDialog
        title={t('Approve listings')}
        text={t(
          '{count, plural, one {Approve # listing? Everyone will see it, and we will notify its agent.} other {Approve # listings? Everyone will see them, and we will notify their agents.}}',
          { count },
        )}
        confirmLabel={t('Approve')}
        isDangerous={false}
        onConfirm={() => decide()}
        failureOf={(error) => failureSentence(error, failed, failed)}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={status === 'rejected' ? t('Reject listings') : t('Take listings down')}
      text={t(
        '{status, select, rejected {{count, plural, one {Reject # listing?} other {Reject # listings?}}} other {{count, plural, one {Take down # listing?} other {Take down # listings?}}}} They disappear from every public page right away, until they are set to active again.',
        { status, count },
      )}
      label={t('Reason (their agents will see it)')}
      placeholder={t('The photos show another building.')}
      whenBlank={t('Please tell the agents why')}
      confirmLabel={status === 'rejected' ? t('Reject') : t('Take down')}
      isDangerous
      onConfirm={decide}
      failure={failed}
      onClose={onClose}
    />
  );
}
