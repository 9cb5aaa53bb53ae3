import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminErasureRequest } from '#shared/contracts/privacy.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { fullTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { useAdminList } from '#web/ui/list/AdminList.tsx';
import { Case, CaseActions, CaseList, CasePlaceholder, Cases } from '#web/ui/list/CaseList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';

const statusLabels = {
  open: msg('Open'),
  completed: msg('Completed'),
  refused: msg('Refused'),
  withdrawn: msg('Withdrawn'),
  all: msg('All'),
};

const tones = { open: 'warning', completed: 'success', refused: 'danger', withdrawn: 'neutral' } as const;

const erasuresSchema = {
  status: ['open', 'completed', 'refused', 'withdrawn', 'all'],
} as const satisfies UrlSchema;

const erasuresQuery = (state: ListState<typeof erasuresSchema>) =>
  adminListQuery('privacy.list', { query: state });

/** People who asked to be forgotten (Data Privacy Act of 2012), the one who waits longest first. */
export function PrivacySection() {
  const list = useAdminList(erasuresSchema, erasuresQuery);
  const canDecide = useIsAllowed()('erasures.decide');
  const [decided, setDecided] = useState<Omit<ErasureDecisionProps, 'onClose'> | null>(null);

  return (
    <Section label={t('Privacy')}>
      <SectionHeader title={t('Erasure Requests')} />
      <CaseList
        list={list}
        words={{
          notFetched: t('Failed to fetch erasure requests'),
          notLoaded: t('Failed to load erasure requests'),
        }}
        statusLabels={statusLabels}
        placeholder={<CasePlaceholder label={t('Loading erasure requests')} height="6rem" />}
        empty={{
          icon: <ShieldCheck size={28} aria-hidden="true" />,
          title: t('No requests'),
          openText: t('No one is waiting for an answer.'),
        }}
      >
        <Cases>
          {list.data?.requests.map((request) => (
            <Case key={request.id}>
              <div className="grid gap-1 min-w-0 text-muted text-sm wrap-anywhere">
                <h3 className="text-ink">
                  {request.user?.name ?? t('Erased account')}{' '}
                  <Badge tone={tones[request.status]}>
                    {t('{status, select, open {open} completed {completed} refused {refused} other {withdrawn}}', {
                      status: request.status,
                    })}
                  </Badge>
                </h3>
                {request.user && (
                  <p>
                    {request.user.email} ·{' '}
                    {t('{role, select, agent {agent} admin {admin} other {user}}', {
                      role: request.user.role,
                    })}
                  </p>
                )}
                <p>{t('Asked on {moment}', { moment: fullTime(request.requested_at) })}</p>
                {request.status === 'open' && request.erase_at && (
                  <p>
                    {t('Deletes itself on {moment}, unless the person logs in', {
                      moment: fullTime(request.erase_at),
                    })}
                  </p>
                )}
                {request.reason && (
                  <p className="text-ink">
                    “<bdi>{request.reason}</bdi>”
                  </p>
                )}
                {request.answer && <p>{t('Refused: {answer}', { answer: request.answer })}</p>}
              </div>
              {request.status === 'open' && canDecide && (
                <CaseActions>
                  <Button isDangerous onClick={() => setDecided({ request, decision: 'complete' })}>
                    {t('Erase Account')}
                  </Button>
                  <Button variant="outlined" onClick={() => setDecided({ request, decision: 'refuse' })}>
                    {t('Refuse')}
                  </Button>
                </CaseActions>
              )}
            </Case>
          ))}
        </Cases>
      </CaseList>
      {decided && <ErasureDecision {...decided} onClose={() => setDecided(null)} />}
    </Section>
  );
}

interface ErasureDecisionProps {
  request: AdminErasureRequest;
  decision: 'complete' | 'refuse';
  onClose(): void;
}

function ErasureDecision({ request, decision, onClose }: ErasureDecisionProps) {
  const failure = t('Failed to decide the request');
  const { mutateAsync } = useAdminChange((answer: string) =>
    callApi('privacy.decide', { params: { id: request.id }, body: { decision, answer } }),
  );
  const name = request.user?.name ?? '';
  if (decision === 'refuse')
    return (
      <ReasonDialog
        about={`refuse_erasure_${request.id}`}
        title={t('Refuse {name}’s request?', { name })}
        text={t('The person will see your reason. The law allows few, such as a legal duty to keep the data.')}
        label={t('Reason')}
        whenBlank={t('Please give a reason. The person will see it.')}
        confirmLabel={t('Refuse')}
        onConfirm={async (answer) => {
          await mutateAsync(answer);
          showToast(t('The request was refused'));
        }}
        failure={failure}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t('Erase {name}’s account?', { name })}
      text={t(
        'This erases everything we keep about {name} ({email}). Other people keep their side of conversations, without the name. This cannot be undone.',
        { name, email: request.user?.email ?? '' },
      )}
      confirmLabel={t('Erase Account')}
      onConfirm={async () => {
        await mutateAsync('');
        showToast(t('The account was erased'));
      }}
      failureOf={(error) => failureSentence(error, failure, failure)}
      onClose={onClose}
    />
  );
}
