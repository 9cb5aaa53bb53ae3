import { Modal } from 'antd';
import { useState } from 'react';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import { useSession } from './session.tsx';

type Mode = 'login' | 'register' | 'forgot';

const titles: Record<Mode, string> = {
  login: 'Login to continue',
  register: 'Create Account',
  forgot: 'Reset your password',
};

export interface LoginDialogProps {
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
