import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { DELETION_DAYS } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { dropOfflineCopy } from '#web/features/offline/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { formatDay, fullTime } from '#web/lib/dates.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate, useSearchParams } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

/** A person's rights under the Data Privacy Act of 2012: to get their stored data, and to be forgotten. */
export function OwnData() {
  const download = useMutation({
    mutationFn: () => downloadFile('privacy.download'),
    onError: (error) =>
      showToast(failureSentence(error, t('Your data could not be downloaded. Please try again.')), 'error'),
  });

  return (
    <div className="grid gap-4 mt-6">
      <SectionCard
        title={t('Download Your Data')}
        text={t(
          'Everything we keep about you in one file: your account, favorites, inquiries, conversations, viewings and settings.',
        )}
        action={
          <Button variant="outlined" disabled={download.isPending} onClick={() => download.mutate()}>
            <Download size={18} aria-hidden="true" />
            {download.isPending ? t('Preparing…') : t('Download')}
          </Button>
        }
      />
      <DeleteAccount />
    </div>
  );
}

/** In the address of an open dialog, which links lead to; it asks for the password all the same. */
const ASKING = 'delete';

/** A request that waits for an administrator can be withdrawn here; a deletion with a date is undone by logging in. */
export function DeleteAccount() {
  const { data: request } = useQuery(erasureQuery);
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => callApi('privacy.withdraw'),
    onSuccess: (answer) => client.setQueryData(erasureQuery.queryKey, answer),
  });
  const [parameters, setParameters] = useSearchParams();
  const isAsking = parameters.has(ASKING);
  const setIsAsking = (isOpen: boolean) =>
    setParameters(
      (before) => {
        if (isOpen) before.set(ASKING, '1');
        else before.delete(ASKING);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const takeBack = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => showToast(t('Your request was withdrawn')),
      onError: (error) => showToast(failureSentence(error, t('This did not work. Please try again.')), 'error'),
    });

  return (
    <>
      <SectionCard
        title={t('Delete account')}
        text={t(
          'Your account and your data are erased after {days} days. Log in before then to keep them. Messages you sent to other people stay with them, without your name.',
          { days: DELETION_DAYS },
        )}
        action={
          request?.status === 'open' ? (
            <Button variant="outlined" disabled={withdraw.isPending} onClick={takeBack}>
              {t('Withdraw Request')}
            </Button>
          ) : (
            <Button variant="outlined" isDangerous onClick={() => setIsAsking(true)}>
              <Trash2 size={18} aria-hidden="true" />
              {t('Delete account')}
            </Button>
          )
        }
      >
        {request?.status === 'open' && (
          <Notice kind="info">
            {t('You asked for this on {moment}. We will email you when it is done.', {
              moment: fullTime(request.requested_at),
            })}
          </Notice>
        )}
        {request?.status === 'refused' && (
          <Notice kind="info">
            {t('Your last request was refused: {answer}', { answer: request.answer ?? '' })}
          </Notice>
        )}
      </SectionCard>
      {isAsking && request?.status !== 'open' && <DeletionDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Says what is deleted and when, and asks for the password: a forgotten laptop must not delete an account. */
function DeletionDialog({ onClose }: { onClose(): void }) {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    values: { password: '' },
    send: async ({ password }) => {
      const { erase_at } = await callApi('privacy.request', { body: { password, is_scheduled: true } });
      // The server has ended all sessions. The settings leave first, as unsaved ones would block the navigation.
      const isLoggedOut = logout();
      await navigate('/');
      await isLoggedOut;
      if (user) await dropOfflineCopy(user.id).catch(() => undefined);
      showToast(
        t('Your account will be deleted on {day}. Log in before then to keep it.', {
          day: formatDay(erase_at ?? ''),
        }),
      );
    },
    failure: t('Your account could not be deleted. Please try again.'),
  });

  return (
    <FormDialog title={t('Delete account')} onClose={onClose}>
      <Form form={form}>
        <p>
          {t(
            'We log you out everywhere now. After {days} days your favorites, viewings and settings are gone for good and your listings are taken down. Changed your mind? Log in before then.',
            { days: DELETION_DAYS },
          )}
        </p>
        <FormBanner message={form.error} />
        <PasswordField name="password" label={t('Your Password')} autoComplete="current-password" required />
        <FormActions
          isDisabled={form.watch('password') === ''}
          submitLabel={t('Delete account')}
          sendingLabel={t('Deleting…')}
          isDangerous
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}

/** The person's latest request to be erased; null when there is none. */
const erasureQuery = queryOptions({ ...queryOf('privacy.current'), meta: { isPersonal: true } });
