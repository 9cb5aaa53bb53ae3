import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'isBackdropInert' | 'onCloseRequest'> & {
  isDirty: boolean;
};

/** A dialog with a form in it: what was typed is not thrown away by Escape or its cross without asking. */
export function FormDialog({ isDirty, onClose, children, ...dialog }: FormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      {...dialog}
      isBackdropInert
      onClose={onClose}
      onCloseRequest={isDirty ? () => setIsAsking(true) : undefined}
    >
      {children}
      {isAsking && (
        <ConfirmDialog
          title="Discard what you typed?"
          text="It has not been saved."
          confirmLabel="Discard"
          cancelLabel="Keep Editing"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
