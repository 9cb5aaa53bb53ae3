import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { apiRoutes } from './build/apiRoutes.ts';
import { syntaxTargets } from './build/floor.mjs';
import { languages } from './build/languages.ts';
import { ModuleGraph, publicScreens, renderedParts } from './build/messageParts.ts';
import { CANNOT_START_ID } from './shared/pageRendering.ts';

/**
 * antd writes two styles (the lock of the page's scrolling, the measure of a scrollbar) without the nonce of `ConfigProvider`: a style without
 * a nonce gets that of the page.
 */
function nonceForStyles(): Plugin {
  const NONE_GIVEN = 'csp,\n    prepend,';
  return {
    name: 'silong:style-nonce',
    transform: {
      filter: { id: /@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/ },
      handler(code) {
        if (!code.includes(NONE_GIVEN))
          this.error('antd writes its styles in another way: look at the nonce anew.');
        const own = "csp = { nonce: document.querySelector('meta[property=csp-nonce]')?.nonce }";
        return { code: code.replace(NONE_GIVEN, `${own},\n    prepend,`), map: null };
      },
    },
  };
}

/**
 * index.html preloads the commonest letters, which the browser would else request after the style sheet. The framework is a script of its
 * own: the browser answers input between the framework and the other scripts.
 */
function beginWith(): Plugin {
  return {
    name: 'silong:begin-with',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /-latin-first-wght-normal-[^/]*\.woff2$/.test(file));
        if (!font) throw new Error('The build has no font: see web/main.tsx');
        const framework = Object.keys(bundle).find((file) => /\/framework-[^/]*\.js$/.test(file));
        if (!framework) throw new Error('The build has no file of the framework: see its groups of files.');
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          },
          {
            tag: 'script',
            attrs: { type: 'module', crossorigin: true, src: `/${framework}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/**
 * Writes a first style sheet with the rules that the public screens use. A rendered page is drawn with the first sheet and loads the whole
 * sheet before any of its parts can change. index.html names both; font faces and properties stand in the first sheet alone.
 */
function firstStyles(): Plugin {
  return {
    name: 'silong:first-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        const whole = Object.values(bundle).find(({ fileName }) => /\/style-[^/]*\.css$/.test(fileName));
        if (page?.type !== 'asset' || whole?.type !== 'asset')
          this.error('The build has another page or other style sheets: see the first styles.');
        whole.source = withPlainGrounds(String(whole.source));
        const files = [...new ModuleGraph('.').closure([...publicScreens, ...renderedParts])];
        const content = [
          ...files.map((file) => readFileSync(file, 'utf8')),
          ...moduleClasses(bundle, files),
          // Of EARLY_ACTS_SCRIPT, where the scripts of a page cannot start.
          `${CANNOT_START_ID} data-plain btn-outlined`,
        ];
        const [first] = await new PurgeCSS().purge({
          css: [{ raw: String(whole.source) }],
          content: content.map((raw) => ({ raw, extension: 'tsx' })),
          extractors: [
            {
              extensions: ['tsx'],
              extractor: (text) => [...text.matchAll(/[\w-]+/g), ...text.matchAll(/[^\s"'`]+/g)].map(String),
            },
          ],
        });
        const file = this.emitFile({ type: 'asset', name: 'first.css', source: first?.css ?? '' });
        // A second declaration of faces and properties would lay out the whole page again.
        whole.source = String(whole.source).replace(/@(?:font-face|property [\w-]+)\{[^{}]*\}/g, '');
        page.source = String(page.source).replace(
          /(<link rel="stylesheet"[^>]* href=")([^"]+)(">)/,
          `$1/${this.getFileName(file)}$3$1$2$3`,
        );
      },
    },
  };
}

const MIXTURES = /@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{((?:[^{}]+\{[^{}]*\})+)\}/g;
const MIXED_GROUND = /([^{}]+)\{(background(?:-color)?):color-mix\(in \w+, ?(\S+) ([\d.]+)%, ?([^;{}]+)\)\}/g;

/**
 * Browsers that mix no colors (Chrome 110, Safari 16.0 and 16.1) get the larger part of a ground: from Tailwind it is the first
 * one, so that a hint of the text's color would hide the text.
 */
function withPlainGrounds(styles: string): string {
  const plain = (rules: string) =>
    [...rules.matchAll(MIXED_GROUND)]
      .map(([, selector, property, one, share, other]) => {
        const larger = Number(share) < 50 ? other : one;
        return `${selector}{${property}:${larger}}`;
      })
      .join('');
  return styles.replace(MIXTURES, (whole, rules: string) => plain(rules) + whole);
}

/** The generated class names of CSS modules in the scripts that contain the files. */
function moduleClasses(bundle: Rolldown.OutputBundle, files: readonly string[]): string[] {
  const wanted = new Set(files.map((file) => path.resolve(file)));
  return Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => wanted.has(path.normalize(id)))
      ? (file.code.match(/\b_\w+_[\w-]{5}_\d+/g) ?? [])
      : [],
  );
}

