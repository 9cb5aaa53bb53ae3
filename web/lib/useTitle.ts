import { useEffect } from 'react';
import { desktopConsole } from '#web/platform/desktop.ts';
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

/** Sets the unread count on the icon of the installed site; none for 0. The desktop console counts by itself. */
export function countOnIcon(unread: number): void {
  // Missing in Firefox; refused where the site is not installed, on iPhones also without leave to notify.
  if (!desktopConsole()) navigator.setAppBadge?.(unread).catch(() => undefined);
}
