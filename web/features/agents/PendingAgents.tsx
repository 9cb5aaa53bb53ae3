import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { ApplicationChecks, PendingAgent } from '#shared/contracts/agents.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { licenseTone } from '#web/features/licenses/index.ts';
import { userStatusLabel, userStatusTone } from '#web/features/users/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { AuditLink, contactDetails, DetailGroup, PersonHeading } from '#web/ui/details/DetailGroup.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { LoadFailure } from '#web/ui/list/AdminList.tsx';
import { Case, CaseActions, CasePlaceholder, Cases, RefuseButton } from '#web/ui/list/CaseList.tsx';
import { Card, Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { ApplicationChecklist, applicationChecksQuery, ChecksInShort } from './ApplicationChecklist.tsx';

/** The same list as in the overview (specification, part 3 §2). */
export function AgentsSection() {
  return (
    <Section label={t('Agents')}>
      <PendingAgents />
    </Section>
  );
}

export function PendingAgents() {
  const query = useQuery(adminQuery('applications.list'));
  const { data: agents, error } = query;
  const [dialog, setDialog] = useState<AgentDialog | null>(null);
  return (
    <>
      <SectionHeader title={t('Pending Agent Approvals')} />
      <LoadFailure
        query={query}
        notFetched={t('Failed to fetch pending agents')}
        notLoaded={t('Failed to load pending agents')}
      />
      {agents?.length === 0 && (
        <Card>
          <EmptyState
            headingLevel={3}
            icon={<UserCheck size={28} />}
            title={t('No pending approvals')}
            text={t('All agents have been reviewed.')}
          />
        </Card>
      )}
      {agents && agents.length > 0 && (
        <Cases>
          {agents.map((agent) => (
            <PendingAgentRow key={agent.id} agent={agent} onDialog={setDialog} />
          ))}
        </Cases>
      )}
      {!agents && !error && <CasePlaceholder label={t('Loading pending agents')} width="60%" height="3rem" />}
      {dialog && <AgentDialogs dialog={dialog} onDialog={setDialog} />}
    </>
  );
}

function PendingAgentRow({ agent, onDialog }: { agent: PendingAgent; onDialog(dialog: AgentDialog): void }) {
  const { name, email, phone, avatar_url, created_at } = agent;
  const canDecide = useIsAllowed()('applications.decide');
  return (
    <Case>
      <div className="flex items-center gap-3 min-w-0">
        <Avatar src={avatar_url} size={48} />
        <div className="grid grid-cols-1 min-w-0">
          <h3 dir="auto" className="row-title">
            {name}
          </h3>
          <p className="row-note">{email}</p>
          <p className="row-note">{phone ?? t('No phone')}</p>
          <p className="row-note">
            <Trans
              id="Registered <time>{day}</time>"
              values={{ day: shortDay(created_at) }}
              components={{ time: <time dateTime={created_at} /> }}
            />
          </p>
        </div>
      </div>
      <CaseActions>
        <Button
          variant="outlined"
          aria-label={t('View {name}', { name })}
          onClick={() => onDialog({ kind: 'view', agent })}
        >
          {t('View')}
        </Button>
        {canDecide && (
          <>
            <RefuseButton
              aria-label={t('Reject {name}', { name })}
              onClick={() => onDialog({ kind: 'reject', agent })}
            >
              {t('Reject')}
            </RefuseButton>
            <Button
              aria-label={t('Approve {name}', { name })}
              onClick={() => onDialog({ kind: 'approve', agent })}
            >
              {t('Approve')}
            </Button>
          </>
        )}
      </CaseActions>
    </Case>
  );
}

interface AgentDialog {
  kind: 'view' | 'approve' | 'reject';
  agent: PendingAgent;
}

interface AgentDialogsProps {
  dialog: AgentDialog;
  onDialog(dialog: AgentDialog | null): void;
}

function AgentDialogs({ dialog, onDialog }: AgentDialogsProps) {
  const { kind, agent } = dialog;
  const { mutateAsync: reject } = useAdminChange((reason: string) =>
    callApi('applications.reject', { params: { id: agent.id }, body: { reason } }),
  );
  const close = () => onDialog(null);
  if (kind === 'view') return <AgentDetailsDialog dialog={dialog} onDialog={onDialog} />;
  if (kind === 'approve') return <ApproveDialog agent={agent} onClose={close} />;
  return (
    <ReasonDialog
      title={t('Reject agent')}
      text={t('Reject agent {name}? This cannot be undone.', { name: agent.name })}
      label={t('Reason')}
      placeholder={t('The applicant will see it')}
      confirmLabel={t('Reject')}
      isDangerous
      onConfirm={async (reason) => {
        await reject(reason);
        showToast(t('The application of {name} was rejected', { name: agent.name }));
      }}
      failure={t('Failed to reject agent')}
      onClose={close}
    />
  );
}

/** Names the unchecked points. The shown state goes with the approval: the server refuses it if it has changed. */
function ApproveDialog({ agent: { id, name }, onClose }: { agent: PendingAgent; onClose(): void }) {
  const { mutateAsync: approve } = useAdminChange((shown: ApplicationChecks['checks'] | undefined) =>
    callApi('applications.approve', { params: { id }, body: { shown } }),
  );
  const { data, error, refetch } = useQuery(applicationChecksQuery(id));
  return (
    <ConfirmDialog
      title={t('Approve agent')}
      text={t('Approve agent {name}? They will appear in the directory and can post listings.', { name })}
      confirmLabel={t('Approve')}
      isDangerous={false}
      isWaiting={!data}
      onConfirm={async () => {
        await approve(data?.checks);
        showToast(t('{name} is now an agent', { name }));
      }}
      failureOf={(failure) => {
        if (failure instanceof ApiFailure && failure.code === 'checks_changed') void refetch();
        return failureSentence(failure, t('Failed to approve agent'), t('Failed to approve agent'));
      }}
      onClose={onClose}
    >
      {data ? (
        <ChecksInShort checks={data.checks} />
      ) : error ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('What was checked could not be loaded'))}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeletons count={4}>
          <Skeleton width="70%" height="1.25rem" />
        </Skeletons>
      )}
    </ConfirmDialog>
  );
}

