import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '../../lib/apiClient.ts';
import { LinkButton, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkEmail, resetFailure } from './messages.ts';

/** The answer is the same whether or not there is such an account. */
export function ForgotPasswordForm({ onLogin }: { onLogin(): void }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    values: { email: '' },
    check: ({ email }) => checkEmail(email),
    async send({ email }) {
      const { message } = await callApi<{ message: string }>('POST', '/api/auth/forgot-password', {
        body: { email: email.trim() },
      });
      setAnswer(message);
    },
    failure: resetFailure,
  });
  useFirstFocus(form.element);

  const back = (
    <p className="text-muted text-[0.9375rem] text-center">
      <LinkButton onClick={onLogin}>Back to login</LinkButton>
    </p>
  );

  if (answer)
    return (
      <div className={styles.form}>
        <div className={styles.done} role="status">
          <MailCheck size={22} aria-hidden="true" />
          <span>{answer}</span>
        </div>
        {back}
      </div>
    );

  return (
    <Form form={form} className={styles.form}>
      <p className="text-muted text-[0.9375rem]">
        Tell us your email and we will send you a link to set a new password. It works for one hour.
      </p>
      <FormBanner message={form.error} />
      <TextField
        control={form.control}
        name="email"
        label="Email Address"
        type="email"
        autoComplete="username"
        placeholder="you@example.com"
        required
      />
      <SubmitButton label="Send Reset Link" busyLabel="Sending..." isBusy={form.isSending} />
      {back}
    </Form>
  );
}
