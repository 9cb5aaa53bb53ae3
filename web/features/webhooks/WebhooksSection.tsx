import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type WebhookEvent, type WebhookScope, webhookEvents } from '#shared/apiAccess.ts';
import type { Webhook } from '#shared/contracts/webhooks.ts';
import { MAX_WEBHOOK_URL } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog, useCloseDialog } from '#web/forms/FormDialog.tsx';
import { CheckboxField, RadioField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '#web/ui/antd/AntdProvider.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { DeliveriesDialog, eventLabel } from './DeliveriesDialog.tsx';

const webhooksQuery = queryOptions({ ...queryOf('webhooks.list'), meta: { isPersonal: true } });

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'log' | 'roll' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; secret: string };

/** Addresses of an office's own programs, with their events. */
export function WebhooksSection() {
  const client = useQueryClient();
  const query = useQuery(webhooksQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const close = () => setDialog(null);

  const { mutate: setActive, error } = useMutation({
    mutationFn: ({ id, active }: Pick<Webhook, 'id' | 'active'>) =>
      callApi('webhooks.update', { params: { id }, body: { active } }),
    onSuccess: (_, { active }) => showToast(active ? t('Webhook turned on') : t('Webhook turned off')),
    onSettled: refresh,
  });

  return (
    <SectionCard
      title={t('Webhooks')}
      text={t('Silong tells your own system at once about new inquiries, viewings and changes to your listings.')}
      action={<Button onClick={() => setDialog({ kind: 'add' })}>{t('Add a Webhook')}</Button>}
    >
      <Notice kind="error">{error && failureSentence(error, t('This did not work. Please try again.'))}</Notice>
      <PartState
        query={query}
        headingLevel={3}
        loadingText={t('Loading your webhooks…')}
        skeleton={<Skeleton height="5rem" />}
        failure={(failure) => failureSentence(failure, t('Your webhooks could not be loaded.'))}
      >
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <EmptyState
              headingLevel={3}
              title={t('No webhooks yet')}
              text={t('Add the address of your system and choose the events it needs.')}
            />
          ) : (
            <ul className="divide-y divide-line">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onOpen={setDialog}
                  onSwitch={(active) => setActive({ id: webhook.id, active })}
                />
              ))}
            </ul>
          )
        }
      </PartState>
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <EditDialog
          webhook={dialog.kind === 'edit' ? dialog.webhook : null}
          onDone={(secret) => {
            setDialog(secret === null ? null : { kind: 'secret', secret });
            void refresh();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'secret' && <SecretDialog secret={dialog.secret} onClose={close} />}
      {dialog?.kind === 'log' && (
        <DeliveriesDialog
          webhook={dialog.webhook}
          onClose={() => {
            close();
            void refresh();
          }}
        />
      )}
      {dialog?.kind === 'roll' && (
        <ConfirmDialog
          title={t('Make a new secret?')}
          text={t(
            'For 24 hours the old secret still works beside the new one. Change it in your system before then.',
          )}
          confirmLabel={t('Make a New Secret')}
          isDangerous={false}
          onConfirm={async () => {
            const { secret } = await callApi('webhooks.rollSecret', { params: { id: dialog.webhook.id } });
            await refresh();
            setDialog({ kind: 'secret', secret });
          }}
          failureOf={(failure) => failureSentence(failure, t('This did not work. Please try again.'))}
          // By then the secret may have replaced it.
          onClose={() => setDialog((open) => (open?.kind === 'roll' ? null : open))}
        />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('Delete this webhook?')}
          text={t('Silong stops sending to {host} and deletes the log of what it sent.', {
            host: new URL(dialog.webhook.url).host,
          })}
          confirmLabel={t('Delete')}
          onConfirm={async () => {
            await callApi('webhooks.remove', { params: { id: dialog.webhook.id } });
            showToast(t('Webhook deleted'));
            await refresh();
          }}
          failureOf={(failure) => failureSentence(failure, t('This did not work. Please try again.'))}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}

function stateOf({ active, failing_since, paused_at }: Webhook): { label: string; tone: BadgeTone } {
  if (paused_at) return { label: t('Paused'), tone: 'danger' };
  if (!active) return { label: t('Off'), tone: 'neutral' };
  return failing_since ? { label: t('Failing'), tone: 'warning' } : { label: t('On'), tone: 'success' };
}

interface WebhookRowProps {
  webhook: Webhook;
  onOpen(dialog: OpenDialog): void;
  onSwitch(active: boolean): void;
}

const small = { variant: 'outlined', size: 'small' } as const;

function WebhookRow({ webhook, onOpen, onSwitch }: WebhookRowProps) {
  const { url, events, scope, active, failing_since, paused_at } = webhook;
  const { label, tone } = stateOf(webhook);
  const { host } = new URL(url);
  const button = (words: string, name: string, dialog: OpenDialog) => (
    <Button {...small} isDangerous={dialog.kind === 'delete'} aria-label={name} onClick={() => onOpen(dialog)}>
      {words}
    </Button>
  );
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <div className="flex-1 min-w-0">
          <strong className="font-semibold wrap-anywhere">{url}</strong>
          {scope === 'office' && <p className="text-sm">{t('For everyone in your office')}</p>}
          <p className="text-muted text-sm">{events.map((event) => t(eventLabel[event])).join(' · ')}</p>
          {paused_at ? (
            <p className="mt-1 text-danger text-sm">
              {t('Paused on {time}: your system took nothing for over an hour. Turn it on again once it works.', {
                time: shortMoment(paused_at),
              })}
            </p>
          ) : (
            failing_since && (
              <p className="mt-1 text-warning text-sm">
                {t('Nothing delivered since {time}. The log tells why.', {
                  time: shortMoment(failing_since),
                })}
              </p>
            )
          )}
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="flex flex-wrap gap-2">
        {button(t('Log and Test'), t('Log and Test: {host}', { host }), { kind: 'log', webhook })}
        {button(t('Edit'), t('Edit {host}', { host }), { kind: 'edit', webhook })}
        <Button
          {...small}
          aria-label={active ? t('Turn off {host}', { host }) : t('Turn on {host}', { host })}
          onClick={() => onSwitch(!active)}
        >
          {active ? t('Turn Off') : t('Turn On')}
        </Button>
        {button(t('New Secret'), t('New secret for {host}', { host }), { kind: 'roll', webhook })}
        {button(t('Delete'), t('Delete {host}', { host }), { kind: 'delete', webhook })}
      </div>
    </li>
  );
}

