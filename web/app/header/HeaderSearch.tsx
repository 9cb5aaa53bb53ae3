import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSuggestions } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate } from '#web/lib/router.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';

/** Widths at which the header has room for the search box; otherwise a button opens it over the header. */
const inline = 'max-lg:hidden xl:max-2xl:hidden';
const button = 'lg:max-xl:hidden 2xl:hidden';

/** The search of all listings on any page: '/' focuses it, Escape leaves it. */
export function HeaderSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setIsOver(false);
    setText('');
  };
  const suggestions = useSuggestions({
    text,
    onChoose: ({ url }) => {
      leave();
      input.current?.blur();
      void navigate(url);
    },
  });
  const begin = () => {
    // During the press, as phones open the keyboard only then.
    if (input.current?.getClientRects().length === 0) flushSync(() => setIsOver(true));
    input.current?.focus();
  };
  const giveUp = () => {
    flushSync(leave);
    if (opener.current && opener.current.getClientRects().length > 0) opener.current.focus();
    else input.current?.blur();
  };
  useShortcut({ keys: '/', label: t('Search properties'), group: t('General'), run: begin });

  return (
    <>
      <IconButton
        ref={opener}
        className={`${button} ml-auto`}
        label={t('Search properties')}
        aria-expanded={isOver}
        aria-keyshortcuts="/"
        icon={<Search size={22} />}
        onClick={begin}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search> */}
      <form
        role="search"
        aria-label={t('Search properties')}
        className={
          isOver
            ? 'absolute inset-0 z-10 flex items-center gap-2 max-w-page mx-auto pt-safe-top px-gutter bg-page'
            : `${inline} flex-1 min-w-0 max-w-96 ml-auto`
        }
        onSubmit={(event) => {
          event.preventDefault();
          suggestions.keep(text);
          const words = text.trim();
          leave();
          input.current?.blur();
          void navigate(words === '' ? '/properties' : `/properties?${new URLSearchParams({ search: words })}`);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setIsOver(false);
        }}
      >
        <div className="relative flex-1 min-w-0" {...suggestions.box}>
          <Search
            className="absolute top-1/2 left-3.5 text-muted -translate-y-1/2 pointer-events-none"
            size={18}
          />
          <input
            dir="auto"
            ref={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            className="search-box"
            value={text}
            placeholder={t('Search properties')}
            aria-label={t('Search properties')}
            aria-keyshortcuts="/"
            {...suggestions.input}
            onKeyDown={(event) => {
              suggestions.input.onKeyDown(event);
              if (event.key === 'Escape' && !event.defaultPrevented) {
                event.preventDefault();
                giveUp();
              }
            }}
            onChange={(event) => {
              setText(event.target.value);
              suggestions.open();
            }}
          />
          {suggestions.popup}
        </div>
        {isOver && <IconButton label={t('Close search')} icon={<X size={22} />} onClick={giveUp} />}
      </form>
    </>
  );
}
