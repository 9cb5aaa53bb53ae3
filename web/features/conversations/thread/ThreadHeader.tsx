import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ThreadHeader.module.css';

export interface ThreadSubject {
  subject: string;
  participant: Pick<Conversation['participant'], 'id' | 'name' | 'avatar_url' | 'role'>;
  property: Conversation['property'];
}

interface ThreadHeaderProps {
  /** Undefined while it is on its way; null when it cannot be had. */
  about: ThreadSubject | undefined | null;
  titleId: string;
  /** Stands before the person: a way back. */
  before?: ReactNode;
  /** Stands at the end: a way out. */
  after?: ReactNode;
  /** The person goes to another page. */
  onLeave?: (() => void) | undefined;
}

/** Who it is, what it is about, and the listing. */
export function ThreadHeader({ about, titleId, before, after, onLeave }: ThreadHeaderProps) {
  return (
    <>
      <header className={styles.header}>
        {before}
        {about ? (
          <>
            <Avatar src={about.participant.avatar_url} size={44} />
            <div className={styles.words}>
              <h2 id={titleId} className={styles.name}>
                <ParticipantName participant={about.participant} onLeave={onLeave} />
              </h2>
              <p className={styles.subject}>{about.subject}</p>
            </div>
          </>
        ) : about === null ? (
          <h2 id={titleId} className={`${styles.name} ${styles.words}`}>
            Conversation
          </h2>
        ) : (
          <>
            <Skeleton width={44} height={44} className={styles.round} />
            <div className={styles.words}>
              <h2 id={titleId} className="visuallyHidden">
                Conversation
              </h2>
              <Skeleton width="9rem" height="1rem" />
              <Skeleton width="6rem" height="0.75rem" />
            </div>
          </>
        )}
        {after && <div className={styles.after}>{after}</div>}
      </header>
      {about?.property && <PropertyStrip property={about.property} onLeave={onLeave} />}
    </>
  );
}

function ParticipantName({
  participant,
  onLeave,
}: {
  participant: ThreadSubject['participant'];
  onLeave: ThreadHeaderProps['onLeave'];
}) {
  if (participant.role !== 'agent' || participant.id === null) return participant.name;
  return (
    <Link to={`/agents/${participant.id}`} className={styles.profile} onClick={onLeave}>
      {participant.name}
    </Link>
  );
}

function PropertyStrip({
  property,
  onLeave,
}: {
  property: NonNullable<Conversation['property']>;
  onLeave: ThreadHeaderProps['onLeave'];
}) {
  return (
    <Link to={`/properties/${property.id}`} className={styles.strip} onClick={onLeave}>
      <span className={styles.picture}>
        <Picture src={property.image} alt="" sizes="4rem" />
      </span>
      <span className={styles.property}>
        <span className={styles.title}>{property.title}</span>
        <span className={styles.go}>View property</span>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}
