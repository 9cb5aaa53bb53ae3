import path from 'node:path';
import type { Plugin } from 'vite';
import { readCatalogues } from '../server/languages.ts';
import { DEFAULT_LANGUAGE } from '../shared/languages.ts';

const LIST = 'virtual:languages';
const CATALOGUE = 'virtual:catalogue/';

/**
 * The languages for the browser: `virtual:languages` says which there are, and each catalogue is a file of its own that only
 * its readers load. It holds what the browser says; English stands in the source and needs none.
 */
export function languages(folder = path.join(import.meta.dirname, '../locales')): Plugin {
  return {
    name: 'silong:languages',
    resolveId: {
      filter: { id: /^virtual:(?:languages$|catalogue\/)/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:(?:languages$|catalogue\/)/ },
      handler(id) {
        const catalogues = readCatalogues(folder);
        for (const { code } of catalogues) this.addWatchFile(path.join(folder, `${code}.po`));
        if (id === `\0${LIST}`) {
          const names = catalogues.map(({ code, name }) => ({ code, name }));
          const loads = catalogues
            .filter(({ code }) => code !== DEFAULT_LANGUAGE)
            .map(({ code }) => `${JSON.stringify(code)}: () => import('${CATALOGUE}${code}')`);
          return `export const languages = ${JSON.stringify(names)};\nexport const catalogues = { ${loads.join(', ')} };`;
        }
        const catalogue = catalogues.find(({ code }) => id === `\0${CATALOGUE}${code}`);
        if (!catalogue) this.error(`There is no catalogue ${id}`);
        const { translations, places } = catalogue;
        const ofBrowser = Object.entries(translations).filter(([message]) =>
          places.get(message)?.some((place) => /^(?:web|shared)\//.test(place)),
        );
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(ofBrowser)))});`;
      },
    },
  };
}
