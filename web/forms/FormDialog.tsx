import { type ComponentProps, createContext, use, useEffect, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { type Location, useBlocker } from '#web/lib/router.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { type OpenForm, OpenFormContext } from './Form.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'onCloseRequest'> {
  /** For input outside of a form; forms report themselves. */
  isDirty?: boolean;
  /** Whether the draft is stored on this device and restored in the next dialog. */
  isDraftKept?: boolean;
}

const CloseContext = createContext<() => void>(() => undefined);

/** Closes the dialog like its close button. */
export const useCloseDialog = () => use(CloseContext);

/** Escape and the close button ask before they discard input; nothing closes the dialog while its form is sent. */
export function FormDialog(props: FormDialogProps) {
  const { isDirty = false, isDraftKept = false, onClose, children, ...dialog } = props;
  const [form, setForm] = useState<OpenForm | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const keep = () => {
    showToast(
      form?.keepDraft?.()
        ? t('Your unfinished draft is saved on this device')
        : t('What you typed could not be saved on this device'),
      'info',
      form?.offerDraft?.(),
    );
    onClose();
  };
  useUnloadGuard(!isDraftKept && (isDirty || form?.isDirty === true));
  const ask = isDraftKept ? keep : () => setIsAsking(true);
  const onCloseRequest = isDirty || form?.isDirty ? ask : undefined;

  return (
    <Dialog
      {...dialog}
      isBackdropInert={dialog.isBackdropInert ?? (form !== null || isDirty)}
      isLocked={dialog.isLocked ?? form?.isSending === true}
      onClose={onClose}
      onCloseRequest={onCloseRequest}
    >
      <CloseContext value={onCloseRequest ?? onClose}>
        <OpenFormContext value={setForm}>{children}</OpenFormContext>
      </CloseContext>
      {isAsking && (
        <ConfirmDialog
          title={t('Discard what you typed?')}
          text={t('It has not been saved.')}
          confirmLabel={t('Discard')}
          cancelLabel={t('Keep Editing')}
          onConfirm={() => {
            form?.forgetDraft?.();
            onClose();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

function useUnloadGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** Asks before unsaved changes are left. Navigation within the page (its tabs) does not ask. */
export function UnsavedGuard(props: { isDirty: boolean; isLeaving?(from: Location, to: Location): boolean }) {
  const { isDirty, isLeaving = isOtherPage } = props;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && isLeaving(currentLocation, nextLocation),
  );

  useUnloadGuard(isDirty);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      text={t('Your changes have not been saved.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      onConfirm={() => blocker.proceed()}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset();
      }}
    />
  );
}
