import { Avatar } from '../Avatar.tsx';
import { Badge, type BadgeTone } from '../Badge.tsx';
import styles from './PersonHeading.module.css';

interface PersonHeadingProps {
  name: string;
  avatarUrl: string | null;
  badges: { tone: BadgeTone | undefined; words: string }[];
}

export function PersonHeading({ name, avatarUrl, badges }: PersonHeadingProps) {
  return (
    <div className={styles.person}>
      <Avatar src={avatarUrl} size={64} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.badges}>
          {badges.map(({ tone, words }) => (
            <Badge key={words} {...(tone ? { tone } : {})}>
              {words}
            </Badge>
          ))}
        </p>
      </div>
    </div>
  );
}
