import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { desktopConsole } from '#web/platform/desktop.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';

/** Finds words on the page: Enter goes on, Shift+Enter back, Escape ends. */
export function FindBar({ onClose }: { onClose(): void }) {
  const bridge = desktopConsole()?.bridge;
  const [text, setText] = useState('');
  const [matches, setMatches] = useState<{ active: number; total: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    const stop = bridge?.on('foundMatches', (found) => {
      setMatches(found);
      // Finding moves the focus to what was found.
      input.current?.focus();
    });
    return () => {
      stop?.();
      bridge?.call('stopFinding').catch((error: unknown) => console.warn(error));
    };
  }, [bridge]);

  const find = (words: string, forward: boolean) =>
    bridge?.call('find', { text: words, forward }).catch((error: unknown) => console.warn(error));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void find(text, !event.shiftKey);
    if (event.key === 'Escape') onClose();
  };

  return (
    <search className="fixed top-3 right-4 z-60 flex items-center py-1 px-2 border border-line rounded-md bg-surface shadow-lg">
      <input
        ref={input}
        className="w-56 p-2 border-0 bg-transparent text-ink [font:inherit]"
        aria-label={t('Find on this page')}
        placeholder={t('Find on this page')}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setMatches(null);
          void find(event.target.value, true);
        }}
      />
      <span className="min-w-22 text-muted text-xs text-right" role="status">
        {text && matches && (matches.total === 0 ? t('Nothing found') : t('{active} of {total}', matches))}
      </span>
      <IconButton
        label={t('Previous match')}
        icon={<ChevronUp size={18} />}
        onClick={() => void find(text, false)}
      />
      <IconButton
        label={t('Next match')}
        icon={<ChevronDown size={18} />}
        onClick={() => void find(text, true)}
      />
      <IconButton label={t('Close search')} icon={<X size={18} />} onClick={onClose} />
    </search>
  );
}
