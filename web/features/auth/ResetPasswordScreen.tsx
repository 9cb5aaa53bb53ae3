import { Button } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '#web/lib/apiClient.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { FormError, PasswordField, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkNewPassword, resetFailure } from './messages.ts';
import { useSession } from './session.tsx';
import { useSubmit } from './useSubmit.ts';

/** Where the mailed link leads. A new password ends every session, so the way on is the login dialog. */
export function ResetPasswordScreen() {
  const token = useSearchParams()[0].get('token');
  const { user, openLogin } = useSession();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  useTitle('Set a new password');

  useEffect(() => {
    if (isDone && user) void navigate('/', { replace: true });
  }, [isDone, user, navigate]);

  return (
    <div className={styles.page}>
      <section className={styles.card}>
        {isDone ? (
          <>
            <h1>Password changed</h1>
            <div className={styles.done} role="status">
              <CircleCheck size={22} aria-hidden="true" />
              <span>Your password has been changed. You can now log in with it.</span>
            </div>
            <Button type="primary" size="large" block onClick={() => openLogin()}>
              Login
            </Button>
          </>
        ) : (
          <>
            <h1>Set a new password</h1>
            {token ? (
              <ResetForm
                token={token}
                onDone={() => {
                  setIsDone(true);
                  openLogin();
                }}
              />
            ) : (
              <>
                <FormError message="This link is no longer valid. Please ask for a new one." />
                <Button type="primary" size="large" block onClick={() => openLogin()}>
                  Ask for a new link
                </Button>
              </>
            )}
          </>
        )}
      </section>
    </div>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone(): void }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { error, isBusy, onSubmit } = useSubmit({
    check: () => checkNewPassword(password, confirmation),
    async send() {
      await callApi('POST', '/api/auth/reset-password', { body: { token, password } });
      onDone();
    },
    sentenceFor: resetFailure,
  });
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <p className={styles.hint}>You will be logged out everywhere and can log in with the new password.</p>
      <FormError message={error} />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        placeholder="Minimum 6 characters"
        isFirst
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        placeholder="The same password again"
        value={confirmation}
        onChange={setConfirmation}
      />
      <SubmitButton label="Set New Password" busyLabel="Saving..." isBusy={isBusy} />
    </form>
  );
}
