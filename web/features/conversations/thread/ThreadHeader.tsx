import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { ProofBadge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export interface ThreadSubject {
  subject: string;
  participant: Pick<Conversation['participant'], 'id' | 'name' | 'avatar_url' | 'role'> &
    Partial<Pick<Conversation['participant'], 'email' | 'email_confirmed'>>;
  /** Undefined before there is a conversation. */
  own_side?: Conversation['own_side'];
  property: Conversation['property'];
}

interface ThreadHeaderProps {
  /** Undefined while it is on its way; null when it cannot be had. */
  about: ThreadSubject | undefined | null;
  titleId: string;
  /** Content before the person: a way back. */
  before?: ReactNode;
  /** Content at the end: a way out. */
  after?: ReactNode;
  /** The person goes to another page. */
  onLeave?: (() => void) | undefined;
}

/** The other side's name, the subject and the listing. */
export function ThreadHeader({ about, titleId, before, after, onLeave }: ThreadHeaderProps) {
  return (
    <>
      <header className="flex flex-none items-center gap-3 min-h-17 py-2 px-4 border-b border-b-line">
        {before}
        {about ? (
          <>
            <Avatar src={about.participant.avatar_url} size={44} />
            <div className="grid flex-1 gap-px min-w-0">
              <h2
                id={titleId}
                className="overflow-hidden text-[1.0625rem] tracking-[-0.01em] leading-[1.35] text-ellipsis whitespace-nowrap"
              >
                <ParticipantName participant={about.participant} onLeave={onLeave} />
              </h2>
              <p className="overflow-hidden text-muted text-sm leading-[1.35] text-ellipsis whitespace-nowrap">
                <bdi>{storedText(about.subject)}</bdi>
              </p>
              {about.own_side === 'agent' && about.participant.email && (
                <p className="flex items-center gap-2 min-w-0 text-muted text-sm leading-[1.35]">
                  <span className="truncate">{about.participant.email}</span>
                  <ProofBadge isConfirmed={about.participant.email_confirmed === true} />
                </p>
              )}
            </div>
          </>
        ) : about === null ? (
          <h2
            id={titleId}
            className="grid flex-1 gap-px min-w-0 overflow-hidden text-[1.0625rem] tracking-[-0.01em] leading-[1.35] text-ellipsis whitespace-nowrap"
          >
            {t('Conversation')}
          </h2>
        ) : (
          <>
            <Skeleton width={44} height={44} className="flex-none rounded-full!" />
            <div className="grid flex-1 gap-px min-w-0">
              <h2 id={titleId} className="visuallyHidden">
                {t('Conversation')}
              </h2>
              <Skeleton width="9rem" height="1rem" />
              <Skeleton width="6rem" height="0.75rem" />
            </div>
          </>
        )}
        {after && <div className="-mr-2">{after}</div>}
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
  if (participant.role !== 'agent' || participant.id === null)
    return <bdi>{storedText(participant.name)}</bdi>;
  return (
    <Link
      to={`/agents/${participant.id}`}
      className="text-inherit no-underline hover:text-primary hover:underline hover:underline-offset-[3px]"
      onClick={onLeave}
    >
      <bdi>{participant.name}</bdi>
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
    <Link
      to={`/properties/${property.id}`}
      className="flex flex-none items-center gap-3 py-2 px-4 border-b border-b-line bg-sunken text-ink no-underline transition-colors hover:bg-primary-soft focus-visible:-outline-offset-3 [&>svg]:flex-none [&>svg]:text-muted"
      onClick={onLeave}
    >
      <span className="flex-none w-14 h-10.5 overflow-hidden rounded-sm">
        <Picture src={property.image} alt="" sizes="4rem" />
      </span>
      <span className="grid flex-1 min-w-0 leading-[1.35]">
        <span dir="auto" className="overflow-hidden text-sm font-[650] text-ellipsis whitespace-nowrap">
          {property.title}
        </span>
        <span className="text-primary text-xs font-semibold">{t('View property')}</span>
      </span>
      <ChevronRight size={18} />
    </Link>
  );
}
