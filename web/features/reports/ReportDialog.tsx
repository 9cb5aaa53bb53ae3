import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { ReportReason } from '#shared/contracts/reports.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { MAX_REASON_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { draftKey } from '#web/lib/keptWords.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { SentNote } from '#web/ui/states/SentNote.tsx';

interface ReportDialogProps {
  propertyId: number;
  title: string;
  onClose(): void;
}

/** Open while it is rendered; says itself when the report has arrived. */
export function ReportDialog(props: ReportDialogProps) {
  const { onClose } = props;
  const [isSent, setIsSent] = useState(false);
  return (
    <FormDialog title={t('Report This Listing')} onClose={onClose}>
      {isSent ? (
        <SentNote
          title={t('Report Sent')}
          text={t('Thank you. We review every report and will tell you the outcome.')}
        >
          <Button variant="outlined" autoFocus onClick={onClose}>
            {t('Done')}
          </Button>
        </SentNote>
      ) : (
        <ReportForm {...props} onSent={() => setIsSent(true)} />
      )}
    </FormDialog>
  );
}

function ReportForm({ propertyId, title, onSent, onClose }: ReportDialogProps & { onSent(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useReportListing(propertyId);
  const form = useForm<ReportDraft>({
    values: { reason: '', details: '' },
    check: checkReport,
    failure: t('Your report could not be sent. Please try again.'),
    draft: draftKey(`report_${propertyId}`, user?.id),
    async send({ reason, details }) {
      if (reason === '') return;
      await mutateAsync({ reason, details });
      onSent();
    },
  });
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };
  const { control } = form;
  const { field, fieldState } = useController({ control, name: 'reason' });
  const details = useWatch({ control, name: 'details' });
  return (
    <Form form={form}>
      <p>{t('Our moderators will review “{title}”. The agent will not know who reported it.', { title })}</p>
      <ReasonChoice
        value={field.value}
        problem={fieldState.error?.message}
        isDisabled={form.isLocked}
        onChange={field.onChange}
      />
      <TextAreaField
        label={t('Details')}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        placeholder={t('What should we know? For example, the real price or where else you saw it.')}
        required={field.value === 'other'}
        isOptional={field.value !== 'other'}
        name="details"
        hint={t('{written, number} of {most, number} characters', {
          written: details.length,
          most: MAX_REASON_LENGTH,
        })}
      />
      <FormBanner message={form.error} />
      <FormActions submitLabel={t('Send Report')} sendingLabel={t('Sending…')} onCancel={cancel} />
    </Form>
  );
}

const reasons = Object.keys(reportReasonLabel) as ReportReason[];

interface ReasonChoiceProps {
  value: ReportReason | '';
  problem: string | undefined;
  isDisabled: boolean;
  onChange(reason: ReportReason): void;
}

function ReasonChoice({ value, problem, isDisabled, onChange }: ReasonChoiceProps) {
  const id = useId();
  return (
    <div
      className="rounded-sm outline-offset-[0.375rem]"
      role="radiogroup"
      // A form that finds nothing chosen brings the focus here.
      tabIndex={-1}
      aria-labelledby={`${id}-legend`}
      aria-required
      aria-invalid={problem !== undefined}
      aria-describedby={problem ? `${id}-note` : undefined}
    >
      <p id={`${id}-legend`} className="mb-1 text-sm font-semibold leading-[1.3]">
        {t('What is wrong with it?')}
      </p>
      {reasons.map((reason) => (
        <label
          key={reason}
          className="option min-h-10 px-2 text-md hover:bg-sunken has-checked:bg-primary-soft pointer-coarse:min-h-11"
        >
          <input
            className="flex-none w-4.5 h-4.5 m-0"
            type="radio"
            name={id}
            value={reason}
            disabled={isDisabled}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          {t(reportReasonLabel[reason])}
        </label>
      ))}
      {problem && (
        <p id={`${id}-note`} className="text-danger text-caption font-[550] leading-[1.4]">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A refusal too may mean that there is a report: sent from another window. */
function useReportListing(propertyId: number) {
  const client = useQueryClient();
  const queryKey = keyOf('reports.own', { params: { id: propertyId } });
  return useMutation({
    mutationFn: (body: { reason: ReportReason; details: string }) =>
      callApi('reports.create', { params: { id: propertyId }, body }),
    onSuccess: (report) =>
      report ? client.setQueryData(queryKey, report) : client.invalidateQueries({ queryKey }),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

export interface ReportDraft {
  reason: ReportReason | '';
  details: string;
}

/** As in the contract; checked here without a request. */
export function checkReport({ reason, details }: ReportDraft): Partial<Record<keyof ReportDraft, string>> {
  if (reason === '') return { reason: t('Please choose a reason') };
  return reason === 'other' && details.trim() === '' ? { details: t('Please tell us what is wrong') } : {};
}
