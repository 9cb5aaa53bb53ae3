import path from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, readCatalogues } from '../shared/catalogues.ts';
import { DEFAULT_LANGUAGE } from '../shared/languages.ts';

const LIST = 'virtual:languages';
const CATALOGUE = 'virtual:catalogue/';
const OF_DESKTOP = 'virtual:desktop-messages';

/**
 * The languages for the browser: `virtual:languages` says which there are, and each catalogue is a file of its own that only
 * its readers load. It holds what the browser says; English stands in the source and needs none.
 */
export function languages(folder = 'locales'): Plugin {
  return {
    name: 'silong:languages',
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
          const loads = catalogues
            .filter(({ code }) => code !== DEFAULT_LANGUAGE)
            .map(({ code }) => `${JSON.stringify(code)}: () => import('${CATALOGUE}${code}')`);
          return `export const languages = ${JSON.stringify(names)};\nexport const catalogues = { ${loads.join(', ')} };`;
        }
        if (id === `\0${OF_DESKTOP}`) {
          const all = catalogues.map((one) => [one.code, messagesOf(one, /^desktop\//)]);
          return `export default ${JSON.stringify(Object.fromEntries(all))};`;
        }
        const catalogue = catalogues.find(({ code }) => id === `\0${CATALOGUE}${code}`);
        if (!catalogue) this.error(`There is no catalogue ${id}`);
        const messages = messagesOf(catalogue, /^(?:web|shared)\//);
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
      },
    },
  };
}

/** The translations of what stands in some files. */
const messagesOf = ({ translations, places }: Catalogue, files: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations).filter(([message]) =>
      places.get(message)?.some((place) => files.test(place)),
    ),
  );
