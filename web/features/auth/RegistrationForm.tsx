import { useId } from 'react';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CheckboxField, PasswordField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { LinkButton, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkRegistration, type RegistrationDraft, registrationFailure } from './messages.ts';
import { useSession } from './session.tsx';

interface RegistrationFormProps {
  onSignedIn(): void;
  onLogin(): void;
}

const empty: RegistrationDraft = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirmation: '',
  hasAgreed: false,
};

const openInNewTab = (path: string) => window.open(path, '_blank', 'noopener');

export function RegistrationForm({ onSignedIn, onLogin }: RegistrationFormProps) {
  const { register } = useSession();
  const termsId = useId();
  const form = useForm({
    values: empty,
    check: checkRegistration,
    async send({ name, email, password, phone }) {
      await register({ name: name.trim(), email: email.trim(), password, phone: phone.trim() || null });
      onSignedIn();
    },
    failure: registrationFailure,
  });
  const { control } = form;
  useFirstFocus(form.element);

  return (
    <Form form={form} className={styles.form}>
      <FormBanner message={form.error} />
      <TextField
        control={control}
        name="name"
        label="Full Name"
        required
        autoComplete="name"
        placeholder="Maria Santos"
      />
      <TextField
        control={control}
        name="email"
        label="Email Address"
        type="email"
        required
        autoComplete="email"
        placeholder="you@example.com"
      />
      <TextField
        control={control}
        name="phone"
        label="Phone Number (Optional)"
        type="tel"
        autoComplete="tel"
        placeholder="+63 917 555 0123"
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        required
        autoComplete="new-password"
        placeholder="Minimum 6 characters"
      />
      <PasswordField
        control={control}
        name="confirmation"
        label="Confirm Password"
        required
        autoComplete="new-password"
        placeholder="The same password again"
      />
      <div className="flex items-start gap-2.5 text-sm">
        <CheckboxField control={control} name="hasAgreed" aria-labelledby={termsId} />
        <span id={termsId}>
          I agree to the <LinkButton onClick={() => openInNewTab('/terms')}>Terms of Service</LinkButton> and{' '}
          <LinkButton onClick={() => openInNewTab('/privacy')}>Privacy Policy</LinkButton>
        </span>
      </div>
      <SubmitButton label="Create Account" busyLabel="Creating Account..." isBusy={form.isSending} />
      <p className="text-muted text-[0.9375rem] text-center">
        Already have an account? <LinkButton onClick={onLogin}>Sign in</LinkButton>
      </p>
    </Form>
  );
}
