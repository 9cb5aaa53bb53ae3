import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useSendTestEmail } from './queries.ts';

export function TestEmail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 mt-6 pt-4 border-t border-t-line">
      <p className="text-muted text-sm">Sends a mail with the settings as they are saved.</p>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        <Send size={18} aria-hidden="true" />
        Send Test Email
      </Button>
      {isOpen && <TestEmailDialog hasUnsaved={hasUnsaved} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const FAILED = 'Failed to send test email';

/** Really sends a mail; the mail server's own words are told when that fails. */
function TestEmailDialog({ hasUnsaved, onClose }: { hasUnsaved: boolean; onClose(): void }) {
  const { user } = useSession();
  const { mutateAsync } = useSendTestEmail();
  const form = useForm({
    values: { testEmail: user?.email ?? '' },
    check: ({ testEmail }) => {
      const problem = emailProblem(testEmail);
      return problem ? { testEmail: problem } : {};
    },
    send: async ({ testEmail }) => {
      await mutateAsync(testEmail.trim());
      showToast('Test email sent successfully!');
      onClose();
    },
    failure: FAILED,
    silent: FAILED,
  });

  return (
    <Dialog title="Send Test Email" onClose={onClose} isBackdropInert isLocked={form.isSending}>
      <Form form={form}>
        <Notice kind="info">
          {hasUnsaved && 'Your changes are not saved yet: the test uses the settings as they are saved.'}
        </Notice>
        <FormBanner message={form.error} />
        <TextField
          control={form.control}
          name="testEmail"
          label="Enter test email address:"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
        />
        <FormActions
          isSending={form.isSending}
          submitLabel="Send"
          sendingLabel="Sending..."
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
