import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './TypingDots.module.css';

export function TypingDots({ name, avatar }: { name: string; avatar: string | null }) {
  return (
    <div className={styles.row}>
      <Avatar src={avatar} size={28} />
      <div className={styles.bubble}>
        <span className="visuallyHidden">{name} is typing…</span>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.dot} aria-hidden="true" />
      </div>
    </div>
  );
}
