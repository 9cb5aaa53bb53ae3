import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { apiRoutes } from './build/apiRoutes.ts';
import { languages } from './build/languages.ts';
import { ModuleGraph, publicScreens, renderedParts } from './build/messageParts.ts';

const MIN_BYTES_TO_COMPRESS = 1_024;

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses what does not change. */
function precompress(): Plugin {
  return {
    name: 'silong:precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|css|svg|json|wasm)$/.test(file.fileName) || source.length < MIN_BYTES_TO_COMPRESS)
            continue;
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli });
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

/**
 * Two of antd's styles (the lock of the page's scrolling, the measure of a scrollbar) are written without the nonce that
 * `ConfigProvider` is given: where a style comes with none, the page's own is taken.
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

/** What English and Filipino pages are written with. */
const COMMON = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))} áéíóúüñÁÉÍÓÚÜÑ©°²·×–—‘’“”•…`;
/** From regular to extra bold. */
const USED_WEIGHTS = [400, 800] as const;

/** Of the font's files, what stands in nearly every page: the peso sign is among 22 KB of letters that hardly a page has. */
const FIRST_FACES = [
  { subset: 'latin', text: COMMON },
  { subset: 'latin-ext', text: '₱' },
];

/** @returns as CSS names it: 'U+20-7E'. */
function unicodeRange(text: string): string {
  const ranges: [number, number][] = [];
  for (const code of [...new Set(text)].map((letter) => letter.charCodeAt(0)).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

/** The font in the weights that are used, and its commonest letters in files of their own. Of two faces with one character the later counts. */
function firstLetters(): Plugin {
  const folder = path.resolve('dist/build');
  return {
    name: 'silong:first-letters',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable[\\/]plus-jakarta-sans[\\/]index\.css$/ },
      async handler(css, id) {
        mkdirSync(folder, { recursive: true });
        const faces = FIRST_FACES.map(async ({ subset, text }) => {
          const [face, file] =
            new RegExp(
              `@font-face \\{[^{}]*url\\(\\./(files/[\\w-]+-sans-${subset}-wght-normal\\.woff2)\\)[^{}]*\\}`,
            ).exec(css) ?? [];
          if (!face || !file)
            this.error('The font names its files in another way: look for its first letters anew.');
          const font = readFileSync(path.join(path.dirname(id), file));
          const own = path.join(folder, path.basename(file).replace(subset, `${subset}-first`));
          const [min, max] = USED_WEIGHTS;
          writeFileSync(
            own,
            await subsetFont(font, text, {
              targetFormat: 'woff2',
              variationAxes: { wght: { min, max } },
            }),
          );
          return face
            .replace(`./${file}`, path.relative(path.dirname(id), own).replaceAll('\\', '/'))
            .replace(/unicode-range: [^;]*;/, `unicode-range: ${unicodeRange(text)};`);
        });
        return { code: [css, ...(await Promise.all(faces))].join('\n'), map: null };
      },
    },
  };
}

/**
 * The letters of nearly every page are asked for with it, not once its style sheet has come. The framework is run by itself:
 * between it and the rest, what somebody does is answered.
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
 * The style sheet of the whole site without what the public screens do not name: a page that the server renders is drawn with
 * it, and has the whole one before anything in it can change. index.html names both; faces and properties are in the first alone.
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
        const files = [...new ModuleGraph('.').closure([...publicScreens, ...renderedParts])];
        const content = [...files.map((file) => readFileSync(file, 'utf8')), ...moduleClasses(bundle, files)];
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
        // Told again, faces and properties would have the whole page laid out anew.
        whole.source = String(whole.source).replace(/@(?:font-face|property [\w-]+)\{[^{}]*\}/g, '');
        page.source = String(page.source).replace(
          /(<link rel="stylesheet"[^>]* href=")([^"]+)(">)/,
          `$1/${this.getFileName(file)}$3$1$2$3`,
        );
      },
    },
  };
}

/** The classes of CSS modules have names of their own in the build: those in the scripts that hold some files. */
function moduleClasses(bundle: Rolldown.OutputBundle, files: readonly string[]): string[] {
  const wanted = new Set(files.map((file) => path.resolve(file)));
  return Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => wanted.has(path.normalize(id)))
      ? (file.code.match(/\b_\w+_[\w-]{5}_\d+/g) ?? [])
      : [],
  );
}

/** Patterns of paths with '/', which is either slash here. */
const filesLike = (...patterns: string[]) => new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** What pages with listings on them draw: each alone would be a request of its own. */
const LISTING_PARTS = filesLike(
  'features/(?:properties/(?:cards|search)|ownPlaces/(?:localPlaces|index)|map/(?:lazyMaps|pointedItem)|market/index)',
  'web/lib/(?:dates|useSearchText|useTitle)',
  'ui/controls/(?:ButtonLink|Chip|NativeInput|NativeSelect)',
  'ui/(?:display/Picture|layout/(?:Pagination|PrintedFrom|SectionHeading)|states/(?:Skeleton|RefetchNotice))',
  'lucide-react/.*/(?:search|check|clock|arrow-right|messages-square|badge-check|chevron-(?:left|right))\\.',
);

/** What agents are shown with. */
const PEOPLE_PARTS = filesLike(
  'web/lib/(?:contactLinks|logged|pagedList|useDebounced)',
  '@tanstack/.*/(?:infiniteQuery|useInfiniteQuery)',
  'ui/(?:controls/SearchField|display/(?:Avatar|Badge|ProofBadge|Stars)|list/selectOptions|states/ShowMore)',
  'lucide-react/.*/(?:briefcase-business|building|message-square|shield-check|star|languages|user-round)\\.',
);

/** What a listing's page alone begins with, likewise. */
const LISTING_PAGE = filesLike(
  'features/propertyPage/(?:PropertyPage|OverviewTab|TabSection|lazyParts|pageHooks|propertyRows|queries)\\.tsx?$',
  'features/propertyPage/gallery/(?:Gallery|GalleryStage|galleryLogic)\\.(?:tsx?|module\\.css)$',
);

/** The UI for browsers and, as Vite's build for servers, the same once more for `server/features/site/renderer.ts`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    languages(),
    apiRoutes(),
    firstLetters(),
    nonceForStyles(),
    ...(isSsrBuild ? [] : [beginWith(), firstStyles(), precompress()]),
  ],
  build: {
    outDir: isSsrBuild ? '../dist/render' : '../dist/web',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    target: 'es2022',
    // Most parts add a few hundred bytes; on their own each would hold up the page that meets it first.
    cssCodeSplit: false,
    // The list of first-load files is read by the weight benchmark.
    manifest: !isSsrBuild,
    // Browsers that cannot preload modules load them a little later.
    modulePreload: { polyfill: false },
    // The page may load its own files only; an inlined font or picture would need a wider policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // A feature's index.ts names all that others use of it: a page carries only what it uses itself.
        moduleSideEffects: [{ test: /web[\\/](features|forms|lib|ui)[\\/].*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: isSsrBuild
          ? {}
          : {
              groups: [
                // Asked for by every page and changed only with the dependencies: one file, kept long, compressed well.
                {
                  name: 'framework',
                  tags: ['$initial'],
                  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[\w-]+|regexparam)[\\/]/,
                  priority: 20,
                },
                // Whatever every page begins with.
                { name: 'initial', tags: ['$initial'], priority: 15 },
                { name: 'listing-parts', test: LISTING_PARTS, minShareCount: 2, priority: 10 },
                // Before what else people are listed with: whoever changes anything needs it.
                {
                  name: 'mutations',
                  test: filesLike('@tanstack/.*/(?:mutationObserver|useMutation)\\.'),
                  minShareCount: 2,
                  priority: 10,
                },
                { name: 'people', test: PEOPLE_PARTS, minShareCount: 2, priority: 9 },
                // Alone: what it shares with other pages would come with them.
                {
                  name: 'listing-page',
                  test: LISTING_PAGE,
                  priority: 8,
                  includeDependenciesRecursively: false,
                },
                // The list's words are asked for by saved searches too.
                {
                  name: 'list',
                  test: /features[\\/]properties[\\/]list[\\/](listState|listWords|queries)/,
                  priority: 8,
                },
                // On their own each icon costs more in headers and names than in lines.
                { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 6, priority: 5 },
                // The small parts that most screens share; on their own they would be a dozen requests.
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
  // One folder that needs no packages, with React as it runs in production.
  ...(isSsrBuild
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
  // A worker may fetch a part of itself only when it needs it: the HEIC decoder.
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
