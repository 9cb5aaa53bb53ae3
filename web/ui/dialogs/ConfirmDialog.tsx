import { type ReactNode, useId, useState } from 'react';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../states/Notice.tsx';
import { Dialog } from './Dialog.tsx';

const FAILED = msg('This did not work. Please try again.');

interface ConfirmDialogProps {
  title: string;
  text: string;
  children?: ReactNode;
  /** Whether that content is still loading. */
  isWaiting?: boolean;
  /** A verb: 'Clear History'. */
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** The dialog closes when the promise resolves; a rejection is shown as the sentence of `failureOf`. */
  onConfirm(): Promise<void> | void;
  failureOf?(error: unknown): string;
  onClose(): void;
}

/** Asks before an action that cannot be undone. Cancel comes first, so that Enter alone does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, children, isWaiting = false, isDangerous = true, onConfirm, onClose } = props;
  const { confirmLabel, cancelLabel = t('Cancel'), failureOf = () => t(FAILED) } = props;
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
