import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { syntaxTargets } from './floor.mjs';

const FOLDER = 'dist/web';
/** The screens that work offline: home, the list and the pages of listings. */
const SCREENS = [
  'index.html',
  'features/home/HomeScreen.tsx',
  'features/home/LaterSections.tsx',
  'features/properties/PropertyListScreen.tsx',
  'features/properties/list/Filters.tsx',
  'features/propertyPage/PropertyPageScreen.tsx',
  'features/propertyPage/LaterParts.tsx',
  'features/propertyPage/PropertyTabs.tsx',
  'features/propertyPage/gallery/GalleryFullscreen.tsx',
  'features/offline/PageNotices.tsx',
  'features/offline/pageWorker.ts',
];

/** The parts of an agent's Desk, which stays open while the site is brought up to date. */
const DESK_SCREENS = [
  'app/desk/DeskLayout.tsx',
  'app/header/AccountControls.tsx',
  'features/desk/calendar/DeskCalendar.tsx',
  'features/insights/InsightsScreen.tsx',
  'features/notifications/NotificationPanel.tsx',
  'features/offices/OfficeScreen.tsx',
  'features/properties/own/OwnRows.tsx',
  'features/search/CommandPalette.tsx',
  'features/search/ShortcutList.tsx',
  'features/search/destinations.tsx',
  'lib/keepFocus.ts',
  'lib/socketClient.ts',
];

/** @returns the files of the screens and of their imports, by Vite's manifest. */
function filesOf(manifest, names) {
  const files = new Set();
  const seen = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}: see build/serviceWorker.mjs`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  // The worker caches drawings and rare letters on their first use.
  const isLeftOut = (file) => /\.(?:html|svg)$|-(?:cyrillic|vietnamese)[-\w]*\.woff2$/.test(file);
  return [...files].filter((file) => !isLeftOut(file)).sort();
}

/** Builds the worker that caches pages for reading offline and shows pushes: the same name in every build. */
export async function buildServiceWorker() {
  const manifest = JSON.parse(await readFile(`${FOLDER}/.vite/manifest.json`, 'utf8'));
  const files = filesOf(manifest, SCREENS);
  const deskFiles = filesOf(manifest, DESK_SCREENS).filter((file) => !files.includes(file));
  const page = await readFile(`${FOLDER}/index.html`);
  const version = createHash('sha256').update(JSON.stringify(manifest)).update(page).digest('hex').slice(0, 16);
  const { outputFiles } = await build({
    entryPoints: ['web/features/offline/serviceWorker.ts'],
    bundle: true,
    format: 'iife',
    target: syntaxTargets,
    minify: true,
    write: false,
    define: { PROGRAM: JSON.stringify({ version, files, deskFiles }) },
    logLevel: 'warning',
  });
  await writeFile(path.join(FOLDER, 'service-worker.js'), outputFiles[0].contents);
}
