import { useQuery } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { Download } from 'lucide-react';
import { authMessages } from '#shared/authMessages.ts';
import type { TotpStart } from '#shared/contracts/accountSecurity.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

interface SetupDialogProps {
  /** Two-step sign-in is in force; the codes are shown only this once. */
  onDone(codes: string[]): void;
  onClose(): void;
}

/** Shows a new secret to an authenticator app and asks for the code that the app makes of it. */
export function SetupDialog({ onDone, onClose }: SetupDialogProps) {
  const query = useQuery({
    ...queryOf('accountSecurity.startTotp'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isPersonal: true },
  });
  return (
    <Dialog title={t('Set up two-step login')} isBackdropInert onClose={onClose}>
      <PartState
        query={query}
        loadingText={t('Preparing…')}
        skeleton={<Skeleton height="20rem" />}
        failure={(error) => failureSentence(error, t('This could not be started. Please try again.'))}
      >
        {(start) => <SetupForm start={start} onDone={onDone} onClose={onClose} />}
      </PartState>
    </Dialog>
  );
}

function SetupForm({ start, onDone, onClose }: SetupDialogProps & { start: TotpStart }) {
  const form = useForm({
    values: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('Please enter the code that your app shows') } : {}),
    async send({ code }) {
      const answer = await callApi('accountSecurity.confirmTotp', { body: { code } });
      onDone(answer.recovery_codes);
    },
    failure: t(authMessages.codeWrong),
  });
  return (
    <Form form={form}>
      <ol className="grid gap-3 pl-5 list-decimal marker:text-muted">
        <li>
          {t(
            'Install an authenticator app on your phone, such as Google Authenticator or Microsoft Authenticator.',
          )}
        </li>
        <li>{t('Scan this QR code with the app.')}</li>
      </ol>
      {/* Cameras need it dark on white in every theme. */}
      <div
        role="img"
        aria-label={t('QR code for your authenticator app')}
        className="justify-self-center p-2 rounded-md bg-white"
      >
        <div aria-hidden="true">
          <AntdProvider>
            <QRCode type="svg" value={start.uri} size={184} color="#000" bgColor="#fff" bordered={false} />
          </AntdProvider>
        </div>
      </div>
      <div className="grid gap-1 text-sm">
        <p className="text-muted">{t('Can’t scan it? Type this key into the app:')}</p>
        <div className="flex items-center gap-3">
          <code className="flex-1 min-w-0 py-2 px-3 rounded-sm bg-sunken font-mono wrap-anywhere">
            {start.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton text={start.secret} />
        </div>
      </div>
      <FormBanner message={form.error} />
      <TextField
        name="code"
        label={t('3. Type the 6-digit code that the app shows')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <FormActions submitLabel={t('Turn On')} sendingLabel={t('Checking…')} onCancel={onClose} />
    </Form>
  );
}

/** Shows the recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const text = codes.join('\n');
  return (
    <Dialog title={t('Your recovery codes')} isBackdropInert onClose={onClose}>
      <DialogBody>
        <p>
          {t(
            'Each code logs you in once when you do not have your phone. Keep them where only you can find them, such as in a password manager or printed in a drawer.',
          )}
        </p>
        <ul
          className="grid gap-1 py-3 px-4 rounded-md bg-sunken font-mono text-md max-sm:text-sm"
          aria-label={t('Recovery codes')}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} />
          <Button
            variant="outlined"
            onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'silong-recovery-codes.txt')}
          >
            <Download size={16} aria-hidden="true" />
            {t('Download')}
          </Button>
        </div>
        <Notice kind="info">{t('We show them only once. You can create new ones in your profile.')}</Notice>
        <DialogFooter>
          <Button onClick={onClose}>{t('I Have Saved Them')}</Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}
