import { LayoutGrid, Map as MapIcon, Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchText } from '#web/lib/useSearchText.ts';
import { useSuggestions } from '../search/useSuggestions.tsx';
import { UnderstoodChips } from './FilterRow.tsx';
import type { ListView } from './listState.ts';
import { categories } from './listWords.ts';

const PAUSE_MS = 500;

/** Searches half a second after the last key, at once when emptied or on Enter; suggestions are offered meanwhile. */
export function SearchBox(props: { value: string; onSearch(text: string): void; onOpen(url: string): void }) {
  const { value, onSearch, onOpen } = props;
  const { text, type, submit, replace, onBlur } = useSearchText(value, onSearch, PAUSE_MS);
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions({
    text,
    onChoose: ({ url }) => {
      replace(new URLSearchParams(url.split('?')[1]).get('search') ?? '');
      onOpen(url);
    },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form
      role="search"
      aria-label={t('Search properties')}
      className="min-w-0"
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        suggestions.keep(text);
      }}
    >
      <div className="relative scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-2))]" {...suggestions.box}>
        <Search
          className="absolute top-1/2 left-4 text-muted -translate-y-1/2 pointer-events-none"
          size={20}
          strokeWidth={2}
        />
        <input
          dir="auto"
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          className="search-box h-11 px-12 shadow-sm text-base"
          value={text}
          placeholder={t('Search properties by title, location, or description...')}
          aria-label={t('Search properties')}
          {...suggestions.input}
          onChange={(event) => {
            type(event.target.value);
            suggestions.open();
            void UnderstoodChips.preload();
          }}
        />
        {text !== '' && (
          <button
            type="button"
            className="absolute top-1/2 right-1 grid place-items-center w-11 h-11 rounded-full text-muted -translate-y-1/2 hover:text-ink"
            aria-label={t('Clear the search')}
            onClick={() => {
              type('');
              input.current?.focus();
            }}
          >
            <X size={18} />
          </button>
        )}
        {suggestions.popup}
      </div>
    </form>
  );
}

type Category = PropertyType | null;

/** On wide screens; on others the row of filters has a pill for them. */
export function CategoryBar({
  types,
  onChoose,
}: {
  types: readonly PropertyType[];
  onChoose(type: Category): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be scrolled sideways
    <div
      className="flex gap-1.5 -m-1.25 p-1.25 overflow-x-auto max-2xl:hidden scrollbar-none fade-end"
      role="group"
      aria-label={t('Property category')}
    >
      {categories.map((category) => (
        <button
          key={category.type}
          type="button"
          className="pill h-control transition-colors aria-pressed:bg-primary aria-pressed:text-on-primary"
          aria-pressed={category.type === null ? types.length === 0 : types.includes(category.type)}
          onClick={() => onChoose(category.type)}
        >
          {t(category.label)}
        </button>
      ))}
    </div>
  );
}

interface ViewToggleProps {
  view: ListView;
  onChoose: (view: ListView) => void;
  /** Called when a press is likely soon. */
  onIntent: (view: ListView) => void;
}

const views = [
  { id: 'grid', label: msg('Grid'), Icon: LayoutGrid },
  { id: 'map', label: msg('Map'), Icon: MapIcon },
] as const;

export function ViewToggle({ view, onChoose, onIntent }: ViewToggleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no form
    <div
      className="flex flex-none p-0.75 rounded-full bg-[color-mix(in_srgb,var(--s-text)_8%,var(--s-bg))]"
      role="group"
      aria-label={t('View')}
    >
      {views.map(({ id, label, Icon }) => (
        <button
          key={id}
          className="view-switch-item gap-1.5 px-3.5 rounded-full text-md aria-pressed:text-ink dark:aria-pressed:bg-line-strong"
          type="button"
          aria-pressed={id === view}
          onClick={() => onChoose(id)}
          onPointerEnter={() => onIntent(id)}
          onFocus={() => onIntent(id)}
        >
          <Icon className="flex-none" size={17} />
          <span className="max-sm:sr-only">{t(label)}</span>
        </button>
      ))}
    </div>
  );
}
