import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import { isClosedForMaintenance } from '#server/context.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RequestState } from '#server/http/request.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { languageCodes, languageOfVisitor, redirectToOwnLanguage, translator } from '#server/languages.ts';
import { previewSize } from '#server/media/store.ts';
import { DEFAULT_LANGUAGE, isPublicPage, localizedPath, splitLanguage } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';
import {
  CANNOT_START_ID,
  EARLY_ACTS_SCRIPT,
  LATE,
  PAGE_STATE_ID,
  type RenderedPage,
  VERSION_META,
} from '#shared/pageRendering.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { keepAssets } from './formerAssets.ts';
import { linkPictureAddress } from './linkPicture.ts';
import { createPages, nothing, type Page } from './pages.ts';
import { openRenderer } from './renderer.ts';
import { writeStructuredData } from './structuredData.ts';
import { usualAddress } from './usualAddress.ts';

/** Stands in index.html for the language of each page. */
const LANGUAGE = '<html lang="en">';
/** Stands there for the head of each page. */
const TITLE = '<title>Silong</title>';
/** Stands there for the nonce that antd's styles carry, see `AntdProvider`. */
const STYLE_NONCE = '{style-nonce}';
/** Placeholder of the rendered page. */
const ROOT = '<div id="root"></div>';
/** The whole style sheet, after the inlined first styles of a rendered page. */
const STYLES = /<link rel="stylesheet"([^>]* href="[^"]*\/style-[^"]+")>/;
/** With these the page begins. */
const SCRIPTS = /<script type="module"[^>]*><\/script>/g;
/** Stands there for browsers that run no scripts. */
const NO_SCRIPTS = /<noscript>.*?<\/noscript>/s;
/** All placeholders, filled in one pass: inserted user text is not scanned again. */
const PLACES = new RegExp(`${LANGUAGE}|${TITLE}|${STYLE_NONCE}|${NO_SCRIPTS.source}`, 'gs');
/** The bare page, rendered by the browser: the service worker caches it for all addresses. */
const BARE_PAGE = '/index.html';
/** Set by browsers with a signed-in user, whose pages are rendered by the browser, except those of listings. */
const SIGNED_IN = /(?:^|; )silong_signed_in=1(?:;|$)/;
/** Opened from messages and mails, mostly on phones: the first picture comes with the page for everybody. */
const LISTING_PAGE = /^\/properties\/[1-9]\d{0,8}$/;
/** The one script in a page, named in its policy. */
const EARLY_ACTS_SOURCE = `'sha256-${createHash('sha256').update(EARLY_ACTS_SCRIPT).digest('base64')}'`;
const SERVICE_WORKER = '/service-worker.js';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

/** The built UI. The page names all that it begins with by the hashes of their content. */
export interface BuiltPages {
  folder: string;
  page: string;
  version: string;
}

export async function readBuiltPages(folder: string): Promise<BuiltPages> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  return { folder, page, version: createHash('sha256').update(page).digest('hex').slice(0, 16) };
}

