import { LayoutGrid, Map as MapIcon, Search, SlidersHorizontal, X } from 'lucide-react';
import { useRef } from 'react';
import type { UnderstoodSearch } from '#shared/contracts/properties.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSearchText } from '#web/lib/useSearchText.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { useSuggestions } from '../search/useSuggestions.tsx';
import type { ListView } from './listState.ts';
import { categories, correctedSearch, type FilterChip } from './listWords.ts';

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
          className="search-box h-13 px-12 shadow-sm text-base"
          value={text}
          maxLength={200}
          placeholder={t('Search properties by title, location, or description...')}
          aria-label={t('Search properties')}
          {...suggestions.input}
          onChange={(event) => {
            type(event.target.value);
            suggestions.open();
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

interface FiltersButtonProps {
  count: number;
  isExpanded: boolean;
  opensDialog: boolean;
  panelId: string;
  /** Called when a press is likely soon. */
  onIntent: () => void;
  onClick: () => void;
}

const expandedClass = 'aria-expanded:border-primary aria-expanded:text-primary aria-expanded:bg-primary-soft';

export function FiltersButton(props: FiltersButtonProps) {
  const { count, isExpanded, opensDialog, panelId, onIntent, onClick } = props;
  return (
    <Button
      variant="outlined"
      size="large"
      className={`px-5.5 rounded-full shadow-sm @max-[32rem]:px-4 ${expandedClass}`}
      aria-expanded={isExpanded}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-controls={!opensDialog && isExpanded ? panelId : undefined}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={onClick}
    >
      <SlidersHorizontal size={18} />
      <span className="@max-[32rem]:sr-only">{t('Advanced Filters')}</span>
      {count > 0 && (
        <span className="grid place-items-center min-w-5.5 h-5.5 py-0 px-1.5 rounded-full bg-primary text-on-primary text-xs font-bold">
          <Trans
            id="{count}<hidden> set</hidden>"
            values={{ count }}
            components={{ hidden: <span className="visuallyHidden" /> }}
          />
        </span>
      )}
    </Button>
  );
}

type Category = PropertyType | null;

export function CategoryBar({ type, onChoose }: { type: Category; onChoose(type: Category): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be scrolled sideways
    <div
      className="flex gap-2 -m-1.25 p-1.25 overflow-x-auto max-lg:-mx-gutter max-lg:px-gutter scrollbar-none max-lg:scroll-px-gutter"
      role="group"
      aria-label={t('Property category')}
    >
      {categories.map((category) => (
        <button
          key={category.type}
          type="button"
          className="pill h-control px-4.5 text-md transition-colors aria-pressed:bg-primary aria-pressed:text-on-primary"
          aria-pressed={category.type === type}
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
          className="view-switch-item gap-1.5 rounded-full text-md aria-pressed:text-ink dark:aria-pressed:bg-line-strong"
          type="button"
          aria-pressed={id === view}
          onClick={() => onChoose(id)}
          onPointerEnter={() => onIntent(id)}
          onFocus={() => onIntent(id)}
        >
          <Icon className="max-sm:hidden" size={17} />
          {t(label)}
        </button>
      ))}
    </div>
  );
}

interface FilterChipsProps {
  chips: FilterChip[];
  /** Whether it was read out of the words of the search. */
  isUnderstood: (chip: FilterChip) => boolean;
  onRemove: (chip: FilterChip) => void;
  onClear: () => void;
}

export function FilterChips({ chips, isUnderstood, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 items-center">
      <ul className="flex flex-wrap gap-2 items-center min-w-0 *:min-w-0" aria-label={t('Active filters')}>
        {chips.map((chip) => (
          <li key={chip.key}>
            <Chip
              label={chip.label}
              icon={
                isUnderstood(chip) && (
                  <>
                    <Search size={14} strokeWidth={2.5} />
                    <span className="visuallyHidden">{t('From your search:')}</span>
                  </>
                )
              }
              onRemove={() => onRemove(chip)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="text-btn" onClick={onClear}>
        {t('Clear All Filters')}
      </button>
    </div>
  );
}

export function UnderstoodNotes(props: { search: string; understood: UnderstoodSearch; exactHref: string }) {
  const { search, understood, exactHref } = props;
  const { corrections, unused } = understood;
  return (
    <>
      {corrections.length > 0 && (
        <p className="mb-3 wrap-anywhere">
          <Trans
            id="Showing results for <b>“{corrected}”</b>. <link>Search instead for “{typed}”</link>"
            values={{ corrected: correctedSearch(search, corrections), typed: search }}
            components={{
              b: <b />,
              link: <Link className="inline-block py-1 font-semibold" to={exactHref} />,
            }}
          />
        </p>
      )}
      {unused && (
        <p className="mb-3 wrap-anywhere">
          {t('“{words}” was left out: a search can only ask for what a home has.', {
            words: unused.join(', '),
          })}
        </p>
      )}
    </>
  );
}
