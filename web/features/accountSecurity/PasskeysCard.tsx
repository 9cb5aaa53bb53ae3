import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#shared/contracts/auth.ts';
import {
  canUsePasskeys,
  makePasskey,
  passkeyFailure,
  passkeysQuery,
  signInMethodsQuery,
} from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { formatDay, relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { ConfirmFirst } from './TwoStepCard.tsx';

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The keys on one's devices that log one in without a password. */
export function PasskeysCard({ isConfirmed }: { isConfirmed: boolean }) {
  const client = useQueryClient();
  const { data: methods } = useQuery(signInMethodsQuery);
  const query = useQuery(passkeysQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  const close = () => setDialog(null);
  const isOffered = (methods?.passkeys ?? false) && canUsePasskeys();
  if (!isOffered && !query.data?.length) return null;

  return (
    <SectionCard
      title={t('Passkeys')}
      text={t('Log in with your fingerprint, your face or your device’s PIN. There is no password to steal.')}
      action={
        isOffered &&
        isConfirmed && <Button onClick={() => setDialog({ kind: 'add' })}>{t('Add a Passkey')}</Button>
      }
    >
      <PartState
        query={query}
        loadingText={t('Loading your passkeys…')}
        skeleton={<Skeleton height="3rem" />}
        failure={t('Your passkeys could not be loaded.')}
        headingLevel={3}
      >
        {(passkeys) =>
          passkeys.length === 0 && !isConfirmed ? (
            <ConfirmFirst />
          ) : passkeys.length === 0 ? (
            <p className="text-muted">{t('You have no passkeys yet.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setDialog} />
              ))}
            </ul>
          )
        }
      </PartState>
      {dialog && dialog.kind !== 'remove' && (
        <NameDialog
          passkey={dialog.kind === 'rename' ? dialog.passkey : null}
          onDone={() => {
            close();
            void refresh();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={t('Remove this passkey?')}
          text={t('“{name}” will no longer log you in. You can delete it from your device too.', {
            name: dialog.passkey.name,
          })}
          confirmLabel={t('Remove')}
          onConfirm={async () => {
            await callApi('signIn.removePasskey', { params: { id: dialog.passkey.id } });
            showToast(t('Passkey removed'));
            await refresh();
          }}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen(dialog: OpenDialog): void }) {
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <KeyRound className="flex-none text-muted" size={22} aria-hidden="true" />
      <div className="flex-1 min-w-48">
        <strong className="font-semibold wrap-anywhere">{name}</strong>
        <p className="text-muted text-sm">
          {t('Added on {day}', { day: formatDay(created_at) })}
          {' · '}
          {last_used_at
            ? t('Last used: {when}', { when: relativeTime(last_used_at, new Date()) })
            : t('Not used yet')}
        </p>
      </div>
      <div className="flex gap-3">
        <Button
          variant="outlined"
          aria-label={t('Rename {name}', { name })}
          onClick={() => onOpen({ kind: 'rename', passkey })}
        >
          {t('Rename')}
        </Button>
        <Button
          variant="outlined"
          isDangerous
          aria-label={t('Remove {name}', { name })}
          onClick={() => onOpen({ kind: 'remove', passkey })}
        >
          {t('Remove')}
        </Button>
      </div>
    </li>
  );
}

interface NameDialogProps {
  /** Null: a new one. */
  passkey: Passkey | null;
  onDone(): void;
  onClose(): void;
}

function NameDialog({ passkey, onDone, onClose }: NameDialogProps) {
  const form = useForm({
    values: { name: passkey?.name ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: t('Please give the passkey a name') } : {}),
    async send({ name }) {
      if (passkey) await callApi('signIn.renamePasskey', { params: { id: passkey.id }, body: { name } });
      else await callApi('signIn.addPasskey', { body: { name, credential: await makePasskey() } });
      showToast(passkey ? t('Passkey renamed') : t('Passkey added'));
      onDone();
    },
    failure: passkeyFailure,
  });
  return (
    <Dialog title={passkey ? t('Rename the passkey') : t('Add a passkey')} isBackdropInert onClose={onClose}>
      <AntdProvider>
        <Form form={form}>
          {!passkey && (
            <p className="text-muted">{t('Your device will ask for your fingerprint, face or PIN.')}</p>
          )}
          <FormBanner message={form.error} />
          <TextField
            name="name"
            label={t('Name')}
            hint={t('A name you will recognize, such as “My phone” or “Office laptop”.')}
            required
          />
          <FormActions
            submitLabel={passkey ? t('Save') : t('Continue')}
            sendingLabel={passkey ? t('Saving…') : t('Waiting for your device…')}
            onCancel={onClose}
          />
        </Form>
      </AntdProvider>
    </Dialog>
  );
}
