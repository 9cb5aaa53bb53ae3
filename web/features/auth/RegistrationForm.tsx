import { Checkbox } from 'antd';
import { useId, useState } from 'react';
import { FormError, FormField, LinkButton, PasswordField, SubmitButton } from './FormParts.tsx';
import styles from './forms.module.css';
import { checkRegistration, type RegistrationDraft, registrationFailure } from './messages.ts';
import { useSession } from './session.tsx';
import { useSubmit } from './useSubmit.ts';

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
  const [draft, setDraft] = useState(empty);
  const termsId = useId();
  const set = (field: keyof RegistrationDraft) => (value: string) => setDraft({ ...draft, [field]: value });
  const { error, isBusy, onSubmit } = useSubmit({
    check: () => checkRegistration(draft),
    async send() {
      const { name, email, password, phone } = draft;
      await register({ name: name.trim(), email: email.trim(), password, phone: phone.trim() || null });
      onSignedIn();
    },
    sentenceFor: registrationFailure,
  });

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormError message={error} />
      <FormField
        label="Full Name"
        autoComplete="name"
        placeholder="Maria Santos"
        isFirst
        value={draft.name}
        onChange={set('name')}
      />
      <FormField
        label="Email Address"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        value={draft.email}
        onChange={set('email')}
      />
      <FormField
        label="Phone Number (Optional)"
        type="tel"
        autoComplete="tel"
        placeholder="+63 917 555 0123"
        value={draft.phone}
        onChange={set('phone')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        placeholder="Minimum 6 characters"
        value={draft.password}
        onChange={set('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        placeholder="The same password again"
        value={draft.confirmation}
        onChange={set('confirmation')}
      />
      <div className={styles.terms}>
        <Checkbox
          checked={draft.hasAgreed}
          aria-labelledby={termsId}
          onChange={(event) => setDraft({ ...draft, hasAgreed: event.target.checked })}
        />
        <span id={termsId}>
          I agree to the <LinkButton onClick={() => openInNewTab('/terms')}>Terms of Service</LinkButton> and{' '}
          <LinkButton onClick={() => openInNewTab('/privacy')}>Privacy Policy</LinkButton>
        </span>
      </div>
      <SubmitButton label="Create Account" busyLabel="Creating Account..." isBusy={isBusy} />
      <p className={styles.switch}>
        Already have an account? <LinkButton onClick={onLogin}>Sign in</LinkButton>
      </p>
    </form>
  );
}