interface EditDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  /** @param secret secret of a new webhook. */
  onDone(secret: string | null): void;
  onClose(): void;
}

function EditDialog({ webhook, onDone, onClose }: EditDialogProps) {
  return (
    <FormDialog title={webhook ? t('Edit webhook') : t('Add a webhook')} onClose={onClose}>
      <AntdProvider>
        <WebhookForm webhook={webhook} onDone={onDone} />
      </AntdProvider>
    </FormDialog>
  );
}

const ENTER_ADDRESS = msg('Enter the address of your system. It begins with https://');

function WebhookForm({ webhook, onDone }: Omit<EditDialogProps, 'onClose'>) {
  const close = useCloseDialog();
  const colleagues = useColleagues();
  const form = useForm({
    values: {
      url: webhook?.url ?? '',
      scope: 'own' as WebhookScope,
      // By their place in the list: the names have dots in them.
      events: webhookEvents.map((event) => webhook?.events.includes(event) ?? true),
    },
    check({ url, events }) {
      if (!/^https:\/\/\S+$/i.test(url.trim())) return { url: t(ENTER_ADDRESS) };
      return events.includes(true) ? {} : t('Choose at least one event');
    },
    async send({ url, scope, events: chosen }) {
      const events: WebhookEvent[] = webhookEvents.filter((_event, at) => chosen[at]);
      const body = { url: url.trim(), events };
      if (webhook) {
        await callApi('webhooks.update', { params: { id: webhook.id }, body });
        showToast(t('Webhook saved'));
        onDone(null);
      } else onDone((await callApi('webhooks.create', { body: { ...body, scope } })).secret);
    },
    failure: t('The webhook could not be saved. Please try again.'),
  });
  return (
    <Form form={form}>
      <FormBanner message={form.error} />
      <TextField
        name="url"
        label={t('Address')}
        type="url"
        inputMode="url"
        hint={t('An https address on the internet. Silong sends signed POST requests to it.')}
        maxLength={MAX_WEBHOOK_URL}
        spellCheck={false}
        required
      />
      {!webhook && colleagues?.isManager && (
        <RadioField
          name="scope"
          label={t('Who it is for')}
          options={[
            { value: 'own', label: t('Only mine'), text: t('Your inquiries, viewings and listings.') },
            {
              value: 'office',
              label: t('Everyone in {office}', { office: colleagues.office.name }),
              text: t(
                'The inquiries, viewings and listings of all members. This ends when you no longer manage the office.',
              ),
            },
          ]}
        />
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{t('Events')}</legend>
        {webhookEvents.map((event, at) => (
          <CheckboxField key={event} name={`events.${at}`}>
            <span className="inline-flex flex-wrap items-baseline gap-x-2 py-1">
              {t(eventLabel[event])} <code className="text-muted text-caption">{event}</code>
            </span>
          </CheckboxField>
        ))}
      </fieldset>
      <FormActions
        submitLabel={webhook ? t('Save') : t('Add Webhook')}
        sendingLabel={t('Saving…')}
        onCancel={close}
      />
    </Form>
  );
}

/** The secret is shown here once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog title={t('Your signing secret')} isBackdropInert onClose={onClose}>
      <DialogBody>
        <p>
          {t(
            'Your system checks with it that a request comes from us. Keep it like a password: this is the only time it is shown.',
          )}
        </p>
        <code className="py-2 px-3 rounded-sm bg-sunken font-mono wrap-anywhere">{secret}</code>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={secret} />
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogFooter>
    </Dialog>
  );
}
