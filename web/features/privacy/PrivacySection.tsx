import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminErasureRequest, ErasureList } from '#shared/contracts/privacy.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { ADMIN_KEY } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { fullTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { TablePager } from '#web/ui/dataTable/TablePager.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Case, CaseActions, Cases } from '#web/ui/list/CaseList.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Card, Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const statusOptions = [
  { value: 'open', label: 'Open' },
  { value: 'completed', label: 'Completed' },
  { value: 'refused', label: 'Refused' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'all', label: 'All' },
] as const;
type Status = (typeof statusOptions)[number]['value'];

const tones = { open: 'warning', completed: 'success', refused: 'danger', withdrawn: 'neutral' } as const;

const erasuresQuery = (status: Status, page: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'erasures', status, page],
    queryFn: ({ signal }) =>
      callApi<ErasureList>('GET', '/api/admin/erasure-requests', { query: { status, page }, signal }),
    placeholderData: keepPreviousData,
    meta: { isPersonal: true },
  });

/** People who asked to be forgotten (Data Privacy Act of 2012), the one who waits longest first. */
export function PrivacySection() {
  const [params, setParams] = useSearchParams();
  const status = statusOptions.find(({ value }) => value === params.get('status'))?.value ?? 'open';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, error, refetch } = useQuery(erasuresQuery(status, page));
  const [decided, setDecided] = useState<{
    request: AdminErasureRequest;
    decision: 'complete' | 'refuse';
  } | null>(null);
  const show = (next: { status?: Status; page?: number }) =>
    setParams({ tab: 'privacy', status: next.status ?? status, page: String(next.page ?? 1) });

  return (
    <Section label="Privacy">
      <SectionHeader title="Erasure Requests">
        <NativeSelect
          label="Status"
          isLabelHidden
          value={status}
          options={statusOptions}
          onChange={(value) => show({ status: value })}
        />
      </SectionHeader>
      <FailureBanner
        message={
          error &&
          failureSentence(error, 'Failed to fetch erasure requests', 'Failed to fetch erasure requests')
        }
        onRetry={() => void refetch()}
      />
      {data?.requests.length === 0 && (
        <Card>
          <EmptyState
            headingLevel={3}
            icon={<ShieldCheck size={28} aria-hidden="true" />}
            title="No requests"
            text={status === 'open' ? 'Nobody waits for an answer.' : 'There is none of this kind.'}
          />
        </Card>
      )}
      {!data && !error && <Skeleton height="8rem" />}
      {data && data.requests.length > 0 && (
        <Cases>
          {data.requests.map((request) => (
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
      )}
      {data && data.pagination.pages > 1 && (
        <TablePager pagination={data.pagination} onPage={(next) => show({ page: next })} />
      )}
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
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (answer: string) =>
      callApi<AdminErasureRequest>('PUT', `/api/admin/erasure-requests/${request.id}`, {
        body: { decision, answer },
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
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
