import { type ReactNode, useId, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../states/Notice.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** What has to be known before, below the text. */
  children?: ReactNode;
  /** While what has to be known is on its way. */
  isWaiting?: boolean;
  /** What happens, as a verb: 'Clear History'. */
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** The dialog closes when it is done; a rejection is told in it, by the sentence `failureOf` makes. */
  onConfirm(): Promise<void> | void;
  failureOf?(error: unknown): string;
  onClose(): void;
}

/** Asks before something that cannot be taken back. The way out comes first, so that Enter alone harms nothing. */
export function ConfirmDialog({
  title,
  text,
  children,
  isWaiting = false,
  confirmLabel,
  cancelLabel = t('Cancel'),
  isDangerous = true,
  onConfirm,
  failureOf = () => t('This did not work. Please try again.'),
  onClose,
}: ConfirmDialogProps) {
  const textId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failureOf(failure));
      setIsBusy(false);
    }
  };

  return (
    <Dialog title={title} describedBy={textId} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <p id={textId} className="text-muted wrap-break-word">
          {text}
        </p>
        {children}
        <Notice kind="error">{error}</Notice>
        <div className="flex flex-wrap justify-end gap-3 mt-2 max-sm:flex-col-reverse">
          <Button variant="outlined" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button isDangerous={isDangerous} disabled={isBusy || isWaiting} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
