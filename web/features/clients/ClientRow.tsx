import type { Client } from '#shared/contracts/clients.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './Clients.module.css';
import { countsOf } from './clientWords.ts';

interface ClientRowProps {
  client: Client;
  now: Date;
  isChosen: boolean;
  onChoose(): void;
}

export function ClientRow({ client, now, isChosen, onChoose }: ClientRowProps) {
  const { name, avatar_url, emails, phones, last_activity_at: at, needs_answer, unread } = client;
  return (
    <button
      type="button"
      className="flex gap-3 w-full p-3 border-0 rounded-md bg-transparent text-left cursor-pointer hover:bg-sunken aria-[current=true]:bg-primary-soft focus-visible:-outline-offset-3"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
    >
      <Avatar src={avatar_url} size={44} />
      <span className={`grid flex-1 gap-0.5 min-w-0 leading-[1.4] ${styles.words}`}>
        <span className={styles.line}>
          <strong>{name}</strong>
          <time dateTime={at} title={fullTime(at)}>
            {relativeTime(at, now)}
          </time>
        </span>
        <span className={styles.quiet}>{emails[0] ?? phones[0] ?? 'No address'}</span>
        <span className={styles.line}>
          <span className={styles.quiet}>
            {countsOf(client)}
            {unread > 0 && ` · ${unread} unread`}
          </span>
          {needs_answer && <Badge tone="warning">Needs an answer</Badge>}
        </span>
      </span>
    </button>
  );
}
