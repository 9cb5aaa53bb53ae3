import { Modal } from 'antd';
import { MailCheck, X } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CheckboxField, PasswordField, TextField } from '#web/forms/fields.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { DoneNote, LinkButton, SubmitButton } from './FormParts.tsx';
import {
  checkEmail,
  checkLogin,
  checkRegistration,
  loginFailure,
  type RegistrationDraft,
  registrationFailure,
  resetFailure,
} from './messages.ts';
import { CodeForm, OtherSignIns } from './OtherSignIns.tsx';
import { type Credentials, hasSignedInBefore, useSession } from './session.tsx';

type Mode = 'login' | 'code' | 'register' | 'forgot';

const titles: Record<Mode, Message> = {
  login: msg('Login to continue'),
  code: msg('Two-step login'),
  register: msg('Create Account'),
  forgot: msg('Reset your password'),
};

const email = { name: 'email', type: 'email', required: true, placeholder: 'you@example.com' } as const;

/** The line with the way to another mode. */
const FOOTER = 'text-muted text-md text-center';

interface LoginDialogProps {
  Target: ComponentType<{ path: string }>;
  onSignedIn(): void;
  /** Only where it could not be shown; otherwise it closes itself. */
  onClose(): void;
}

/** Each mode is a form of its own, so changing the mode or closing leaves no error and no password behind. */
export function LoginDialog({ Target, onSignedIn }: LoginDialogProps) {
  const { isLoginOpen, loginTarget, closeLogin, login } = useSession();
  const [mode, setMode] = useState<Mode>('login');
  const [isNewHere, setIsNewHere] = useState(() => !hasSignedInBefore());
  /** Right ones, which need a code beside them. */
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const backToLogin = () => {
    setCredentials(null);
    setMode('login');
  };
  return (
    <AntdProvider>
      <Modal
        open={isLoginOpen}
        onCancel={closeLogin}
        afterClose={() => {
          backToLogin();
          setIsNewHere(!hasSignedInBefore());
        }}
        title={<span className="text-xl font-bold tracking-[-0.02em]">{t(titles[mode])}</span>}
        footer={null}
        closable={{ closeIcon: <X size={18} aria-hidden />, 'aria-label': t('Close') }}
        width={440}
        centered
        destroyOnHidden
        mask={{ closable: false }}
      >
        {loginTarget && <Target path={loginTarget} />}
        {isNewHere && (mode === 'login' || mode === 'register') && <Ways mode={mode} onChange={setMode} />}
        {mode === 'login' && (
          <LoginForm
            onSignedIn={onSignedIn}
            onForgot={() => setMode('forgot')}
            onRegister={() => setMode('register')}
            onCodeNeeded={(given) => {
              setCredentials(given);
              setMode('code');
            }}
          />
        )}
        {mode === 'code' && credentials && (
          <CodeForm
            onSend={async (code) => {
              await login({ ...credentials, code });
              onSignedIn();
            }}
            onBack={backToLogin}
          />
        )}
        {mode === 'register' && <RegistrationForm onSignedIn={onSignedIn} onLogin={() => setMode('login')} />}
        {mode === 'forgot' && <ForgotPasswordForm onLogin={() => setMode('login')} />}
      </Modal>
    </AntdProvider>
  );
}

const ways = [
  { id: 'login', label: msg('Log in') },
  { id: 'register', label: msg('Create account') },
] as const;

const chosenWay = 'aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-sm';

