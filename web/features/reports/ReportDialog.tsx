import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
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
  const form = useForm<ReportDraft>({
    values: blank,
    check: checkReport,
    failure: 'Your report could not be sent. Please try again.',
    async send({ reason, details }) {
      if (reason === '') return;
      await mutateAsync({ reason, details });
      onSent();
    },
  });
  const { control } = form;
  const { field, fieldState } = useController({ control, name: 'reason' });
  const details = useWatch({ control, name: 'details' });
  return (
    <Form form={form}>
      <p>Our moderators will look into “{title}”. The agent does not learn who reported it.</p>
      <ReasonChoice
        value={field.value}
        problem={fieldState.error?.message}
        isDisabled={form.isLocked}
        onChange={field.onChange}
      />
      <TextAreaField
        label="Details"
        rows={3}
        maxLength={MAX_LENGTH}
        placeholder="What should we know? The real price, say, or where else you have seen it."
        required={field.value === 'other'}
        isOptional={field.value !== 'other'}
        control={control}
        name="details"
        hint={`${details.length.toLocaleString('en')} of ${MAX_LENGTH.toLocaleString('en')} characters`}
      />
      <FormBanner message={form.error} />
      <FormActions
        isSending={form.isSending}
        submitLabel="Send Report"
        sendingLabel="Sending…"
        onCancel={onCancel}
      />
    </Form>
  );
}
