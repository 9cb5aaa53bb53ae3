import type { PendingAgent } from '#shared/contracts/agents.ts';
import { shortDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Case, CaseActions, RefuseButton } from '#web/ui/list/CaseList.tsx';
import type { AgentDialog } from './agentDialog.ts';

interface PendingAgentRowProps {
  agent: PendingAgent;
  onDialog(dialog: AgentDialog): void;
}

export function PendingAgentRow({ agent, onDialog }: PendingAgentRowProps) {
  const { name, email, phone, avatar_url, created_at } = agent;
  return (
    <Case>
      <div className="flex items-center gap-3 min-w-0">
        <Avatar src={avatar_url} size={48} />
        <div className="grid min-w-0">
          <h3 className="row-title">{name}</h3>
          <p className="row-note">{email}</p>
          <p className="row-note">{phone ?? 'No phone'}</p>
          <p className="row-note">
            Registered <time dateTime={created_at}>{shortDay(created_at)}</time>
          </p>
        </div>
      </div>
      <CaseActions>
        <Button
          variant="outlined"
          aria-label={`View ${name}`}
          onClick={() => onDialog({ kind: 'view', agent })}
        >
          View
        </Button>
        <RefuseButton aria-label={`Reject ${name}`} onClick={() => onDialog({ kind: 'reject', agent })}>
          Reject
        </RefuseButton>
        <Button aria-label={`Approve ${name}`} onClick={() => onDialog({ kind: 'approve', agent })}>
          Approve
        </Button>
      </CaseActions>
    </Case>
  );
}
