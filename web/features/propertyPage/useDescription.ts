import { useEffect } from 'react';

const MAX_LENGTH = 160;

/** The page's description for search engines and link previews, while the page is open. */
export function useDescription(text: string): void {
  useEffect(() => {
    const tag = document.querySelector('meta[name="description"]');
    if (!tag) return;
    const before = tag.getAttribute('content') ?? '';
    const line = text.replace(/\s+/g, ' ').trim();
    tag.setAttribute(
      'content',
      line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…` : line,
    );
    return () => tag.setAttribute('content', before);
  }, [text]);
}
