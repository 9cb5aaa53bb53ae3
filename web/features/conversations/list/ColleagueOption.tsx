import type { Agent } from '#shared/contracts/agents.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './StartConversationDialog.module.css';

interface ColleagueOptionProps {
  agent: Pick<Agent, 'name' | 'avatar_url' | 'title' | 'specialization'>;
  isChosen: boolean;
  onChoose(): void;
}

const AVATAR_SIZE = 44;

export function ColleagueOption({ agent, isChosen, onChoose }: ColleagueOptionProps) {
  return (
    <label className={styles.person}>
      <input type="radio" name="colleague" checked={isChosen} onChange={onChoose} />
      {agent.avatar_url ? (
        <Avatar src={agent.avatar_url} size={AVATAR_SIZE} />
      ) : (
        <span className={styles.letter} aria-hidden="true">
          {[...agent.name][0]?.toLocaleUpperCase()}
        </span>
      )}
      <span className={styles.lines}>
        <strong>{agent.name}</strong>
        <span>{agent.title || 'Real Estate Agent'}</span>
        {agent.specialization && <span>{agent.specialization}</span>}
      </span>
    </label>
  );
}
