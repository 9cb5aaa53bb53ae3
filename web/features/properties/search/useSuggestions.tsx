import { type FocusEvent, type KeyboardEvent, Suspense, useCallback, useId, useRef, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { RecentSearch, SearchOption } from './SuggestionList.tsx';

// The search works without it.
const loadList = () => import('./SuggestionList.tsx');
const SuggestionList = lazyWithRetry(async () => (await loadList()).SuggestionList, 'none');

const NONE = -1;
const noOptions: SearchOption[] = [];

/** Makes a search box a combobox with suggestions; `box` goes on the element around input and `popup`. */
export function useSuggestions({ text, onChoose }: { text: string; onChoose(chosen: RecentSearch): void }) {
  const userId = useSession().user?.id ?? null;
  const [isOpen, setIsOpen] = useState(false);
  const [options, setOptions] = useState(noOptions);
  const [active, setActive] = useState(NONE);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const idOf = (index: number) => `${listId}-${index}`;
  const isShown = isOpen && options.length > 0;

  const open = () => setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setOptions(noOptions);
    setActive(NONE);
  };
  const showOptions = useCallback((next: SearchOption[]) => {
    setOptions(next);
    setActive(NONE);
  }, []);
  const keep = (search: RecentSearch) =>
    void loadList().then(({ keepRecentSearch }) => keepRecentSearch(userId, search));
  const choose = ({ text: said, url }: SearchOption) => {
    close();
    keep({ text: said, url });
    onChoose({ text: said, url });
  };
  const move = (step: 1 | -1) => {
    // Between the last and the first stands the text that was typed.
    const places = options.length + 1;
    setActive((now) => ((now + 1 + step + places) % places) - 1);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = isShown ? options[active] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isShown) move(event.key === 'ArrowDown' ? 1 : -1);
      else open();
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Enter') {
      close();
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Delete' && chosen?.kind === 'recent') {
      event.preventDefault();
      void loadList().then(({ forgetRecentSearch }) => forgetRecentSearch(userId, chosen));
    }
  };

  return {
    box: {
      ref: box,
      onBlur: (event: FocusEvent) => {
        if (!box.current?.contains(event.relatedTarget)) close();
      },
    },
    input: {
      role: 'combobox',
      autoComplete: 'off',
      autoCorrect: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      'aria-activedescendant': isShown && active !== NONE ? idOf(active) : undefined,
      onKeyDown,
      onFocus: () => {
        void SuggestionList.preload();
        if (text === '') open();
      },
      onClick: open,
    },
    open,
    keep: (words: string) => {
      close();
      keep({ text: words, url: `/properties?${new URLSearchParams({ search: words.trim() })}` });
    },
    popup: isOpen && (
      <Suspense>
        <SuggestionList
          {...{ listId, idOf, userId, active }}
          anchor={box}
          typed={text}
          onActive={setActive}
          onOptions={showOptions}
          onChoose={choose}
        />
      </Suspense>
    ),
  };
}
