import { Link2, Trash2, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { SharedList } from '#shared/contracts/lists.ts';
import { LIST_INVITATION_DAYS, MAX_EMAIL_LENGTH } from '#shared/limits.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { dateFormat } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { copyText } from '#web/lib/shareLink.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { DialogBody } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useEndList, useListChange } from './queries.ts';

const day = dateFormat({ dateStyle: 'medium' }, 'en-PH');

export function MembersDialog(props: { list: SharedList; userId: number; onClose(): void }) {
  const { list, userId, onClose } = props;
  const isOwner = list.role === 'owner';
  return (
    <FormDialog title={isOwner ? t('Invite people') : t('People in this list')} size="wide" onClose={onClose}>
      <DialogBody>
        {isOwner && <InvitationForm id={list.id} />}
        {isOwner && <LinkMaker id={list.id} />}
        {isOwner && list.invitations.length > 0 && <OpenInvitations list={list} />}
        <Members list={list} userId={userId} />
      </DialogBody>
    </FormDialog>
  );
}

function InvitationForm({ id }: { id: number }) {
  const { mutateAsync: change } = useListChange<SharedList | null>();
  const form = useForm({
    values: { email: '' },
    check: ({ email }) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : { email: t('Enter an email address') }),
    send: async ({ email }) => {
      await change(() => callApi('lists.invite', { params: { id }, body: { email } }));
      showToast(t('Invitation sent to {email}', { email: email.trim() }));
      return { email: '' };
    },
    failure: t('The invitation could not be sent.'),
  });
  return (
    <Form form={form}>
      <TextField
        name="email"
        type="email"
        autoComplete="off"
        label={t('Invite by email')}
        hint={t('The email names you and the list. The invitation works once.')}
        maxLength={MAX_EMAIL_LENGTH}
      />
      <FormBanner message={form.error} />
      <div>
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Sending...') : t('Send Invitation')}
        </Button>
      </div>
    </Form>
  );
}

function LinkMaker({ id }: { id: number }) {
  const { mutate: change, isPending, error } = useListChange();
  const [url, setUrl] = useState<string | null>(null);
  const create = () =>
    change(async () => {
      const answer = await callApi('lists.makeLink', { params: { id } });
      setUrl(answer.url);
      return answer.list;
    });
  const copy = (link: string) =>
    copyText(link).then(
      () => showToast(t('Link copied')),
      () => showToast(t('The link could not be copied. Select it and copy it yourself.'), 'error'),
    );
  return (
    <section className="grid grid-cols-1 gap-2 pt-4 border-t border-line">
      <h3 className="text-base">{t('Invite by link')}</h3>
      <p className="text-muted text-sm">
        {t('Anyone with the link can join for {days} days. Send it only to people you trust.', {
          days: LIST_INVITATION_DAYS,
        })}
      </p>
      {url ? (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <NativeInput label={t('Link (shown only once)')} value={url} readOnly onChange={() => undefined} />
          <Button variant="outlined" onClick={() => void copy(url)}>
            {t('Copy')}
          </Button>
        </div>
      ) : (
        <div>
          <Button variant="outlined" disabled={isPending} onClick={create}>
            <Link2 size={18} />
            {t('Create Link')}
          </Button>
        </div>
      )}
      <Notice kind="error">{error && failureSentence(error, t('The link could not be created.'))}</Notice>
    </section>
  );
}

function OpenInvitations({ list: { id, invitations } }: { list: SharedList }) {
  const { mutateAsync: change, isPending } = useListChange();
  const withdraw = (invitationId: number) =>
    change(() => callApi('lists.withdraw', { params: { id, invitationId } })).then(
      () => showToast(t('Invitation withdrawn')),
      (error) => showToast(failureSentence(error, t('The invitation could not be withdrawn.')), 'error'),
    );
  return (
    <section className="grid grid-cols-1 gap-2 pt-4 border-t border-line">
      <h3 className="text-base">{t('Open invitations')}</h3>
      <ul className="grid grid-cols-1 gap-1">
        {invitations.map(({ id: invitationId, email, created_at, expires_at }) => {
          const name = email ?? t('Link of {day}', { day: day.format(new Date(created_at)) });
          return (
            <li key={invitationId} className="flex items-center justify-between gap-3">
              <p className="min-w-0 wrap-anywhere">
                {name}{' '}
                <span className="text-muted text-sm">
                  {t('until {day}', { day: day.format(new Date(expires_at)) })}
                </span>
              </p>
              <IconButton
                label={t('Withdraw the invitation: {name}', { name })}
                icon={<Trash2 size={18} />}
                disabled={isPending}
                onClick={() => void withdraw(invitationId)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Members({ list: { id, role, members }, userId }: { list: SharedList; userId: number }) {
  const { mutateAsync: end } = useEndList();
  const [leaving, setLeaving] = useState<SharedList['members'][number] | null>(null);
  return (
    <section className="grid grid-cols-1 gap-2 pt-4 border-t border-line first:pt-0 first:border-0">
      <h3 className="text-base">{t('People')}</h3>
      <ul className="grid grid-cols-1 gap-1" aria-label={t('People in this list')}>
        {members.map((member) => (
          <li key={member.id} className="flex items-center justify-between gap-3 min-h-11">
            <p className="flex flex-wrap items-center gap-2 min-w-0 wrap-anywhere">
              {member.id === userId ? t('{name} (you)', { name: member.name }) : member.name}
              {member.role === 'owner' && <Badge>{t('Owner')}</Badge>}
            </p>
            {role === 'owner' && member.id !== userId && (
              <IconButton
                label={t('Remove {name} from the list', { name: member.name })}
                icon={<UserMinus size={18} />}
                onClick={() => setLeaving(member)}
              />
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={t('Remove {name} from the list?', { name: leaving.name })}
          text={t(
            'They will no longer see it. Their votes are deleted and their comments stay. Open invitation links end, so that they cannot come back by one.',
          )}
          confirmLabel={t('Remove')}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onConfirm={async () =>
            void (await end(() => callApi('lists.removeMember', { params: { id, userId: leaving.id } })))
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}
