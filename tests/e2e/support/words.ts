import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCatalogue } from '../../../shared/catalogues.ts';

export const filipino = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8')).translations;

/** All that can be read or is read out on the page as it stands: its texts, the names of its parts, its title. */
export async function shownWords(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts = new Set<string>([document.title]);
    const add = (text: string | null | undefined) => {
      const line = text?.replace(/\s+/g, ' ').trim();
      if (line) texts.add(line);
    };
    const names = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'placeholder',
      'title',
      'alt',
    ];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.matches('script, style, noscript, noscript *')) continue;
      if (element.closest('[lang="en"]') !== null) continue;
      for (const name of names) add(element.getAttribute(name));
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (own.length === 0) continue;
      for (const node of own) add(node.textContent);
      // A sentence with links in it, or of several pieces.
      add(element.textContent);
    }
    return [...texts];
  });
  return found;
}
