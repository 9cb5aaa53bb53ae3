import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './TypingDots.module.css';

export function TypingDots({ name, avatar }: { name: string; avatar: string | null }) {
  return (
    <div className={`flex items-end gap-2 ${styles.row}`}>
      <Avatar src={avatar} size={28} />
      <div
        className={`flex items-center gap-1 h-9 px-3.5 bg-sunken dark:bg-[color-mix(in_srgb,var(--s-text)_9%,var(--s-surface))] ${styles.bubble}`}
      >
        <span className="visuallyHidden">{name} is typing…</span>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.dot} aria-hidden="true" />
      </div>
    </div>
  );
}
