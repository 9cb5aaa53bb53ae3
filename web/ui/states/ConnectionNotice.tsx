import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { useConnection } from '#web/lib/socket.ts';

/** A connection that is back within this time was never worth a word. */
const PATIENCE_MS = 1_500;
/** A page that was just opened may take longer to connect. */
const FIRST_PATIENCE_MS = 3_500;

/** Says that messages and changes made elsewhere do not arrive here now. */
export function ConnectionNotice() {
  const connection = useConnection();
  const [isLong, setIsLong] = useState(false);
  const [wasLong, setWasLong] = useState(false);
  const [wasOnline, setWasOnline] = useState(false);
  const isOnline = connection === 'online';
  if (isOnline && !wasOnline) setWasOnline(true);
  const patience = connection === 'connecting' && !wasOnline ? FIRST_PATIENCE_MS : PATIENCE_MS;

  useEffect(() => {
    if (isOnline) {
      setIsLong(false);
      return;
    }
    const timer = setTimeout(() => {
      setIsLong(true);
      setWasLong(true);
    }, patience);
    return () => clearTimeout(timer);
  }, [isOnline, patience]);

  return (
    <div role="status">
      {!isOnline && isLong && (
        <p className="flex items-center justify-center gap-2 py-2 px-4 bg-accent-soft text-sm font-[550]">
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
