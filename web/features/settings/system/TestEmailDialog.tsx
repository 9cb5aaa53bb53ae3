import { useSession } from '#web/features/auth/index.ts';
import { FormActions } from '#web/forms/FormActions.tsx';
import { FormBanner, InputField } from '#web/forms/FormField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { specifiedFailure } from '#web/lib/adminFailure.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from '#web/ui/details/dialog.module.css';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useSendTestEmail } from './queries.ts';

/** Really sends a mail; the mail server's own words are told when that fails. */
export function TestEmailDialog({ hasUnsaved, onClose }: { hasUnsaved: boolean; onClose(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useSendTestEmail();
  const { form, draft, problems, error, isSending, change, onSubmit } = useForm({
    initial: { testEmail: user?.email ?? '' },
    check: ({ testEmail }) => {
      const problem = emailProblem(testEmail);
      return problem ? { testEmail: problem } : {};
    },
    send: async ({ testEmail }) => {
      await specifiedFailure(mutateAsync(testEmail.trim()));
      showToast('Test email sent successfully!');
      onClose();
    },
    failure: 'Failed to send test email',
  });

  return (
    <Dialog title="Send Test Email" onClose={onClose} isBackdropInert isLocked={isSending}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <Notice kind="info">
          {hasUnsaved && 'Your changes are not saved yet: the test uses the settings as they are saved.'}
        </Notice>
        <FormBanner message={error} />
        <InputField
          label="Enter test email address:"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          disabled={isSending}
          value={draft.testEmail}
          problem={problems.testEmail}
          onChange={(testEmail) => change('testEmail', testEmail)}
        />
        <FormActions isSending={isSending} submitLabel="Send" sendingLabel="Sending..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
