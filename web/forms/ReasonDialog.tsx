import { useId } from 'react';
import { MAX_REASON_LENGTH } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from './Form.tsx';
import { FormDialog } from './FormDialog.tsx';
import { TextAreaField } from './fields.tsx';
import { useForm } from './useForm.ts';
import { useDraftKey } from './useKeptDraft.ts';

interface ReasonDialogProps {
  /** The act and what it is about, as 'reject_listing_7': the draft of a reason is found again there. */
  about: string;
  title: string;
  text: string;
  label: string;
  placeholder?: string;
  initialReason?: string;
  /** Error for an empty field; without it the reason is optional. */
  whenBlank?: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** The dialog closes when the promise resolves. */
  onConfirm(reason: string): Promise<unknown>;
  /** Error if the server gives no sentence. */
  failure: string;
  onClose(): void;
}

/** Asks for the reason of an action on another account's content. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { about, title, text, label, placeholder, initialReason = '', whenBlank } = props;
  const { confirmLabel, cancelLabel, isDangerous = false, onConfirm, failure, onClose } = props;
  const textId = useId();
  const form = useForm({
    values: { reason: initialReason },
    check: ({ reason }) => (whenBlank && reason.trim() === '' ? { reason: whenBlank } : {}),
    send: async ({ reason }) => {
      await onConfirm(reason.trim());
      onClose();
    },
    failure,
    silent: failure,
    draft: useDraftKey(`reason_${about}`),
  });
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };

  return (
    <FormDialog title={title} describedBy={textId} onClose={onClose}>
      <Form form={form}>
        <p id={textId}>{text}</p>
        <FormBanner message={form.error} />
        <TextAreaField
          name="reason"
          label={label}
          placeholder={placeholder}
          required={whenBlank !== undefined}
          isOptional={whenBlank === undefined}
          maxLength={MAX_REASON_LENGTH}
        />
        <FormActions
          submitLabel={confirmLabel}
          sendingLabel={confirmLabel}
          isDangerous={isDangerous}
          cancelLabel={cancelLabel}
          onCancel={cancel}
        />
      </Form>
    </FormDialog>
  );
}
