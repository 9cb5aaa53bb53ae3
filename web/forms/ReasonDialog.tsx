import { useId } from 'react';
import { MAX_REASON_LENGTH } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from './Form.tsx';
import { FormDialog } from './FormDialog.tsx';
import { TextAreaField } from './fields.tsx';
import { useForm } from './useForm.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** The name of the field, or its question. */
  label: string;
  placeholder?: string;
  /** What stands in the field at first, to be kept or rewritten. */
  initialReason?: string;
  /** Said where nothing is written; without it the reason may be left out. */
  whenBlank?: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** The dialog closes when it is done. */
  onConfirm(reason: string): Promise<unknown>;
  /** Told in the dialog where the server has no words of its own. */
  failure: string;
  onClose(): void;
}

/** Asks why before something is done to what is somebody else's. */
export function ReasonDialog({
  title,
  text,
  label,
  placeholder,
  initialReason = '',
  whenBlank,
  confirmLabel,
  isDangerous = false,
  onConfirm,
  failure,
  onClose,
}: ReasonDialogProps) {
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
  });

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
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
