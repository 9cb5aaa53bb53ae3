import type { PendingAgent } from '#shared/contracts/agents.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { shortDay } from '#web/ui/adminParts/moments.ts';
import section from '#web/ui/adminParts/section.module.css';
import { Button } from '#web/ui/Button.tsx';
import type { AgentDialog } from './agentDialog.ts';
import styles from './PendingAgents.module.css';

interface PendingAgentRowProps {
  agent: PendingAgent;
  onDialog(dialog: AgentDialog): void;
}

export function PendingAgentRow({ agent, onDialog }: PendingAgentRowProps) {
  const { name, email, phone, avatar_url, created_at } = agent;
  return (
    <li className={styles.agent}>
      <div className={section.person}>
        <Avatar src={avatar_url} size={48} />
        <div className={section.words}>
          <h3 className={section.name}>{name}</h3>
          <p className={section.muted}>{email}</p>
          <p className={section.muted}>{phone ?? 'No phone'}</p>
          <p className={section.muted}>
            Registered <time dateTime={created_at}>{shortDay(created_at)}</time>
          </p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          variant="outlined"
          aria-label={`View ${name}`}
          onClick={() => onDialog({ kind: 'view', agent })}
        >
          View
        </Button>
        <Button
          variant="outlined"
          className={styles.reject}
          aria-label={`Reject ${name}`}
          onClick={() => onDialog({ kind: 'reject', agent })}
        >
          Reject
        </Button>
        <Button aria-label={`Approve ${name}`} onClick={() => onDialog({ kind: 'approve', agent })}>
          Approve
        </Button>
      </div>
    </li>
  );
}
