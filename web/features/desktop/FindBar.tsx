import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DesktopBridge, DesktopEvent } from '#shared/desktopBridge.ts';
import { t } from '#web/lib/i18n.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';

const warn = (error: unknown) => console.warn(error);

/** Finds text in the window below: Enter for the next match, Shift+Enter for the previous, Escape to close. */
export function FindBar({ bridge }: { bridge: DesktopBridge }) {
  const [text, setText] = useState('');
  const [matches, setMatches] = useState<DesktopEvent<'foundMatches'> | null>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    const stops = [
      bridge.on('foundMatches', setMatches),
      bridge.on('command', (name) => {
        if (name === 'find') input.current?.select();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [bridge]);

  const find = (words: string, forward: boolean) =>
    void bridge.call('find', { text: words, forward }).catch(warn);
  // The call may fail, as closing destroys this page.
  const close = () => void bridge.call('stopFinding').catch(() => undefined);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find(text, !event.shiftKey);
    if (event.key === 'Escape') close();
  };

  return (
    <search className="flex items-center w-full h-dvh py-1 px-2 border border-line bg-surface">
      <input
        ref={input}
        className="flex-1 min-w-0 p-2 border-0 bg-transparent text-ink [font:inherit]"
        aria-label={t('Find on this page')}
        placeholder={t('Find on this page')}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setMatches(null);
          find(event.target.value, true);
        }}
      />
      <span className="min-w-22 text-muted text-xs text-right" role="status">
        {text && matches && (matches.total === 0 ? t('Nothing found') : t('{active} of {total}', matches))}
      </span>
      <IconButton
        label={t('Previous match')}
        icon={<ChevronUp size={18} />}
        onClick={() => find(text, false)}
      />
      <IconButton label={t('Next match')} icon={<ChevronDown size={18} />} onClick={() => find(text, true)} />
      <IconButton label={t('Close search')} icon={<X size={18} />} onClick={close} />
    </search>
  );
}
