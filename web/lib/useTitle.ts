import { useEffect } from 'react';
import { useSite } from './useSite.ts';

/** The title of the window: 'Properties | Silong'. Without words of its own it is the site's name. */
export function useTitle(words?: string): void {
  const { siteName } = useSite();
  useEffect(() => {
    document.title = words ? `${words} | ${siteName}` : siteName;
  }, [words, siteName]);
}
