import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { isComposing } from '#web/lib/isComposing.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { RecentSearch, SearchOption } from './SuggestionList.tsx';

// The search works without it.
const loadList = () => import('./SuggestionList.tsx');
const SuggestionList = lazyWithRetry(async () => (await loadList()).SuggestionList, 'none');

/** Lines of a pasted post, which the browser would join without a blank. */
function pasteAsOneLine(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const lines = event.clipboardData
    .getData('text')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length < 2) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = input;
  const before = value.slice(0, selectionStart ?? value.length) + lines.join(' / ');
  const whole = before + value.slice(selectionEnd ?? value.length);
  // Set past React's own property, so that it takes the event as typing.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    input,
    whole.slice(0, MAX_SEARCH_LENGTH),
  );
  input.setSelectionRange(before.length, before.length);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

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
    if (isComposing(event)) return;
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
      maxLength: MAX_SEARCH_LENGTH,
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
      onPaste: pasteAsOneLine,
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
