import { Button } from '#web/ui/Button.tsx';
import styles from '#web/ui/details/dialog.module.css';

interface FormActionsProps {
  isSending: boolean;
  submitLabel: string;
  sendingLabel: string;
  onCancel(): void;
}

/** The foot of a dialog's form. */
export function FormActions({ isSending, submitLabel, sendingLabel, onCancel }: FormActionsProps) {
  return (
    <div className={styles.actions}>
      <Button variant="outlined" disabled={isSending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={isSending}>
        {isSending ? sendingLabel : submitLabel}
      </Button>
    </div>
  );
}
