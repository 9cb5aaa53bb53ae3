import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ErrorBody, SuccessBody } from '#shared/contracts/common.ts';
import type { ConsoleLock } from '#shared/desktopBridge.ts';
import { msg } from '#shared/messages.ts';
import { readDeviceId } from '#web/features/auth/index.ts';
import { PasswordInput } from '#web/forms/fields.tsx';
import { type AnswerOf, methodOf, pathOf } from '#web/lib/calls.ts';
import { answerChallenge } from '#web/lib/challenge.ts';
import { t } from '#web/lib/i18n.tsx';
import { desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

/** A dialog that covers the whole page. */
export const COVER =
  'w-screen max-w-none h-dvh max-h-none p-0 border-0 bg-page text-ink open:grid open:place-items-center backdrop:bg-page';

/** Covers the page, whose state is kept, until the main process unlocks it. */
export function LockScreen({ lock: { email, isHere }, onLogOut }: { lock: ConsoleLock; onLogOut(): void }) {
  const { props } = useModal({ onClose: () => undefined, isLocked: true, hasToasts: false });
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(await tryToUnlock(email, password, isHere));
    setPassword('');
    setIsBusy(false);
  };

  return (
    <dialog {...props} className={COVER} aria-labelledby="console-lock">
      <form className="grid gap-4 w-[min(24rem,calc(100vw_-_2_*_var(--s-space-4)))]" onSubmit={submit}>
        <LockKeyhole size={32} className="text-primary" />
        <h1 id="console-lock" className="m-0 text-2xl">
          {t('Silong is locked')}
        </h1>
        <p className="m-0 text-muted">
          {t('Enter the password of {email}, or your unlock code, to continue where you left off.', {
            email,
          })}
        </p>
        <Notice kind="error">{error}</Notice>
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" disabled={isBusy || password === ''}>
          {isBusy ? t('Checking…') : t('Unlock')}
        </Button>
        <Button variant="plain" onClick={onLogOut}>
          {t('Log out instead')}
        </Button>
      </form>
    </dialog>
  );
}

/** Errors that prove a correct password; the second factor was checked at login. */
const correctPasswordCodes = new Set(['second_factor_required', 'passkey_required']);

/** The main process checks first, without the server. It also learns from the server's answer. */
async function tryToUnlock(email: string, password: string, isHere: boolean): Promise<string | null> {
  const found = await desktopConsole()?.bridge.call('unlock', password);
  if (!found || found.isOpen) return null;
  if (found.waitSeconds > 0)
    return t(
      'Wrong password. Please wait {seconds, plural, one {# second} other {# seconds}} before you try again.',
      { seconds: found.waitSeconds },
    );
  return isHere ? checkPassword(email, password) : t(WRONG);
}

/**
 * Checks the password by a login at the server; the main process reads the answer and unlocks. The new session is ended at
 * once. The current session's token is not sent, as a rejected login would end it.
 * @returns a sentence for people, or null if the password is correct.
 */
async function checkPassword(email: string, password: string): Promise<string | null> {
  try {
    const deviceId = readDeviceId();
    const response = await answerChallenge((headers) =>
      fetch(pathOf('auth.login'), {
        method: methodOf('auth.login'),
        headers: {
          'Content-Type': 'application/json',
          // Without it, the server would mail the account about a login from a new device.
          ...(deviceId ? { 'X-Device-Id': deviceId } : {}),
          ...headers,
        },
        body: JSON.stringify({ email, password }),
      }),
    );
    const answer: SuccessBody<AnswerOf<'auth.login'>> | ErrorBody = await response.json();
    if (!answer.success) {
      if (answer.code === 'unreachable') return t(UNREACHABLE);
      if (correctPasswordCodes.has(answer.code)) return null;
      return response.status === 401 ? t(WRONG) : answer.error;
    }
    const headers = new Headers();
    headers.set('Authorization', `Bearer ${answer.data.token}`);
    await fetch(pathOf('auth.logout'), { method: methodOf('auth.logout'), headers });
    return null;
  } catch {
    return t(UNREACHABLE);
  }
}

const WRONG = msg('Wrong password');
const UNREACHABLE = msg(
  'The server cannot be reached, so your password cannot be checked. Please try again when you are online.',
);
