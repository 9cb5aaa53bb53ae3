import { Modal } from 'antd';
import { MailCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CheckboxField, PasswordField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { DoneNote, LinkButton, SubmitButton } from './FormParts.tsx';
import {
  checkEmail,
  checkLogin,
  checkRegistration,
  type LoginDraft,
  loginFailure,
  type RegistrationDraft,
  registrationFailure,
  resetFailure,
} from './messages.ts';
import { useSession } from './session.tsx';

type Mode = 'login' | 'register' | 'forgot';

const titles: Record<Mode, string> = {
  login: 'Login to continue',
  register: 'Create Account',
  forgot: 'Reset your password',
};

const email = {
  name: 'email',
  label: 'Email Address',
  type: 'email',
  required: true,
  placeholder: 'you@example.com',
} as const;

interface LoginDialogProps {
  onSignedIn(): void;
  /** Only where it could not be shown; otherwise it closes itself. */
  onClose(): void;
}

/** Each mode is a form of its own, so changing the mode or closing leaves no error and no password behind. */
export function LoginDialog({ onSignedIn }: LoginDialogProps) {
  const { isLoginOpen, closeLogin } = useSession();
  const [mode, setMode] = useState<Mode>('login');
  return (
    <AntdProvider>
      <Modal
        open={isLoginOpen}
        onCancel={closeLogin}
        afterClose={() => setMode('login')}
        title={<span className="text-xl font-bold tracking-[-0.02em]">{titles[mode]}</span>}
        footer={null}
        width={440}
        centered
        destroyOnHidden
        mask={{ closable: false }}
      >
        {mode === 'login' && (
          <LoginForm
            onSignedIn={onSignedIn}
            onForgot={() => setMode('forgot')}
            onRegister={() => setMode('register')}
          />
        )}
        {mode === 'register' && <RegistrationForm onSignedIn={onSignedIn} onLogin={() => setMode('login')} />}
        {mode === 'forgot' && <ForgotPasswordForm onLogin={() => setMode('login')} />}
      </Modal>
    </AntdProvider>
  );
}

interface LoginFormProps {
  onSignedIn(): void;
  onForgot(): void;
  onRegister(): void;
}

function LoginForm({ onSignedIn, onForgot, onRegister }: LoginFormProps) {
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
    <Form form={form} className="grid gap-4 pt-2">
      <FormBanner message={form.error} />
      <TextField control={control} {...email} autoComplete="username" />
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

interface RegistrationFormProps {
  onSignedIn(): void;
  onLogin(): void;
}

const emptyRegistration: RegistrationDraft = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirmation: '',
  hasAgreed: false,
};

const openInNewTab = (path: string) => window.open(path, '_blank', 'noopener');

function RegistrationForm({ onSignedIn, onLogin }: RegistrationFormProps) {
  const { register } = useSession();
  const termsId = useId();
  const form = useForm({
    values: emptyRegistration,
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
    <Form form={form} className="grid gap-4 pt-2">
      <FormBanner message={form.error} />
      <TextField
        control={control}
        name="name"
        label="Full Name"
        required
        autoComplete="name"
        placeholder="Maria Santos"
      />
      <TextField control={control} {...email} autoComplete="email" />
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

/** The answer is the same whether or not there is such an account. */
function ForgotPasswordForm({ onLogin }: { onLogin(): void }) {
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
      <div className="grid gap-4 pt-2">
        <DoneNote Icon={MailCheck}>{answer}</DoneNote>
        {back}
      </div>
    );

  return (
    <Form form={form} className="grid gap-4 pt-2">
      <p className="text-muted text-[0.9375rem]">
        Tell us your email and we will send you a link to set a new password. It works for one hour.
      </p>
      <FormBanner message={form.error} />
      <TextField control={form.control} {...email} autoComplete="username" />
      <SubmitButton label="Send Reset Link" busyLabel="Sending..." isBusy={form.isSending} />
      {back}
    </Form>
  );
}