/** A pattern of paths; '/' stands for either slash. */
const filesLike = (...patterns: string[]) => new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** Parts of every page with listings: separate files would be a request each. */
const LISTING_PARTS = filesLike(
  'features/(?:properties/(?:cards|search)|ownPlaces/(?:localPlaces|index)|map/(?:lazyMaps|pointedItem)|market/index)',
  'web/lib/(?:dates|failureSentence|useSearchText|useTitle)',
  'ui/controls/(?:Button|Chip|Field)',
  'ui/(?:display/Picture|layout/(?:Pagination|PrintedFrom|SectionHeading)|states/(?:Skeleton|RefetchNotice))',
  'lucide-react/.*/(?:search|check|clock|arrow-right|messages-square|badge-check|chevron-(?:left|right))\\.',
);

/** Parts of every page with agents. */
const PEOPLE_PARTS = filesLike(
  'web/lib/(?:contactLinks|logged|pagedList)',
  '@tanstack/.*/(?:infiniteQuery|useInfiniteQuery)',
  'ui/(?:controls/SearchField|display/(?:Avatar|Badge|Stars)|list/selectOptions|states/ShowMore)',
  'lucide-react/.*/(?:briefcase-business|building|message-square|shield-check|star|languages|user-round)\\.',
);

/** Parts that only the page of a listing begins with. */
const LISTING_PAGE = filesLike(
  'features/propertyPage/(?:PropertyPage|SectionTabs|lazyParts|pageHooks|propertyRows|queries)\\.tsx?$',
  'features/propertyPage/gallery/(?:Gallery|GalleryStage|galleryLogic)\\.(?:tsx?|module\\.css)$',
);

/** The UI for browsers and, as Vite's build for servers, the same UI for `server/features/site/renderer.ts`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    languages(),
    apiRoutes(),
    nonceForStyles(),
    ...(isSsrBuild ? [] : [beginWith(), firstStyles()]),
  ],
  build: {
    outDir: isSsrBuild ? '../dist/render' : '../dist/web',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // Of the scripts' syntax and of the styles.
    target: isSsrBuild ? 'es2022' : syntaxTargets,
    // Most parts add a few hundred bytes: a sheet for each would delay the first page that needs it.
    cssCodeSplit: false,
    // build/serviceWorker.mjs reads the manifest.
    manifest: !isSsrBuild,
    // Browsers without module preload load modules a little later.
    modulePreload: { polyfill: false },
    // The page's policy allows files of its own origin only, no inlined font or picture.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // A feature's index.ts exports the parts for every other feature: a page contains only the exports that it uses.
        moduleSideEffects: [{ test: /web[\\/](features|forms|lib|ui)[\\/].*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: isSsrBuild
          ? {}
          : {
              groups: [
                // Every page loads the framework, and only an update of dependencies changes it: one file, cached for long.
                {
                  name: 'framework',
                  tags: ['$initial'],
                  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[\w-]+|regexparam)[\\/]/,
                  priority: 20,
                },
                // The modules that every page begins with.
                { name: 'initial', tags: ['$initial'], priority: 15 },
                { name: 'listing-parts', test: LISTING_PARTS, minShareCount: 2, priority: 10 },
                // Before 'people': every screen that changes data needs mutations.
                {
                  name: 'mutations',
                  test: filesLike('@tanstack/.*/(?:mutationObserver|useMutation)\\.'),
                  minShareCount: 2,
                  priority: 10,
                },
                { name: 'people', test: PEOPLE_PARTS, minShareCount: 2, priority: 9 },
                // Without shared modules: other pages would load the group for them.
                {
                  name: 'listing-page',
                  test: LISTING_PAGE,
                  priority: 8,
                  includeDependenciesRecursively: false,
                },
                // Saved searches load the words of the list, too.
                {
                  name: 'list',
                  test: /features[\\/]properties[\\/]list[\\/](listState|listWords|queries)/,
                  priority: 8,
                },
                // The headers of a file for one icon weigh more than the icon.
                { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 6, priority: 5 },
                // Small parts of most screens; separate files would be a dozen requests.
                {
                  name: 'parts',
                  test: /web[\\/](lib[\\/](?!admin|pictures)|ui[\\/](controls|dialogs|states|layout|display)[\\/])/,
                  minShareCount: 6,
                  priority: 3,
                },
              ],
            },
      },
    },
  },
  // dist/render contains its packages, with React in production mode.
  ...(isSsrBuild
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
  // ES workers can import a part on demand: the HEIC decoder.
  worker: { format: 'es' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/socket.io'].map((path) => [
        path,
        { target: 'http://localhost:3000', ws: path === '/socket.io' },
      ]),
    ),
  },
}));