/** Hashed files under assets/ are cached for ever, every other path is the page with a head. */
export function webFiles(context: ServerContext, routes: ApiRoutes, { folder, page, version }: BuiltPages) {
  const formerFolders = keepAssets(context, folder, version);
  const describe = createPages(context);
  const renderPage = openRenderer(context, routes, folder);
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const isAsset = ctx.path.startsWith('/assets/');
    ctx.state.isStaticFile = isAsset;
    if (isAsset || (/\.[a-z0-9]+$/i.test(ctx.path) && ctx.path !== BARE_PAGE)) {
      const options = {
        brotli: true,
        gzip: true,
        maxage: isAsset ? ONE_YEAR_MS : 0,
        immutable: isAsset,
      };
      const roots = [folder, ...(isAsset ? formerFolders() : [])];
      for (const root of roots) if (await send(ctx, ctx.path, { ...options, root }).catch(() => undefined)) break;
      // A service worker cached for a day would keep everything else with it.
      if (ctx.path === SERVICE_WORKER) ctx.set('Cache-Control', 'no-cache');
      return;
    }
    const usual = usualAddress(ctx.path, ctx.search);
    if (usual !== null) {
      ctx.status = 301;
      ctx.set('Cache-Control', 'no-cache');
      ctx.redirect(usual);
      return;
    }
    if (redirectToOwnLanguage(ctx)) return;
    const { siteName, siteDescription } = context.systemSettings.current().application;
    const about = await describe(ctx.path, ctx.search).catch((error: unknown) => {
      // The page itself shows that the database is away.
      context.log.warn({ err: error }, 'a page could not be described');
      return nothing;
    });
    const head = renderHead(about, {
      name: siteName,
      description: siteDescription,
      url: context.env.publicUrl,
    });
    const nonce = randomBytes(16).toString('base64');
    ctx.state.styleSource = `'nonce-${nonce}'`;
    ctx.state.scriptSource = EARLY_ACTS_SOURCE;
    ctx.status = about.status;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('cookie');
    const { path: pagePath } = splitLanguage(ctx.path, languageCodes);
    const isMember = SIGNED_IN.test(ctx.get('cookie'));
    // A listing that the public does not see may be its agent's own.
    const isDrawnForMembers = LISTING_PAGE.test(pagePath) && about.status === 200;
    const isDrawnByBrowser =
      !isPublicPage(pagePath) || (isMember && !isDrawnForMembers) || isClosedForMaintenance(context);
    const fillings: Record<string, string> = {
      [LANGUAGE]: `<html lang="${about.language}">`,
      [TITLE]: `<script id="early">${EARLY_ACTS_SCRIPT}</script>\n    ${head}\n    ${meta('name', VERSION_META, version)}`,
      [STYLE_NONCE]: nonce,
    };
    const unstarted = sayCannotStart(isPublicPage(pagePath) ? about.language : languageOfVisitor(ctx), siteName);
    const fill = (template: string) =>
      template.replace(
        PLACES,
        (place) => fillings[place] ?? `<noscript>${sayWithoutScripts(about)}</noscript>${unstarted}`,
      );
    if (isDrawnByBrowser) {
      ctx.body = fill(page);
      return;
    }
    const reader = { user: null, address: ctx.ip };
    const [top = '', bottom = ''] = page.split(ROOT);
    const rendering = renderPage(ctx.path + ctx.search, about.language, isMember).then((kept) =>
      // A reader above the contact limit gets a page rendered by the browser, with the API's hidden contacts.
      kept && !context.contacts.check(reader, kept.contactIds)
        ? rootOf(kept, nonce, isMember) + bottom.replace(NO_SCRIPTS, () => unstarted)
        : [STYLES.exec(top)?.[0], ROOT, ...(top.match(SCRIPTS) ?? []), fill(bottom)].join(''),
    );
    ctx.compress = COMPRESSION;
    const start = fill(withLateParts(top));
    const rest = await Promise.race([rendering, soon()]);
    if (rest !== undefined) {
      ctx.body = start + rest;
      return;
    }
    // The head goes first, so that styles and fonts load meanwhile.
    ctx.body = Readable.from([start, rendering], { objectMode: false });
  };
}

/** Smallest for slow lines; every piece is flushed as it is written. */
const COMPRESSION = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 }, flush: constants.BROTLI_OPERATION_FLUSH },
  gzip: { flush: constants.Z_SYNC_FLUSH },
  zstd: false,
};

/** Available data is rendered by then. */
const soon = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

/** The content comes first: EARLY_ACTS_SCRIPT starts these after it. */
const withLateParts = (page: string) =>
  page
    .replace(STYLES, `<link rel="${LATE}" as="style"$1>`)
    .replaceAll('<script type="module"', `<script type="${LATE}"`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE}"`);

/** The words of pages that do not exist, for readers without scripts. */
const failures = {
  404: {
    heading: msg('Page not found'),
    text: msg('There is no page at this address. It may be misspelled, or the page was removed.'),
  },
  410: {
    heading: msg('This listing is gone'),
    text: msg('It was sold, rented out or taken down. Other homes are still here.'),
  },
};

/** The page of an address that needs an account contains only public facts; one that does not exist leads on. */
function sayWithoutScripts({ status, title, description, path, language }: Page): string {
  const t = translator(language);
  const say = (tag: string, text: string) => `<${tag}>${escapeHtml(text)}</${tag}>`;
  const link = (to: string, text: string) =>
    `<p><a href="${localizedPath(language, to)}">${escapeHtml(text)}</a></p>`;
  const all = link('/properties', t('See all properties'));
  if (status !== 200) {
    const { heading, text } = failures[status];
    const words = [say('h1', t(heading)), say('p', t(text)), searchForm(language), all];
    return ['<main>', ...words, link('/locations', t('Locations')), link('/help', t('Help')), '</main>'].join('');
  }
  if (title === null || path === null)
    return say('p', t('This site needs JavaScript. Please switch it on in your browser and reload the page.'));
  const needed = t('Log in to see the whole page. For that, your browser has to run JavaScript.');
  return ['<main>', say('h1', title), say('p', description ?? ''), say('p', needed), all, '</main>'].join('');
}

