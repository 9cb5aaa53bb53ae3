import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authMessages } from '#shared/authMessages.ts';
import type { User } from '#shared/contracts/auth.ts';
import { MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { useConfirmEmail, useSession } from '#web/features/auth/index.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { CodeForm } from '#web/forms/CodeForm.tsx';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { PasswordField, TextField } from '#web/forms/fields.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { EditActions } from './ProfileForm.tsx';
import { checkPasswords } from './profileDraft.ts';

const ROW = 'grid gap-3 py-4 first:pt-0 last:pb-0 not-first:border-t not-first:border-t-line';
const LINE = 'flex flex-wrap items-center gap-y-1 gap-x-3 min-w-0';

function State({ isConfirmed }: { isConfirmed: boolean }) {
  return (
    <Badge tone={isConfirmed ? 'success' : 'warning'}>{isConfirmed ? t('Confirmed') : t('Not confirmed')}</Badge>
  );
}

/** How the person is reached: each with its state, and the ways to confirm or change it. */
export function ContactCard({ user }: { user: User }) {
  return (
    <SectionCard title={t('Email and Phone')}>
      <EmailRow user={user} />
      <PhoneRow user={user} />
    </SectionCard>
  );
}

function EmailRow({ user }: { user: User }) {
  const { resend, confirm, isSending } = useConfirmEmail();
  const { replaceUser } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const awaited = user.pending_email ?? (user.email_verified ? null : user.email);

  const { mutate: cancel } = useMutation({
    mutationFn: () => callApi('verification.cancelEmailChange'),
    onSuccess: replaceUser,
    onError: (error) => showToast(failureSentence(error, t('This could not be done. Please try again.')), 'error'),
  });

  return (
    <div className={ROW}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={LINE}>
          <span className="font-[550] wrap-anywhere">{user.email}</span>
          <State isConfirmed={user.email_verified} />
        </p>
        {!isChanging && (
          <Button variant="outlined" onClick={() => setIsChanging(true)}>
            {t('Change Email')}
          </Button>
        )}
      </div>
      {awaited && !isChanging && (
        <div className="grid gap-3 p-4 rounded-md bg-sunken">
          <p className="text-md wrap-anywhere">
            {user.pending_email
              ? t(
                  'We will use your new address {email} once you confirm it. We emailed a link and a six-digit code to it.',
                  { email: awaited },
                )
              : t('We emailed a link and a six-digit code to {email}. Open the link, or enter the code here.', {
                  email: awaited,
                })}
          </p>
          <CodeForm
            onSend={async (code) => {
              await confirm(code);
              showToast(t(authMessages.emailConfirmed));
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="outlined" disabled={isSending} aria-busy={isSending} onClick={() => resend()}>
              {isSending ? t('Sending...') : t('Send It Again')}
            </Button>
            {user.pending_email && (
              <Button variant="plain" onClick={() => cancel()}>
                {t('Keep {email}', { email: user.email })}
              </Button>
            )}
          </div>
        </div>
      )}
      {isChanging && <EmailForm user={user} onDone={() => setIsChanging(false)} />}
    </div>
  );
}

function EmailForm({ user, onDone }: { user: User; onDone(): void }) {
  const { replaceUser } = useSession();
  const form = useForm({
    values: { email: '', password: '' },
    check({ email, password }) {
      const problem = emailProblem(email);
      if (problem) return { email: problem };
      return password === '' ? { password: t('Please enter your password') } : null;
    },
    async send({ email, password }) {
      replaceUser(await callApi('verification.changeEmail', { body: { email, password } }));
      showToast(t(authMessages.confirmationSent));
      onDone();
    },
    failure: t('Your email could not be changed. Please try again.'),
  });
  return (
    <Form form={form} className="grid grid-cols-1 gap-4 max-w-104">
      <p className="text-muted text-md">
        {user.email_verified
          ? t(
              'We use the new address once you confirm it. We also email {email}, where you can stop the change.',
              { email: user.email },
            )
          : t('We use the new address once you confirm it.')}
      </p>
      <TextField
        name="email"
        type="email"
        label={t('New email')}
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
      />
      <PasswordField name="password" label={t('Your password')} autoComplete="current-password" />
      <FormBanner message={form.error} />
      <EditActions label={t('Change Email')} sendingLabel={t('Sending...')} onCancel={onDone} />
    </Form>
  );
}

function PhoneRow({ user }: { user: User }) {
  const { sendsTextMessages } = useSite();
  const { replaceUser } = useSession();
  const [isSent, setIsSent] = useState(false);
  const { mutate: send, isPending: isSending } = useMutation({
    mutationFn: () => callApi('verification.sendPhoneCode'),
    onSuccess: () => setIsSent(true),
    onError: (error) =>
      showToast(failureSentence(error, t('The text message could not be sent. Please try again.')), 'error'),
  });

  if (!user.phone)
    return (
      <div className={ROW}>
        <p className="text-muted">{t('No phone number. You can add one under “Edit Profile”.')}</p>
      </div>
    );
  const canConfirm = sendsTextMessages && !user.phone_verified;
  return (
    <div className={ROW}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={LINE}>
          <span className="font-[550]">{user.phone}</span>
          <State isConfirmed={user.phone_verified} />
        </p>
        {canConfirm && (
          <Button variant="outlined" disabled={isSending} aria-busy={isSending} onClick={() => send()}>
            {isSending ? t('Sending...') : isSent ? t('Send It Again') : t('Confirm This Number')}
          </Button>
        )}
      </div>
      {!sendsTextMessages && !user.phone_verified && (
        <p className="text-muted text-sm">
          {t('This site does not send text messages, so you cannot confirm your number here.')}
        </p>
      )}
      {canConfirm && isSent && (
        <div className="grid gap-3 p-4 rounded-md bg-sunken">
          <p className="text-md">
            {t('We sent a six-digit code to {phone}. It works for 15 minutes.', { phone: user.phone })}
          </p>
          <CodeForm
            onSend={async (code) => {
              replaceUser(await callApi('verification.confirmPhone', { body: { code } }));
              showToast(t('Your number is confirmed.'));
            }}
          />
        </div>
      )}
    </div>
  );
}

export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SectionCard
      title={t('Password')}
      text={
        isOpen
          ? t('Changing it logs you out on all other devices.')
          : t('Choose one you do not use anywhere else.')
      }
      action={
        !isOpen && (
          <Button variant="outlined" onClick={() => setIsOpen(true)}>
            {t('Change Password')}
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm email={email} onDone={() => setIsOpen(false)} />}
    </SectionCard>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone(): void }) {
  const { replaceSession } = useSession();
  const { minPasswordLength } = useSite();
  const form = useForm({
    values: { current: '', next: '', confirmation: '' },
    check: (draft) => checkPasswords(draft, minPasswordLength),
    required: ['current', 'next', 'confirmation'],
    send: async ({ current, next }) => {
      // Ends every other session; this one continues with a new token.
      const body = { currentPassword: current, newPassword: next };
      replaceSession(await callApi('auth.changePassword', { body }));
      showToast(t('Password changed'));
      onDone();
    },
    failure: t('Your password could not be changed. Please try again.'),
  });

  return (
    <Form form={form} className="grid grid-cols-1 gap-4 max-w-104">
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="current" label={t('Current Password')} autoComplete="current-password" />
      <NewPasswordField name="next" label={t('New Password')} personal={[email]} />
      <PasswordField
        name="confirmation"
        label={t('Confirm Password')}
        autoComplete="new-password"
        placeholder={t('Type the password again')}
      />
      <FormBanner message={form.error} />
      <EditActions label={t('Change Password')} sendingLabel={t('Saving...')} onCancel={onDone} />
    </Form>
  );
}
