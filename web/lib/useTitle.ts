import { useEffect } from 'react';
import { useSite } from './useSite.ts';

let title: string | undefined;
let count = 0;

function showTitle(): void {
  title ??= document.title;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

/** The title of the window: 'Properties | Silong'. Without words of its own it is the site's name. */
export function useTitle(words?: string): void {
  const { siteName } = useSite();
  useEffect(() => {
    title = words ? `${words} | ${siteName}` : siteName;
    showTitle();
  }, [words, siteName]);
}

/** How much is unread stands before every title: '(2) Properties | Silong'. Zero shows nothing. */
export function countInTitle(unread: number): void {
  count = unread;
  showTitle();
}
