import { useEffect } from 'react';
import { scoped } from '#web/platform/scope.ts';
import { useSite } from './useSite.ts';

const current = scoped(() => ({ title: document.title, unread: 0 }));

function showTitle(changed: { title?: string; unread?: number }): void {
  const { title, unread } = Object.assign(current(), changed);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/** Sets the window's title: 'Properties | Silong', or the site's name for an empty title. */
export function useTitle(words?: string): void {
  const { siteName } = useSite();
  useEffect(() => {
    showTitle({ title: words ? `${words} | ${siteName}` : siteName });
  }, [words, siteName]);
}

/** Sets the unread count in the title: '(2) Properties | Silong'; none for 0. */
export function countInTitle(unread: number): void {
  showTitle({ unread });
}
