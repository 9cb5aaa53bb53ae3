import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

const folders = ['shared', 'server', 'web', 'desktop', 'build', 'tests'];
/** Released migrations are never changed, comments included. */
const excludedPaths = /^server\/db\/migrations\//;

const vagueOpening = /^(what|who|whoever|whatever|whom|whose|nobody|somebody|those (who|that)|that which)\b/i;
const unwantedWords = Object.entries({
  'call, entry point': /\bdoors?\b/i,
  'store, session store': /\bkeepers?\b/i,
  'list, tray': /\b(shelf|shelves)\b/i,
  'apply, accept': /\bt(ake|akes|aken|aking|ook) in\b/i,
  'used, applied': /\bworn\b/i,
  'unreadable, unavailable': /\bblind\b/i,
  'notify, report, publish':
    /\b(is|are|was|were|be|been|being|gets?) told\b|\btold (of|about)\b|\btell(s|ing)? of\b/i,
  'notice, learn': /\bhear(s|d)? of\b/i,
  release: /\blet(s|ting)? (\w+ )?go\b/i,
  follow: /\bobey(s|ed|ing)?\b/i,
  'repair, correct': /\bmend(s|ed|ing)?\b/i,
  skip: /\bpass(es|ed)? over\b/i,
});

/** @returns each block comment, and each run of `//` lines as one, with the line on which it begins. */
function commentsOf(file: string, code: string) {
  const found: { line: number; last: number; text: string }[] = [];
  for (const { type, value, start } of parseSync(file, code).comments) {
    const before = found.at(-1);
    const lines = code.slice(0, start).split('\n');
    const isAlone = type === 'Line' && lines.at(-1)?.trim() === '';
    if (isAlone && before?.last === lines.length - 1) {
      before.text += ` ${value}`;
      before.last += 1;
    } else found.push({ line: lines.length, last: isAlone ? lines.length : -1, text: value });
  }
  return found;
}

/** The sentences of a comment; a tag (`@param name`, `@returns`, `@throws {Error}`) begins one. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/^\s*\*/gm, ' ')
    .replace(/@(?:param|template) [\w.]+|@\w+(?: \{[^}]*\})?/g, '. ')
    .split(/(?<=[.?!])\s+/)
    .map((sentence) => sentence.replace(/^[\s.–-]+/, '').replace(/\s+/g, ' '));

/** @returns 'file:line fault' for each sentence that begins without a thing of the code, or has a word of our own. */
export function checkComments(file: string, code: string): string[] {
  return commentsOf(file, code).flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const opening = vagueOpening.exec(sentence)?.[0];
      const words = unwantedWords.flatMap(([instead, unwanted]) => {
        const word = unwanted.exec(sentence)?.[0];
        return word ? `${file}:${line} says '${word}': write ${instead}` : [];
      });
      return [...(opening ? [`${file}:${line} begins with '${opening}': name the thing`] : []), ...words];
    }),
  );
}

/** `npm run check:comments`; with paths as arguments it checks these files only. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const starts = process.argv.length > 2 ? process.argv.slice(2) : folders;
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
    )
    .filter((file) => /\.(tsx?|m[jt]s)$/.test(file) && starts.some((start) => file.startsWith(start)))
    .filter((file) => !excludedPaths.test(file));
  const faults = files.flatMap((file) => checkComments(file, readFileSync(file, 'utf8')));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
