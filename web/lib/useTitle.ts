import { useEffect } from 'react';
import { scoped } from '#web/platform/scope.ts';
import { useSite } from './useSite.ts';

const current = scoped(() => ({ title: document.title, unread: 0 }));

function showTitle(changed: { title?: string; unread?: number }): void {
  const { title, unread } = Object.assign(current(), changed);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/** The title of the window: 'Properties | Silong'. Without words of its own it is the site's name. */
export function useTitle(words?: string): void {
  const { siteName } = useSite();
  useEffect(() => {
    showTitle({ title: words ? `${words} | ${siteName}` : siteName });
  }, [words, siteName]);
}

/** How much is unread stands before every title: '(2) Properties | Silong'. Zero shows nothing. */
export function countInTitle(unread: number): void {
  showTitle({ unread });
}