/** The words of a page whose scripts are lost, or too new for the browser: EARLY_ACTS_SCRIPT shows one of the two sentences. */
function sayCannotStart(language: string, siteName: string): string {
  const t = translator(language);
  const lost = t('Parts of this page could not be loaded. Links and the search still work.');
  const old = t(
    'Your browser is too old for {siteName}. Links and the search still work; for all else, please update it or use another one.',
    { siteName },
  );
  const link = (to: string, text: string) => `<a href="${localizedPath(language, to)}">${escapeHtml(text)}</a>`;
  return [
    `<template id="${CANNOT_START_ID}"><div class="${CANNOT_START_ID}">`,
    `<div role="alert"><p data-lost>${escapeHtml(lost)}</p><p data-old>${escapeHtml(old)}</p></div>`,
    `<button type="button" class="btn btn-medium btn-outlined">${escapeHtml(t('Reload'))}</button>`,
    searchForm(language),
    `<nav>${link('/', siteName)} ${link('/properties', t('See all properties'))}</nav></div></template>`,
  ].join('');
}

function searchForm(language: string): string {
  const t = translator(language);
  return [
    `<form action="${localizedPath(language, '/properties')}"><label>${escapeHtml(t('Search properties'))} `,
    `<input type="search" name="search" /></label> <button>${escapeHtml(t('Search'))}</button></form>`,
  ].join('');
}

/**
 * Parts that ask to log in are not for members; they keep their room. Until the page becomes their own, a line at its top says
 * that it is loading.
 */
const MEMBER_STYLE = [
  '[data-guest]{visibility:hidden}',
  'body:has(>#root[inert]){cursor:progress}',
  '#root[inert]::before{content:"";position:fixed;z-index:1100;inset:0 0 auto;height:3px;',
  'background:var(--s-primary);transform:scaleX(0);transform-origin:left;animation:var(--animate-advance)}',
].join('');

function rootOf({ html, styles, state }: RenderedPage, nonce: string, isMember: boolean): string {
  const rules = styles + (isMember ? MEMBER_STYLE : '');
  return [
    rules && `<style nonce="${nonce}">${rules}</style>`,
    `<div id="root"${isMember ? ' inert' : ''}>${html}</div>`,
    `<script type="application/json" id="${PAGE_STATE_ID}" data-reader="${isMember ? 'member' : 'guest'}">${state}</script>`,
  ].join('');
}

interface HeadSite {
  name: string;
  description: string;
  /** Without a slash at the end. */
  url: string;
}

/** The tags of a page's head: title, description, Open Graph and robots. */
export function renderHead(page: Page, site: HeadSite): string {
  const title = page.title ? `${page.title} | ${site.name}` : site.name;
  const description = page.description ?? site.description;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...addressTags(page, site.url),
    `<link rel="manifest" href="/manifest.webmanifest${page.language === DEFAULT_LANGUAGE ? '' : `?language=${page.language}`}" />`,
    '<link rel="apple-touch-icon" sizes="180x180" href="/icons/apple-touch-icon.png" />',
    meta('name', 'mobile-web-app-capable', 'yes'),
    // Safari's name for it, and for the title below the icon.
    meta('name', 'apple-mobile-web-app-capable', 'yes'),
    meta('name', 'apple-mobile-web-app-title', site.name),
    meta('name', 'apple-mobile-web-app-status-bar-style', 'default'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', page.title ?? site.name),
    meta('property', 'og:description', description),
    ...localeTags(page.language),
    ...(page.price === null
      ? []
      : [
          meta('property', 'product:price:amount', String(page.price)),
          meta('property', 'product:price:currency', 'PHP'),
        ]),
    ...imageTags(page, site),
    ...(page.data.length > 0 ? [writeStructuredData(page.data)] : []),
  ].join('\n    ');
}

/** The addresses of the page in each language, its own among them; the default language's is also `x-default`. */
function addressTags({ path, canonicalPath, isSharedAsItself, language }: Page, siteUrl: string): string[] {
  if (path === null) return [meta('name', 'robots', 'noindex')];
  const canonical = canonicalPath ?? path;
  const locate = (code: string, to: string) => siteUrl + localizedPath(code, to);
  const link = (rel: string, address: string, code = '') =>
    `<link rel="${rel}"${code && ` hreflang="${code}"`} href="${escapeHtml(address)}" />`;
  return [
    link('canonical', locate(language, canonical)),
    ...languageCodes.map((code) => link('alternate', locate(code, canonical), code)),
    link('alternate', locate(DEFAULT_LANGUAGE, canonical), 'x-default'),
    meta('property', 'og:url', locate(language, isSharedAsItself ? path : canonical)),
  ];
}

const localeTags = (language: string): string[] => [
  meta('property', 'og:locale', `${language}_PH`),
  ...languageCodes
    .filter((code) => code !== language)
    .map((code) => meta('property', 'og:locale:alternate', `${code}_PH`)),
];

/** The picture is made to be shown beside a link. */
function imageTags({ picture, path, title }: Page, { name, url }: HeadSite): string[] {
  if (!picture || path === null) return [meta('name', 'twitter:card', 'summary')];
  return [
    meta('property', 'og:image', url + linkPictureAddress(path, picture)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(previewSize.width)),
    meta('property', 'og:image:height', String(previewSize.height)),
    meta('property', 'og:image:alt', title ?? name),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
