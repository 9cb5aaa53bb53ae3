import { useState } from 'react';
import type { Viewing, ViewingOutcome } from '#shared/contracts/viewings.ts';
import { MAX_OUTCOME_NOTE_LENGTH } from '#shared/limits.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useSayOutcome } from './queries.ts';
import { asksOutcome, outcomeLabels } from './viewingWords.ts';

interface OutcomeProps {
  viewing: Viewing;
  now: Date;
}

/** The outcome of a past viewing: its agent enters it and sees it afterwards. */
export function Outcome({ viewing, now }: OutcomeProps) {
  const [isChanging, setIsChanging] = useState(false);
  const { outcome, outcome_note: note } = viewing;
  if (isChanging || asksOutcome(viewing, now))
    return <OutcomeForm viewing={viewing} onDone={() => setIsChanging(false)} />;
  if (!outcome) return null;
  return (
    <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
      <p className="min-w-0 wrap-anywhere">
        <strong>{t(outcomeLabels[outcome])}</strong>
        {note && (
          <span className="text-muted">
            {' '}
            · <bdi>{note}</bdi>
          </span>
        )}
      </p>
      <Button variant="plain" size="small" onClick={() => setIsChanging(true)}>
        {t('Change')}
      </Button>
    </div>
  );
}

function OutcomeForm({ viewing, onDone }: { viewing: Viewing; onDone(): void }) {
  const [chosen, setChosen] = useState<ViewingOutcome | null>(viewing.outcome);
  const [note, setNote] = useState(viewing.outcome_note ?? '');
  const { mutate, isPending, error } = useSayOutcome();
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen) return;
        const said = { id: viewing.id, outcome: chosen, note };
        mutate(said, {
          onSuccess: () => {
            showToast(t('Viewing outcome saved'));
            onDone();
          },
        });
      }}
    >
      <PillGroup<ViewingOutcome>
        legend={t('How did it go?')}
        className="[&>legend]:w-full [&>legend]:mb-1 [&>legend]:text-ink [&>legend]:font-semibold"
        pills={Object.entries(outcomeLabels).map(([id, label]) => ({
          id: id as ViewingOutcome,
          label: t(label),
        }))}
        chosen={chosen ?? ('' as ViewingOutcome)}
        onPress={setChosen}
      />
      {chosen && (
        <div className="flex items-end gap-2">
          <NativeInput
            className="flex-1"
            label={t('Note')}
            isOptional
            value={note}
            maxLength={MAX_OUTCOME_NOTE_LENGTH}
            onChange={setNote}
          />
          <Button type="submit" disabled={isPending}>
            {t('Save')}
          </Button>
        </div>
      )}
      <Notice kind="error">
        {error && failureSentence(error, t('This could not be saved. Please try again.'))}
      </Notice>
    </form>
  );
}
