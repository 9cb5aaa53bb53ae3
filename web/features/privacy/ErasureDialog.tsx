import { type FormEvent, useState } from 'react';
import { PasswordField } from '#web/forms/PasswordField.tsx';
import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import confirm from '#web/ui/ConfirmDialog.module.css';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import styles from './OwnData.module.css';
import { useErasure } from './privacyQueries.ts';

/** Says what goes and what stays, and asks for the password: a forgotten laptop must not erase anybody. */
export function ErasureDialog({ onClose }: { onClose(): void }) {
  const { ask } = useErasure();
  const [password, setPassword] = useState('');
  const [reason, setReason] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(
      { password, reason },
      {
        onSuccess: () => {
          showToast('Your request was sent');
          onClose();
        },
      },
    );
  };

  return (
    <Dialog title="Ask for Erasure" onClose={onClose} isBackdropInert isLocked={ask.isPending}>
      <form className={styles.form} onSubmit={submit}>
        <p>
          Once an administrator has done it, your account, favorites, viewings and settings are gone for good,
          and your listings are taken off the site. You can withdraw the request until then.
        </p>
        <Notice kind="error">
          {ask.error && failureSentence(ask.error, 'Your request could not be sent. Please try again.')}
        </Notice>
        <PasswordField
          label="Your Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <TextAreaField
          label="Reason (optional)"
          maxLength={1_000}
          rows={3}
          value={reason}
          onChange={setReason}
        />
        <div className={styles.actions}>
          <Button variant="outlined" disabled={ask.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className={confirm.danger} disabled={ask.isPending || password === ''}>
            {ask.isPending ? 'Sending…' : 'Ask for Erasure'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
