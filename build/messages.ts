import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import PO from 'pofile';
import { type Found, readMessages } from './messageReader.ts';

/**
 * Writes the catalogues of messages, one for each language. `--check` reports text for people outside of `t`, `msg`, `english` and `Trans`,
 * messages whose values do not match their placeholders, and catalogues that are out of date.
 */
const CATALOGUES = 'locales';
const parts = ['web', 'server', 'shared', 'desktop'];
/** Files with data rather than words of the product, or with texts for programmers and operators only. */
const ignoredFiles =
  /^(server\/(demo|db|observability)\/|server\/env\.ts|server\/backup\/(restore|upgradeBackup)|server\/features\/(auditLog\/chain|properties\/list\/searchLanguage|site\/(structuredData|apiDocs|apiExamples))\.ts|shared\/(places|nearbyPlaces|homes|commonFeatures|gazetteer\/|geography\/)|server\/.*Command\.ts|shared\/contracts\/desktopPolicy\.ts|desktop\/main\/policySources\.ts)/;

export function readSource(root: string, names: readonly string[] = parts): ReturnType<typeof readMessages> {
  const all: ReturnType<typeof readMessages> = { messages: [], problems: [] };
  const files = names
    .flatMap((name) => (/\.tsx?$/.test(name) ? [name] : listFiles(root, name)))
    .filter((file) => !ignoredFiles.test(file));
  for (const file of files.sort()) {
    const { messages, problems } = readMessages(file, readFileSync(path.join(root, file), 'utf8'));
    all.messages.push(...messages);
    all.problems.push(...problems);
  }
  return all;
}

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));

/** A catalogue as a .po file: each message with its files. Existing translations are kept. */
export function writeCatalogue(messages: readonly Found[], existing: string, language = 'en'): string {
  const before = PO.parse(existing);
  const kept = new Map(before.items.map((item) => [item.msgid, item.msgstr]));
  const files = new Map<string, Set<string>>();
  for (const { text, file } of messages) files.set(text, (files.get(text) ?? new Set()).add(file));
  const catalogue = new PO();
  const { 'X-Language-Name': name = language } = before.headers;
  catalogue.headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    Language: language,
    'X-Language-Name': name,
  };
  catalogue.items = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, places]) => {
      const item = new PO.Item();
      item.msgid = text;
      item.msgstr = kept.get(text) ?? [''];
      item.references = [...places];
      return item;
    });
  return `${catalogue.toString()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [option, ...names] = process.argv.slice(2);
  const { messages, problems } = readSource('.', names.length > 0 ? names : undefined);
  for (const { file, line, text } of problems) console.error(`${file}:${line} ${text}`);
  if (option !== '--check' || names.length === 0)
    for (const name of readdirSync(CATALOGUES).filter((one) => one.endsWith('.po'))) {
      const file = path.join(CATALOGUES, name);
      const existing = readFileSync(file, 'utf8');
      const current = writeCatalogue(messages, existing, path.basename(name, '.po'));
      if (option !== '--check') writeFileSync(file, current);
      else if (existing !== current) problems.push({ file, line: 1, text: 'is not up to date: npm run messages' });
    }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
