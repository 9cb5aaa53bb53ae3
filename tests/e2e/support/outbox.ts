import type { Page } from '@playwright/test';

/** The unsent changes that the browser holds, by owner and id. */
export const readOutbox = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('silong-outbox');
        opening.onerror = () => reject(opening.error);
        // Not there yet: the page is to make it, with its content.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAllKeys();
          all.onsuccess = () => resolve(all.result.map((key) => String(key)));
        };
      }),
  );
