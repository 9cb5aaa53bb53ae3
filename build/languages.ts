import path from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, readCatalogues } from '../shared/catalogues.ts';
import { DEFAULT_LANGUAGE } from '../shared/languages.ts';
import { divideMessages, type MessageParts, ModuleGraph, PART_COUNT } from './messageParts.ts';

const LIST = 'virtual:languages';
const CATALOGUE = 'virtual:catalogue/';
const OF_DESKTOP = 'virtual:desktop-messages';

/**
 * Languages of the browser: `virtual:languages` lists them, and each part of a catalogue is a file that only readers of the language load.
 * A part contains the messages of web/ and shared/; English stands in the source and has no parts.
 *
 * In a build, `import()` of code with messages beyond the first part waits for those parts, too: no screen is drawn in English first.
 */
export function languages(folder = 'locales', root = '.'): Plugin {
  let isDivided = false;
  let graph = new ModuleGraph(root);
  let parts: MessageParts | undefined;
  const divide = (): MessageParts => {
    parts ??= divideMessages(
      [...readCatalogues(folder)].flatMap(({ places }) => [...places.values()]),
      graph,
    );
    return parts;
  };
  return {
    name: 'silong:languages',
    enforce: 'pre',
    configResolved({ command, build }) {
      // In development the sources change, and the server renders with the whole catalogue.
      isDivided = command === 'build' && !build.ssr;
    },
    buildStart() {
      graph = new ModuleGraph(root);
      parts = undefined;
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /\bimport\(/ },
      handler(code, id) {
        if (!isDivided) return null;
        const file = path.relative(path.resolve(root), id).replaceAll(path.sep, '/');
        const waiting = code.replace(DYNAMIC_IMPORT, (whole, target: string) => {
          const imported = graph.resolve(file, target);
          const count = imported ? divide().neededBy(imported) : 0;
          return count > 1 ? `withWords(${count}, ${whole})` : whole;
        });
        return waiting === code ? null : { code: IMPORT_OF_WAIT + waiting, map: null };
      },
    },
    resolveId: {
      filter: { id: /^virtual:(?:languages$|desktop-messages$|catalogue\/)/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:(?:languages$|desktop-messages$|catalogue\/)/ },
      handler(id) {
        const catalogues = readCatalogues(folder);
        for (const { code } of catalogues) this.addWatchFile(path.resolve(folder, `${code}.po`));
        if (id === `\0${LIST}`) {
          const names = catalogues.map(({ code, name }) => ({ code, name }));
          const numbers = Array.from({ length: isDivided ? PART_COUNT : 1 }, (_, at) => at);
          const loads = catalogues
            .filter(({ code }) => code !== DEFAULT_LANGUAGE)
            .map(({ code }) => {
              const imports = numbers.map((part) => `() => import('${CATALOGUE}${code}-${part}')`);
              return `${JSON.stringify(code)}: [${imports.join(', ')}]`;
            });
          return `export const languages = ${JSON.stringify(names)};\nexport const catalogues = { ${loads.join(', ')} };`;
        }
        if (id === `\0${OF_DESKTOP}`) {
          const all = catalogues.map((one) => [one.code, messagesOf(one, isIn(/^desktop\//))]);
          return `export default ${JSON.stringify(Object.fromEntries(all))};`;
        }
        const [code, part] = id.slice(CATALOGUE.length + 1).split('-');
        const catalogue = catalogues.find((one) => one.code === code);
        if (!catalogue) this.error(`There is no catalogue ${id}`);
        const isSaid = isIn(/^(?:web|shared)\//);
        const messages = messagesOf(
          catalogue,
          (places) => isSaid(places) && (!isDivided || divide().partOf(places) === Number(part)),
        );
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
      },
    },
  };
}

/** Of a source file of the product; `typeof import('…')` is a type. */
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\('([#.][^']+)'\)/g;
/** Put in front of the first line, so that line numbers stay the same. */
const IMPORT_OF_WAIT = "import { withWords } from '#web/lib/language.ts';";

const isIn = (files: RegExp) => (places: readonly string[]) => places.some((place) => files.test(place));

/** The translations of messages whose places match. */
const messagesOf = (
  { translations, places }: Catalogue,
  isMeant: (places: readonly string[]) => boolean,
): Record<string, string> =>
  Object.fromEntries(Object.entries(translations).filter(([message]) => isMeant(places.get(message) ?? [])));
