import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '#web/lib/socket.ts';

/** A connection that is back within this time was never worth a word. */
const PATIENCE_MS = 1_500;

/** Says that what is written elsewhere does not arrive here now. */
export function ConnectionNotice() {
  const connection = useConnection();
  const [isLong, setIsLong] = useState(false);
  const isOnline = connection === 'online';

  useEffect(() => {
    setIsLong(false);
    if (isOnline) return;
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);

  return (
    <div role="status">
      {!isOnline && isLong && (
        <p className="flex items-center justify-center gap-2 py-2 px-4 bg-[color-mix(in_srgb,var(--s-accent)_22%,var(--s-surface))] text-sm font-[550]">
          <WifiOff size={16} aria-hidden="true" />
          {connection === 'offline'
            ? 'You are offline. New messages appear when you are back.'
            : 'Connecting…'}
        </p>
      )}
    </div>
  );
}
