import { specifiedFailure } from '#web/lib/adminFailure.ts';
import { Button } from '#web/ui/Button.tsx';
import confirm from '#web/ui/ConfirmDialog.module.css';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from '#web/ui/details/dialog.module.css';
import { FormBanner, TextAreaField } from './FormField.tsx';
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

const MAX_REASON_LENGTH = 1_000;

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
  const { form, draft, problems, error, isSending, change, onSubmit } = useForm({
    initial: { reason: initialReason },
    check: ({ reason }) => (whenBlank && reason.trim() === '' ? { reason: whenBlank } : {}),
    send: async ({ reason }) => {
      await specifiedFailure(onConfirm(reason.trim()));
      onClose();
    },
    failure,
  });

  return (
    <Dialog title={title} onClose={onClose} isBackdropInert isLocked={isSending}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <p className={confirm.text}>{text}</p>
        <FormBanner message={error} />
        <TextAreaField
          label={label}
          placeholder={placeholder}
          required={whenBlank !== undefined}
          maxLength={MAX_REASON_LENGTH}
          disabled={isSending}
          value={draft.reason}
          problem={problems.reason}
          onChange={(reason) => change('reason', reason)}
        />
        <div className={confirm.actions}>
          <Button variant="outlined" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className={isDangerous ? confirm.danger : undefined} disabled={isSending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
