import { languageCodes } from '#server/languages.ts';
import { previewSize } from '#server/media/store.ts';
import { DEFAULT_LANGUAGE, localizedPath } from '#shared/languages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { linkPictureAddress } from './linkPicture.ts';
import type { Page } from './pages.ts';
import { writeStructuredData } from './structuredData.ts';

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
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />',
    meta('name', 'mobile-web-app-capable', 'yes'),
    // Safari's name for it, and for the title below the icon.
    meta('name', 'apple-mobile-web-app-capable', 'yes'),
    meta('name', 'apple-mobile-web-app-title', site.name),
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
    ...imageTags(page, site.url),
    ...(page.data.length > 0 ? [writeStructuredData(page.data)] : []),
  ].join('\n    ');
}

/** The addresses of the page in each language, its own among them; the default language's is also `x-default`. */
function addressTags({ path, canonicalPath, language }: Page, siteUrl: string): string[] {
  if (path === null) return [meta('name', 'robots', 'noindex')];
  const canonical = canonicalPath ?? path;
  const locate = (code: string, to: string) => siteUrl + localizedPath(code, to);
  const link = (rel: string, address: string, code = '') =>
    `<link rel="${rel}"${code && ` hreflang="${code}"`} href="${escapeHtml(address)}" />`;
  return [
    link('canonical', locate(language, canonical)),
    ...languageCodes.map((code) => link('alternate', locate(code, canonical), code)),
    link('alternate', locate(DEFAULT_LANGUAGE, canonical), 'x-default'),
    meta('property', 'og:url', locate(language, path)),
  ];
}

const localeTags = (language: string): string[] => [
  meta('property', 'og:locale', `${language}_PH`),
  ...languageCodes
    .filter((code) => code !== language)
    .map((code) => meta('property', 'og:locale:alternate', `${code}_PH`)),
];

/** The picture is made to be shown beside a link. */
function imageTags({ picture, path, title }: Page, siteUrl: string): string[] {
  if (!picture || path === null) return [meta('name', 'twitter:card', 'summary')];
  return [
    meta('property', 'og:image', siteUrl + linkPictureAddress(path, picture)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(previewSize.width)),
    meta('property', 'og:image:height', String(previewSize.height)),
    ...(title ? [meta('property', 'og:image:alt', title)] : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}
