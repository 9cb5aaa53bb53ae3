import { Lock, MessageCircleOff, MessagesSquare, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useConnection } from '#web/lib/socket.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

interface ThreadStartProps {
  name: string;
  /** A listing is talked about. */
  isAboutProperty: boolean;
  /** Puts a suggestion in the text box. */
  onSuggest(text: string): void;
}

const aboutProperty = [
  msg('Is this still available?'),
  msg('Can I see it this week?'),
  msg('How much are the monthly dues?'),
];
const aboutAnything = [msg('I am looking for a place to buy.'), msg('I am looking for a place to rent.')];

/** Before the first message. */
export function ThreadStart({ name, isAboutProperty, onSuggest }: ThreadStartProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 min-h-0 py-6 px-4 overflow-auto text-center">
      <span className="grid flex-none place-items-center w-14 h-14 mb-2 rounded-full bg-primary-soft text-primary">
        <MessagesSquare size={26} />
      </span>
      <h3 className="text-lg">{t('Start the conversation')}</h3>
      <p className="max-w-88 text-muted text-[0.9375rem]">
        {t('Write to {name}. We will notify you when they answer.', { name })}
      </p>
      <div className="flex flex-wrap justify-center gap-2 mt-3">
        {(isAboutProperty ? aboutProperty : aboutAnything).map((suggestion) => (
          <button
            key={suggestion.id}
            type="button"
            className="min-h-11 py-2 px-4 border border-line-strong rounded-[1.375rem] bg-surface text-sm font-[550] leading-[1.35] cursor-pointer hover:border-primary hover:text-primary"
            onClick={() => onSuggest(t(suggestion))}
          >
            {t(suggestion)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** There is no such conversation for this person, or it could not be fetched. */
export function ThreadTrouble({ isMissing, onRetry }: { isMissing: boolean; onRetry(): void }) {
  return (
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
}

export function ThreadLoading() {
  return (
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
}

/** A connection that is back within this time was never worth a word. */
const PATIENCE_MS = 1_500;

/** Says that messages written elsewhere do not arrive here now. */
export function ConnectionNotice() {
  const connection = useConnection();
  const [isLong, setIsLong] = useState(false);
  const [wasLong, setWasLong] = useState(false);
  const isOnline = connection === 'online';

  useEffect(() => {
    setIsLong(false);
    if (isOnline) return;
    const timer = setTimeout(() => {
      setIsLong(true);
      setWasLong(true);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);

  return (
    <div role="status">
      {!isOnline && isLong && (
        <p className="flex items-center justify-center gap-2 py-2 px-4 bg-[color-mix(in_srgb,var(--s-accent)_22%,var(--s-surface))] text-sm font-[550]">
          <WifiOff size={16} />
          {connection === 'offline'
            ? t('You are offline. New messages appear when you are back.')
            : t('Connecting…')}
        </p>
      )}
      {/* On the screen it is seen by the notice that is gone. */}
      {isOnline && wasLong && <p className="visuallyHidden">{t('You are connected again.')}</p>}
    </div>
  );
}

/** Replaces the text box. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <div
      className="flex flex-none gap-3 pt-4 px-4 pb-[max(var(--s-space-4),env(safe-area-inset-bottom))] border-t border-t-line bg-sunken text-muted text-sm"
      role="status"
    >
      <Lock className="flex-none mt-0.5" size={18} />
      <p>
        <strong className="text-ink">{reason}.</strong>{' '}
        {t('You can still read it, but no new messages can be sent.')}
      </p>
    </div>
  );
}
