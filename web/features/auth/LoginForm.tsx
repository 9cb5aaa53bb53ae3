import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CheckboxField, PasswordField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { LinkButton, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkLogin, type LoginDraft, loginFailure } from './messages.ts';
import { useSession } from './session.tsx';

interface LoginFormProps {
  onSignedIn(): void;
  onForgot(): void;
  onRegister(): void;
}

export function LoginForm({ onSignedIn, onForgot, onRegister }: LoginFormProps) {
  const { login } = useSession();
  const form = useForm<LoginDraft & { isRemembered: boolean }>({
    values: { email: '', password: '', isRemembered: false },
    check: checkLogin,
    async send({ email, password, isRemembered }) {
      await login(email, password, isRemembered);
      onSignedIn();
    },
    failure: loginFailure,
  });
  const { control } = form;
  useFirstFocus(form.element);

  return (
    <Form form={form} className={styles.form}>
      <FormBanner message={form.error} />
      <TextField
        control={control}
        name="email"
        label="Email Address"
        type="email"
        required
        autoComplete="username"
        placeholder="you@example.com"
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        required
        autoComplete="current-password"
        placeholder="Your password"
      />
      <div className="flex flex-wrap items-center justify-between gap-y-0 gap-x-3">
        <CheckboxField control={control} name="isRemembered">
          Remember me
        </CheckboxField>
        <LinkButton onClick={onForgot}>Forgot password?</LinkButton>
      </div>
      <SubmitButton label="Continue" busyLabel="Signing in..." isBusy={form.isSending} />
      <p className="text-muted text-[0.9375rem] text-center">
        Don’t have an account? <LinkButton onClick={onRegister}>Sign up</LinkButton>
      </p>
    </Form>
  );
}
