import type { PendingAgent } from '#shared/contracts/agents.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { licenseTone } from '#web/features/licenses/index.ts';
import { userStatusLabel, userStatusTone } from '#web/features/users/index.ts';
import { shortDay } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/Dialog.tsx';
import { AuditLink } from '#web/ui/details/AuditLink.tsx';
import { DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { PersonHeading } from '#web/ui/details/PersonHeading.tsx';
import type { AgentDialog } from './agentDialog.ts';

interface AgentDetailsDialogProps {
  agent: PendingAgent;
  onDialog(dialog: AgentDialog): void;
  onClose(): void;
}

export function AgentDetailsDialog({ agent, onDialog, onClose }: AgentDetailsDialogProps) {
  // Accounts that an admin made as pending agents wait without an application of their own.
  const isPending = agent.application_status === 'pending' || agent.status === 'pending';
  return (
    <Dialog title="Agent Details" size="wide" onClose={onClose}>
      <DialogBody>
        <PersonHeading
          name={agent.name}
          avatarUrl={agent.avatar_url}
          badges={[
            isPending
              ? { tone: 'warning', words: 'Pending' }
              : { tone: userStatusTone[agent.status], words: userStatusLabel[agent.status] },
          ]}
        />
        <DetailGroup
          title="Contact"
          details={[
            [
              'Email',
              <a key="email" href={`mailto:${agent.email}`}>
                {agent.email}
              </a>,
            ],
            [
              'Phone',
              agent.phone ? (
                <a key="phone" href={`tel:${agent.phone}`}>
                  {agent.phone}
                </a>
              ) : (
                'Not given'
              ),
            ],
          ]}
        />
        <DetailGroup
          title="Professional"
          details={[
            ['Title', agent.title],
            ['Specialization', agent.specialization ?? 'Not given'],
            ['Experience', agent.experience ?? 'Not given'],
            ['Service Area', agent.location ?? 'Not given'],
            ['License Number', agent.license_number ?? 'Not given'],
            [
              'License Check',
              <Badge key="license" tone={licenseTone[agent.license_state]}>
                {licenseStateLabel[agent.license_state]}
              </Badge>,
            ],
            ['Languages', agent.languages.join(', ')],
            ['Certifications', agent.certifications.join(', ')],
            ['Application Date', shortDay(agent.applied_at)],
          ]}
        />
        {agent.bio && <DetailGroup title="Bio" text={agent.bio} />}
        <AuditLink entityType="user" entityId={agent.id} />
        {isPending && (
          <DialogFooter>
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'reject', agent })}>
              Reject
            </Button>
            <Button onClick={() => onDialog({ kind: 'approve', agent })}>Approve</Button>
          </DialogFooter>
        )}
      </DialogBody>
    </Dialog>
  );
}
