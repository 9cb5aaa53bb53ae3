import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './DraftNotice.module.css';
import type { PropertyForm } from './usePropertyForm.ts';

interface DraftNoticeProps {
  form: PropertyForm;
  /** The notice, and the button in it, are gone by then. */
  onStartedOver(): void;
}

/** Says that the form opened with what was typed before, and how to be rid of it. */
export function DraftNotice({ form, onStartedOver }: DraftNoticeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { restored, isOutdated, startOver, phase } = form;
  return (
    <>
      <Notice kind="info">
        {restored && (
          <div className={`flex flex-wrap items-center justify-between gap-y-2 gap-x-4 ${styles.notice}`}>
            <div>
              <strong>We kept your unfinished draft</strong>
              {isOutdated && (
                <p>
                  The listing itself has been changed since. Saving replaces those changes wherever your draft
                  says something else.
                </p>
              )}
              {restored.unfinished.length > 0 && <p>{unfinishedInWords(restored.unfinished)}</p>}
            </div>
            <Button variant="outlined" disabled={phase === 'saving'} onClick={() => setIsAsking(true)}>
              Start over
            </Button>
          </div>
        )}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title="Start over?"
          text="Everything in this draft is removed from this device. This cannot be undone."
          confirmLabel="Remove the Draft"
          cancelLabel="Keep It"
          onConfirm={() => {
            startOver();
            onStartedOver();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function unfinishedInWords(names: readonly string[]): string {
  const list = names.map((name) => `"${name}"`).join(', ');
  return names.length === 1
    ? `${list} had not finished uploading. Please add it again.`
    : `${list} had not finished uploading. Please add them again.`;
}
