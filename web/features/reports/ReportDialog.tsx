import { useState } from 'react';
import { FormBanner, TextAreaField } from '#web/forms/FormField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import confirm from '#web/ui/ConfirmDialog.module.css';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SentNote } from '#web/ui/SentNote.tsx';
import { useReportListing } from './ownReport.ts';
import { ReasonChoice } from './ReasonChoice.tsx';
import { checkReport, type ReportDraft } from './reportDraft.ts';

interface ReportDialogProps {
  propertyId: number;
  title: string;
  onClose(): void;
}

/** Open while it is rendered; says itself when the report has arrived. */
export function ReportDialog({ propertyId, title, onClose }: ReportDialogProps) {
  const [isSent, setIsSent] = useState(false);
  return (
    <Dialog title="Report This Listing" isBackdropInert={!isSent} onClose={onClose}>
      {isSent ? (
        <SentNote
          title="Report Sent"
          text="Thank you. We look into every report and tell you what came of it."
        >
          <Button variant="outlined" autoFocus onClick={onClose}>
            Done
          </Button>
        </SentNote>
      ) : (
        <ReportForm propertyId={propertyId} title={title} onSent={() => setIsSent(true)} onCancel={onClose} />
      )}
    </Dialog>
  );
}

const MAX_LENGTH = 1_000;
const blank: ReportDraft = { reason: '', details: '' };

interface ReportFormProps {
  propertyId: number;
  title: string;
  onSent(): void;
  onCancel(): void;
}

function ReportForm({ propertyId, title, onSent, onCancel }: ReportFormProps) {
  const { mutateAsync } = useReportListing(propertyId);
  const { form, draft, problems, error, isSending, change, onSubmit } = useForm({
    initial: blank,
    check: checkReport,
    failure: 'Your report could not be sent. Please try again.',
    async send({ reason, details }) {
      if (reason === '') return;
      await mutateAsync({ reason, details });
      onSent();
    },
  });
  return (
    <form ref={form} className={confirm.body} noValidate onSubmit={onSubmit}>
      <p className={confirm.text}>
        Our moderators will look into “{title}”. The agent does not learn who reported it.
      </p>
      <ReasonChoice
        value={draft.reason}
        problem={problems.reason}
        isDisabled={isSending}
        onChange={(reason) => change('reason', reason)}
      />
      <TextAreaField
        label="Details"
        rows={3}
        maxLength={MAX_LENGTH}
        placeholder="What should we know? The real price, say, or where else you have seen it."
        required={draft.reason === 'other'}
        disabled={isSending}
        value={draft.details}
        problem={problems.details}
        hint={`${draft.details.length.toLocaleString('en')} of ${MAX_LENGTH.toLocaleString('en')} characters`}
        onChange={(details) => change('details', details)}
      />
      <FormBanner message={error} />
      <div className={confirm.actions}>
        <Button variant="outlined" disabled={isSending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSending}>
          {isSending ? 'Sending…' : 'Send Report'}
        </Button>
      </div>
    </form>
  );
}