/** Both ways in, side by side: in a browser that nobody has logged in with, neither is the likelier one. */
function Ways({ mode, onChange }: { mode: 'login' | 'register'; onChange(mode: Mode): void }) {
  // The other form then takes the focus itself.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onChange(mode === 'login' ? 'register' : 'login');
  };
  return (
    <div
      role="tablist"
      aria-label={t('Ways in')}
      className="grid grid-cols-2 gap-1 mt-3 p-1 rounded-md bg-sunken"
      onKeyDown={onKeyDown}
    >
      {ways.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === mode}
          tabIndex={id === mode ? 0 : -1}
          className={`min-h-11 px-2 rounded-sm text-muted font-semibold transition-colors hover:text-ink ${chosenWay}`}
          onClick={() => onChange(id)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}

interface LoginFormProps {
  onSignedIn(): void;
  onForgot(): void;
  onRegister(): void;
  onCodeNeeded(credentials: Credentials): void;
}

/** A managed computer may let every sign-in end with the console. */
const mayBeRemembered = () => desktopConsole()?.start.policy.disableRememberMe !== true;

function LoginForm({ onSignedIn, onForgot, onRegister, onCodeNeeded }: LoginFormProps) {
  const { login } = useSession();
  const form = useForm({
    values: { email: '', password: '', isRemembered: false },
    check: (draft) => checkLogin(draft),
    required: ['email', 'password'],
    async send({ email, password, isRemembered }) {
      const credentials = { email, password, rememberMe: isRemembered };
      try {
        await login(credentials);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'second_factor_required') throw error;
        onCodeNeeded(credentials);
        return;
      }
      onSignedIn();
    },
    failure: loginFailure,
  });
  useFirstFocus(form.element);

  return (
    <Form form={form} className="grid gap-4 pt-2">
      <FormBanner message={form.error} />
      <TextField {...email} label={t('Email Address')} autoComplete="username" />
      <PasswordField
        name="password"
        label={t('Password')}
        required
        autoComplete="current-password"
        placeholder={t('Your password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-y-0 gap-x-3">
        {mayBeRemembered() && <CheckboxField name="isRemembered">{t('Remember me')}</CheckboxField>}
        <LinkButton onClick={onForgot}>{t('Forgot password?')}</LinkButton>
      </div>
      <SubmitButton label={t('Continue')} busyLabel={t('Signing in...')} />
      <OtherSignIns isRemembered={() => form.getValues('isRemembered')} onSignedIn={onSignedIn} />
      <p className={FOOTER}>
        <Trans
          id="Don’t have an account? <link>Sign up</link>"
          components={{ link: <LinkButton onClick={onRegister} /> }}
        />
      </p>
    </Form>
  );
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

function RegistrationForm({ onSignedIn, onLogin }: { onSignedIn(): void; onLogin(): void }) {
  const { register } = useSession();
  const termsId = useId();
  const { minPasswordLength } = useSite();
  const form = useForm({
    values: emptyRegistration,
    check: (draft) => checkRegistration(draft, minPasswordLength),
    required: ['name', 'email', 'password', 'confirmation'],
    async send({ name, email, password, phone }) {
      await register({ name: name.trim(), email: email.trim(), password, phone: phone.trim() || null });
      onSignedIn();
    },
    failure: registrationFailure,
  });
  useFirstFocus(form.element);

  return (
    <Form form={form} className="grid gap-4 pt-2">
      <FormBanner message={form.error} />
      <TextField name="name" label={t('Full Name')} required autoComplete="name" placeholder={t('Maria Santos')} />
      <TextField {...email} label={t('Email Address')} autoComplete="email" />
      <TextField
        name="phone"
        label={t('Phone Number (Optional)')}
        type="tel"
        autoComplete="tel"
        placeholder="+63 917 555 0123"
      />
      <NewPasswordField
        name="password"
        label={t('Password')}
        required
        personal={[form.watch('name'), form.watch('email')]}
      />
      <PasswordField
        name="confirmation"
        label={t('Confirm Password')}
        required
        autoComplete="new-password"
        placeholder={t('Type the password again')}
      />
      <div className="flex items-start gap-2.5 text-sm">
        <CheckboxField name="hasAgreed" aria-labelledby={termsId} />
        <span id={termsId}>
          <Trans
            id="I agree to the <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>"
            components={{
              terms: <LinkButton onClick={() => openInNewTab('/terms')} />,
              privacy: <LinkButton onClick={() => openInNewTab('/privacy')} />,
            }}
          />
        </span>
      </div>
      <SubmitButton label={t('Create Account')} busyLabel={t('Creating Account...')} />
      <p className={FOOTER}>
        <Trans
          id="Already have an account? <link>Sign in</link>"
          components={{ link: <LinkButton onClick={onLogin} /> }}
        />
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
    required: ['email'],
    async send({ email }) {
      const { message } = await callApi('auth.forgotPassword', { body: { email: email.trim() } });
      setAnswer(message);
    },
    failure: resetFailure,
  });
  useFirstFocus(form.element);

  const back = (
    <p className={FOOTER}>
      <LinkButton onClick={onLogin}>{t('Back to login')}</LinkButton>
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
      <p className="text-muted text-md">
        {t('Enter your email and we will send you a link to set a new password. It works for one hour.')}
      </p>
      <FormBanner message={form.error} />
      <TextField {...email} label={t('Email Address')} autoComplete="username" />
      <SubmitButton label={t('Send Reset Link')} busyLabel={t('Sending...')} />
      {back}
    </Form>
  );
}
