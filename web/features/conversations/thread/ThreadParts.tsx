import { ChevronRight, Lock, MessageCircleOff, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { ProofBadge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export interface ThreadSubject {
  subject: string;
  participant: Pick<Conversation['participant'], 'id' | 'name' | 'avatar_url' | 'role'> &
    Partial<Pick<Conversation['participant'], 'email' | 'email_confirmed'>>;
  /** Undefined before there is a conversation. */
  own_side?: Conversation['own_side'];
  property: ListingTold | null;
}

/** A listing that a chat begins about. `isRental`: rent and lease; unknown where the conversation exists already. */
export type ListingTold = NonNullable<Conversation['property']> & { isRental?: boolean };

type Leaving = { onLeave?: (() => void) | undefined };

interface ThreadHeaderProps extends Leaving {
  /** Undefined while it is on its way; null when it cannot be had. */
  about: ThreadSubject | undefined | null;
  titleId: string;
  /** Content at the end: a way out. */
  after?: ReactNode;
}

export const ThreadHeader = ({ about, titleId, after, onLeave }: ThreadHeaderProps) => (
  <>
    <header className="flex flex-none items-center gap-3 min-h-17 py-2 px-4 border-b border-b-line">
      {about ? (
        <>
          <Avatar src={about.participant.avatar_url} size={44} />
          <div className="grid flex-1 gap-px min-w-0">
            <h2 id={titleId} className="truncate text-[1.0625rem] tracking-[-0.01em] leading-[1.35]">
              <ParticipantName participant={about.participant} onLeave={onLeave} />
            </h2>
            <p className="truncate text-muted text-sm leading-[1.35]">
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
          className="grid flex-1 gap-px min-w-0 truncate text-[1.0625rem] tracking-[-0.01em] leading-[1.35]"
        >
          {t('Conversation')}
        </h2>
      ) : (
        <>
          <Skeleton width={44} height={44} className="flex-none rounded-full" />
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

function ParticipantName({ participant, onLeave }: Pick<ThreadSubject, 'participant'> & Leaving) {
  if (participant.role !== 'agent' || participant.id === null) return <bdi>{storedText(participant.name)}</bdi>;
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

type PropertyStripProps = Leaving & { property: NonNullable<Conversation['property']> };

const STRIP_STATES = 'bg-sunken hover:bg-primary-soft focus-visible:-outline-offset-3';

const PropertyStrip = ({ property, onLeave }: PropertyStripProps) => (
  <Link
    to={`/properties/${property.id}`}
    className={`option flex-none py-2 px-4 border-b border-line rounded-none text-ink ${STRIP_STATES}`}
    onClick={onLeave}
  >
    <span className="flex-none w-14 h-10.5 overflow-hidden rounded-sm">
      <Picture src={property.image} alt="" sizes="4rem" />
    </span>
    <span className="grid flex-1 min-w-0 leading-[1.35]">
      <span dir="auto" className="truncate text-sm font-[650]">
        {property.title}
      </span>
      <span className="text-primary text-xs font-semibold">{t('View property')}</span>
    </span>
    <ChevronRight className="text-muted" size={18} />
  </Link>
);

const aboutProperty = [msg('Is this still available?'), msg('Can I see it this week?')];
const aboutCosts = { sale: msg('How much are the monthly dues?'), rent: msg('What do I pay to move in?') };
const aboutAnything = [msg('I am looking for a place to buy.'), msg('I am looking for a place to rent.')];

type ThreadStartProps = { about: ThreadSubject | undefined; onSuggest(text: string): void };

const suggestionsAbout = (property: ListingTold | null | undefined) =>
  property ? [...aboutProperty, aboutCosts[property.isRental ? 'rent' : 'sale']] : aboutAnything;

export const ThreadStart = ({ about, onSuggest }: ThreadStartProps) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-2 min-h-0 py-6 px-4 overflow-auto text-center">
    <span className="disc w-14 h-14 mb-2">
      <MessagesSquare size={26} />
    </span>
    <h3 className="text-lg">{t('Start the conversation')}</h3>
    <p className="max-w-88 text-muted text-md">
      {t('Write to {name}. We will notify you when they answer.', { name: about?.participant.name ?? '' })}
    </p>
    <div className="flex flex-wrap justify-center gap-2 mt-3">
      {suggestionsAbout(about?.property).map((suggestion) => (
        <button
          key={suggestion.id}
          type="button"
          className="pill max-w-full min-h-11 py-2 px-4 rounded-[1.375rem] font-[550] leading-[1.35] whitespace-normal"
          onClick={() => onSuggest(t(suggestion))}
        >
          {t(suggestion)}
        </button>
      ))}
    </div>
  </div>
);

/** There is no such conversation for this person, or it could not be fetched. */
export const ThreadTrouble = ({ isMissing, onRetry }: { isMissing: boolean; onRetry(): void }) => (
  <div className="grid flex-1 place-items-center min-h-0 overflow-auto">
    {isMissing ? (
      <EmptyState
        icon={<MessageCircleOff size={28} />}
        title={t('This conversation is not available')}
        text={t('It may belong to another account, or it was removed.')}
        headingLevel={3}
      />
    ) : (
      <ErrorState
        title={t('Messages could not be loaded')}
        message={t('Check your connection and try again.')}
        headingLevel={3}
        onRetry={onRetry}
      />
    )}
  </div>
);

export const ThreadLoading = () => (
  <div
    className="flex flex-1 flex-col justify-end gap-3 min-h-0 p-4 overflow-hidden *:flex-none *:rounded-[1.125rem] *:even:self-end"
    role="status"
  >
    <span className="visuallyHidden">{t('Loading messages…')}</span>
    <Skeleton width="58%" height="2.5rem" />
    <Skeleton width="42%" height="2.5rem" />
    <Skeleton width="66%" height="3.75rem" />
    <Skeleton width="50%" height="2.5rem" />
  </div>
);

/** Replaces the text box. */
export const ClosedNotice = ({ reason }: { reason: string }) => (
  <div
    className="bottom-bar flex gap-3 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] bg-sunken text-muted text-sm"
    role="status"
  >
    <Lock className="flex-none mt-0.5" size={18} />
    <p>
      <strong className="text-ink">{reason}.</strong>{' '}
      {t('You can still read it, but no new messages can be sent.')}
    </p>
  </div>
);
