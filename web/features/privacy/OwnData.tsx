import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MAX_REASON_LENGTH } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField, TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { fullTime } from '#web/lib/dates.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

/** A person's rights under the Data Privacy Act of 2012: to get their stored data, and to be forgotten. */
export function OwnData() {
  const { data: request } = useQuery(erasureQuery);
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => callApi('privacy.withdraw'),
    onSuccess: (answer) => client.setQueryData(erasureQuery.queryKey, answer),
  });
  const [isAsking, setIsAsking] = useState(false);

  const download = useMutation({
    mutationFn: () => downloadFile('privacy.download'),
    onError: (error) =>
      showToast(failureSentence(error, t('Your data could not be downloaded. Please try again.')), 'error'),
  });
  const takeBack = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => showToast(t('Your request was withdrawn')),
      onError: (error) => showToast(failureSentence(error, t('This did not work. Please try again.')), 'error'),
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
      <SectionCard
        title={t('Erase Your Account')}
        text={t(
          'An administrator erases your account and your data. Messages you sent to other people stay with them, without your name.',
        )}
        action={
          request?.status === 'open' ? (
            <Button variant="outlined" disabled={withdraw.isPending} onClick={takeBack}>
              {t('Withdraw Request')}
            </Button>
          ) : (
            <Button variant="outlined" isDangerous onClick={() => setIsAsking(true)}>
              <Trash2 size={18} aria-hidden="true" />
              {t('Ask for Erasure')}
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
      {isAsking && <ErasureDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}

/** Lists the deleted and the kept data, and asks for the password: a forgotten laptop must not erase an account. */
function ErasureDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const form = useForm({
    values: { password: '', reason: '' },
    send: async (body) => {
      client.setQueryData(erasureQuery.queryKey, await callApi('privacy.request', { body }));
      showToast(t('Your request was sent'));
      onClose();
    },
    failure: t('Your request could not be sent. Please try again.'),
  });

  return (
    <FormDialog title={t('Ask for Erasure')} onClose={onClose}>
      <Form form={form}>
        <p>
          {t(
            'Once an administrator has erased your account, your favorites, viewings and settings are gone for good and your listings are taken down. You can withdraw the request until then.',
          )}
        </p>
        <FormBanner message={form.error} />
        <PasswordField name="password" label={t('Your Password')} autoComplete="current-password" required />
        <TextAreaField name="reason" label={t('Reason')} isOptional maxLength={MAX_REASON_LENGTH} rows={3} />
        <FormActions
          isDisabled={form.watch('password') === ''}
          submitLabel={t('Ask for Erasure')}
          sendingLabel={t('Sending…')}
          isDangerous
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}

/** The person's latest request to be erased; null when there is none. */
const erasureQuery = queryOptions({ ...queryOf('privacy.current'), meta: { isPersonal: true } });
