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
    <label
      className={`relative flex items-center gap-3 py-2.5 px-3 cursor-pointer hover:bg-sunken ${styles.person}`}
    >
      <input type="radio" name="colleague" checked={isChosen} onChange={onChoose} />
      {agent.avatar_url ? (
        <Avatar src={agent.avatar_url} size={AVATAR_SIZE} />
      ) : (
        <span
          className="grid flex-none place-items-center w-[44px] h-[44px] rounded-full bg-primary text-on-primary font-bold"
          aria-hidden="true"
        >
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