function AgentDetailsDialog({ dialog: { agent }, onDialog }: AgentDialogsProps) {
  const isAllowed = useIsAllowed();
  // Accounts that an admin made as pending agents wait without an application of their own.
  const isPending = agent.application_status === 'pending' || agent.status === 'pending';
  return (
    <Dialog title={t('Agent Details')} size="wide" onClose={() => onDialog(null)}>
      <DialogBody>
        <PersonHeading
          name={agent.name}
          avatarUrl={agent.avatar_url}
          badges={[
            isPending
              ? { tone: 'warning', words: t('Pending') }
              : { tone: userStatusTone[agent.status], words: t(userStatusLabel[agent.status]) },
          ]}
        />
        <DetailGroup title={t('Contact')} details={contactDetails(agent)} />
        <DetailGroup
          title={t('Professional')}
          details={[
            [t('Title'), agent.title],
            [t('Specialization'), agent.specialization ?? t('Not given')],
            [t('Experience'), agent.experience ?? t('Not given')],
            [t('Service Area'), agent.location ?? t('Not given')],
            [t('License Number'), agent.license_number ?? t('Not given')],
            [
              t('License Check'),
              <Badge key="license" tone={licenseTone[agent.license_state]}>
                {t(licenseStateLabel[agent.license_state])}
              </Badge>,
            ],
            [t('Languages'), agent.languages.join(', ')],
            [t('Certifications'), agent.certifications.join(', ')],
            [t('Application Date'), shortDay(agent.applied_at)],
          ]}
        />
        {agent.bio && <DetailGroup title={t('Bio')} text={agent.bio} />}
        <ApplicationChecklist id={agent.id} />
        {isAllowed('auditLog.read') && <AuditLink entityType="user" entityId={agent.id} />}
        {isPending && isAllowed('applications.decide') && (
          <DialogFooter>
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'reject', agent })}>
              {t('Reject')}
            </Button>
            <Button onClick={() => onDialog({ kind: 'approve', agent })}>{t('Approve')}</Button>
          </DialogFooter>
        )}
      </DialogBody>
    </Dialog>
  );
}
