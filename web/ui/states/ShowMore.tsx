import { type ReactNode, useEffect, useRef } from 'react';
import { takeFocus } from '#web/lib/focusHeading.ts';
import { t } from '#web/lib/i18n.tsx';
import type { More } from '#web/lib/pagedList.ts';
import { Button } from '../controls/Button.tsx';

/** State of a list that is loaded page by page. */
export const moreOf = (query: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}): More => ({
  hasMore: query.hasNextPage,
  isLoading: query.isFetchingNextPage,
  isFailed: query.isFetchNextPageError,
  load: () => void query.fetchNextPage(),
});

interface ShowMoreProps {
  more: More;
  variant?: 'primary' | 'outlined';
  size?: 'medium' | 'large';
  children?: ReactNode;
}

/**
 * The button below a partly loaded list. The focus moves to the first new entry. A failed page is shown and can be loaded
 * again.
 */
export function ShowMore(props: ShowMoreProps) {
  const { more, variant = 'outlined', size = 'medium', children = t('Show More') } = props;
  const { hasMore, isLoading, isFailed, load } = more;
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef<{ list: Element; length: number } | null>(null);
  useEffect(() => {
    if (isLoading || !asked.current) return;
    const { list, length } = asked.current;
    asked.current = null;
    const { activeElement: active } = document;
    if (active !== document.body && !place.current?.contains(active)) return;
    const next = isFailed ? place.current : list.children[length];
    const target = next?.querySelector<HTMLElement>('h2 a, h3 a, h4 a, a[href], button:enabled');
    if (target) takeFocus(target);
  }, [isLoading, isFailed]);
  if (!hasMore) return null;
  const begin = () => {
    const above = place.current?.previousElementSibling;
    const list = above?.matches('ul, ol') ? above : above?.querySelector('ul, ol, tbody');
    asked.current = list ? { list, length: list.children.length } : null;
    load();
  };
  const hasFailed = isFailed && !isLoading;
  return (
    <div ref={place} className="grid justify-items-center gap-3 p-3">
      {hasFailed && (
        <p className="text-muted" role="alert">
          {t('More could not be loaded. Please check your connection and try again.')}
        </p>
      )}
      <Button variant={variant} size={size} disabled={isLoading} onClick={begin}>
        {isLoading ? t('Loading…') : hasFailed ? t('Try Again') : children}
      </Button>
    </div>
  );
}
