import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '#web/lib/apiClient.ts';
import { FormError, FormField, LinkButton, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkEmail, resetFailure } from './messages.ts';
import { useSubmit } from './useSubmit.ts';

/** The answer is the same whether or not there is such an account. */
export function ForgotPasswordForm({ onLogin }: { onLogin(): void }) {
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState<string | null>(null);
  const { error, isBusy, onSubmit } = useSubmit({
    check: () => checkEmail(email),
    async send() {
      const { message } = await callApi<{ message: string }>('POST', '/api/auth/forgot-password', {
        body: { email: email.trim() },
      });
      setAnswer(message);
    },
    sentenceFor: resetFailure,
  });

  const back = (
    <p className={styles.switch}>
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
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <p className={styles.hint}>
        Tell us your email and we will send you a link to set a new password. It works for one hour.
      </p>
      <FormError message={error} />
      <FormField
        label="Email Address"
        type="email"
        autoComplete="username"
        placeholder="you@example.com"
        isFirst
        value={email}
        onChange={setEmail}
      />
      <SubmitButton label="Send Reset Link" busyLabel="Sending..." isBusy={isBusy} />
      {back}
    </form>
  );
}
