import { FormBanner, InputField } from '../../../components/agents/FormField.tsx';
import { useForm } from '../../../components/agents/useForm.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { showToast } from '../../../components/ui/showToast.ts';
import { useSession } from '../../../state/session.tsx';
import { specifiedFailure } from '../adminFailure.ts';
import { useSendTestEmail } from '../changes.ts';
import { FormActions } from '../parts/FormActions.tsx';
import styles from '../parts/forms.module.css';
import { emailProblem } from '../people/userDraft.ts';

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
