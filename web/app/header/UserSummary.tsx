import type { User } from '#shared/contracts/auth.ts';
import { roleLabel } from '#shared/labels.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './UserSummary.module.css';

export function UserSummary({ user }: { user: User }) {
  return (
    <div className={styles.summary}>
      <Avatar src={user.avatar_url} size={44} />
      <div className={styles.words}>
        <div className={styles.name}>{user.name}</div>
        <div className={styles.email}>{user.email}</div>
        <Badge tone="primary">{roleLabel[user.role]}</Badge>
      </div>
    </div>
  );
}
