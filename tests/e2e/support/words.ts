import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCatalogue } from '../../../shared/catalogues.ts';
import { expect } from './fixtures.ts';

const { translations } = readCatalogue('fil', readFileSync('locales/fil.po', 'utf8'));
const others = Object.keys(translations).filter((message) => translations[message] !== message);
const whole = new Set(others);
/** Sentences with values in them. With fewer words of their own, a title or an address may look like one. */
const withValues = others
  .filter((message) => /\{\w+\}/.test(message) && !/\{\w+,|<|'\{/.test(message))
  .map((message) => message.split(/\{\w+\}/))
  .filter((parts) => (parts.join(' ').match(/[A-Za-z]{2,}/g) ?? []).length > 2)
  .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`));

/** All that can be read or is read out on the page as it stands: its texts, the names of its parts, its title. */
function shownWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const add = (text: string | null | undefined) => texts.add(text?.replace(/\s+/g, ' ').trim() ?? '');
    add(document.title);
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script, style, noscript, [lang="en"]')) continue;
      for (const name of ['aria-label', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title', 'alt'])
        add(element.getAttribute(name));
      // Text of a person, though the product may say the same.
      if (element.matches('textarea')) continue;
      // A suggestion marks the typed text, and its pieces are no words.
      if (element.matches('b, b ~ span, span:has(~ b)')) {
        add(element.parentElement?.textContent);
        continue;
      }
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      for (const { textContent } of own) add(textContent);
      // A sentence of several pieces, or with links in it.
      if (own.some(({ textContent }) => textContent?.trim())) add(element.textContent);
    }
    return [...texts];
  });
}

const written = new Map<string, Promise<readonly string[]>>();

/** Agents' descriptions of themselves stay as they wrote them, also where the product has the same words. */
function writtenOn(baseUrl: string): Promise<readonly string[]> {
  const asked =
    written.get(baseUrl) ??
    fetch(`${baseUrl}/api/agents/specializations`).then(async (answer) => (await answer.json()).data);
  written.set(baseUrl, asked);
  return asked;
}

/** No text on a Filipino page is a message in English that has another Filipino. */
export async function expectFilipino(page: Page, baseUrl: string): Promise<void> {
  const theirs = await writtenOn(baseUrl);
  const shown = (await shownWords(page)).filter((text) => !theirs.includes(text));
  const isEnglish = (text: string) => whole.has(text) || withValues.some((message) => message.test(text));
  expect(shown.filter(isEnglish), 'English on a Filipino page').toEqual([]);
}
