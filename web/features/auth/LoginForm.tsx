import { Checkbox } from 'antd';
import { useState } from 'react';
import { FormError, FormField, LinkButton, PasswordField, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkLogin, loginFailure } from './messages.ts';
import { useSession } from './session.tsx';
import { useSubmit } from './useSubmit.ts';

interface LoginFormProps {
  onSignedIn(): void;
  onForgot(): void;
  onRegister(): void;
}

export function LoginForm({ onSignedIn, onForgot, onRegister }: LoginFormProps) {
  const { login } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(false);
  const { error, isBusy, onSubmit } = useSubmit({
    check: () => checkLogin({ email, password }),
    async send() {
      await login(email, password, isRemembered);
      onSignedIn();
    },
    sentenceFor: loginFailure,
  });

  return (
    // Our own sentences are shown, not the browser's.
    <form className={styles.form} noValidate onSubmit={onSubmit}>
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
      <PasswordField
        label="Password"
        autoComplete="current-password"
        placeholder="Your password"
        value={password}
        onChange={setPassword}
      />
      <div className={styles.row}>
        <Checkbox checked={isRemembered} onChange={(event) => setIsRemembered(event.target.checked)}>
          Remember me
        </Checkbox>
        <LinkButton onClick={onForgot}>Forgot password?</LinkButton>
      </div>
      <SubmitButton label="Continue" busyLabel="Signing in..." isBusy={isBusy} />
      <p className={styles.switch}>
        Don’t have an account? <LinkButton onClick={onRegister}>Sign up</LinkButton>
      </p>
    </form>
  );
}
