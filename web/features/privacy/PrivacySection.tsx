import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminErasureRequest, ErasureList } from '#shared/contracts/privacy.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { fullTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
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
  open: 'Open',
  completed: 'Completed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  all: 'All',
} as const;

const tones = { open: 'warning', completed: 'success', refused: 'danger', withdrawn: 'neutral' } as const;

const erasuresSchema = {
  status: ['open', 'completed', 'refused', 'withdrawn', 'all'],
} as const satisfies UrlSchema;

const path = '/api/admin/erasure-requests';

const erasuresQuery = (state: ListState<typeof erasuresSchema>) =>
  adminListQuery<ErasureList>('erasures', path, state);

/** People who asked to be forgotten (Data Privacy Act of 2012), the one who waits longest first. */
export function PrivacySection() {
  const list = useAdminList(erasuresSchema, erasuresQuery);
  const [decided, setDecided] = useState<{
    request: AdminErasureRequest;
    decision: 'complete' | 'refuse';
  } | null>(null);

  return (
    <Section label="Privacy">
      <SectionHeader title="Erasure Requests" />
      <CaseList
        list={list}
        things="erasure requests"
        statusLabels={statusLabels}
        placeholder={<CasePlaceholder things="erasure requests" height="6rem" />}
        empty={{
          icon: <ShieldCheck size={28} aria-hidden="true" />,
          title: 'No requests',
          openText: 'Nobody waits for an answer.',
        }}
      >
        <Cases>
          {list.data?.requests.map((request) => (
            <Case key={request.id}>
              <div className="grid gap-1 min-w-0 text-muted text-sm wrap-anywhere">
                <h3 className="text-ink">
                  {request.user?.name ?? 'Erased account'}{' '}
                  <Badge tone={tones[request.status]}>{request.status}</Badge>
                </h3>
                {request.user && (
                  <p>
                    {request.user.email} · {request.user.role}
                  </p>
                )}
                <p>Asked on {fullTime(request.requested_at)}</p>
                {request.reason && <p className="text-ink">“{request.reason}”</p>}
                {request.answer && <p>Refused: {request.answer}</p>}
              </div>
              {request.status === 'open' && (
                <CaseActions>
                  <Button
                    className="bg-danger! hover:bg-danger!"
                    onClick={() => setDecided({ request, decision: 'complete' })}
                  >
                    Erase Account
                  </Button>
                  <Button variant="outlined" onClick={() => setDecided({ request, decision: 'refuse' })}>
                    Refuse
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

const FAILURE = 'Failed to decide the request';

function ErasureDecision({ request, decision, onClose }: ErasureDecisionProps) {
  const { mutateAsync } = useAdminChange((answer: string) =>
    callApi<AdminErasureRequest>('PUT', `${path}/${request.id}`, { body: { decision, answer } }),
  );
  const name = request.user?.name ?? '';
  if (decision === 'refuse')
    return (
      <ReasonDialog
        title={`Refuse ${name}’s request?`}
        text="The person sees your reason. The law knows few of them: a legal duty to keep the data is one."
        label="Reason"
        whenBlank="Please give a reason; the person will see it"
        confirmLabel="Refuse"
        onConfirm={async (answer) => {
          await mutateAsync(answer);
          showToast('The request was refused');
        }}
        failure={FAILURE}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={`Erase ${name}’s account?`}
      text={`Everything kept about ${name} (${request.user?.email}) is erased. Other people keep their side of conversations, without the name. This cannot be undone.`}
      confirmLabel="Erase Account"
      onConfirm={async () => {
        await mutateAsync('');
        showToast('The account was erased');
      }}
      failureOf={(error) => failureSentence(error, FAILURE, FAILURE)}
      onClose={onClose}
    />
  );
}
