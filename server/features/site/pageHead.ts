import { hashOfAddress, PREVIEW, previewSize } from '#server/media/store.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';
import type { Page } from './pages.ts';

interface HeadSite {
  name: string;
  description: string;
  /** Without a slash at the end. */
  url: string;
}

/** The tags of a page's head: title, description, Open Graph and what search engines may do with it. */
export function renderHead(page: Page, site: HeadSite): string {
  const title = page.title ? `${page.title} | ${site.name}` : site.name;
  const description = page.description ?? site.description;
  const { path, canonicalPath = path } = page;
  const address = path === null ? null : site.url + path;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(address
      ? [
          `<link rel="canonical" href="${escapeHtml(site.url + canonicalPath)}" />`,
          meta('property', 'og:url', address),
        ]
      : [meta('name', 'robots', 'noindex')]),
    '<link rel="manifest" href="/manifest.webmanifest" />',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />',
    meta('name', 'mobile-web-app-capable', 'yes'),
    // Safari's own name for it, and for what stands below the icon.
    meta('name', 'apple-mobile-web-app-capable', 'yes'),
    meta('name', 'apple-mobile-web-app-title', site.name),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', page.title ?? site.name),
    meta('property', 'og:description', description),
    meta('property', 'og:locale', 'en_PH'),
    ...(page.price === null
      ? []
      : [
          meta('property', 'product:price:amount', String(page.price)),
          meta('property', 'product:price:currency', 'PHP'),
        ]),
    ...imageTags(page, site.url),
  ].join('\n    ');
}

/** A stored picture is offered in the size that messengers cut to; of any other nothing is known but its address. */
function imageTags({ image, isPortrait, title }: Page, siteUrl: string): string[] {
  const card = meta('name', 'twitter:card', image && !isPortrait ? 'summary_large_image' : 'summary');
  if (!image) return [card];
  const isCut = !isPortrait && hashOfAddress(image) !== null;
  return [
    meta('property', 'og:image', new URL(isCut ? `${image}?w=${PREVIEW}` : image, `${siteUrl}/`).href),
    ...(isCut
      ? [
          meta('property', 'og:image:type', 'image/jpeg'),
          meta('property', 'og:image:width', String(previewSize.width)),
          meta('property', 'og:image:height', String(previewSize.height)),
        ]
      : []),
    ...(title ? [meta('property', 'og:image:alt', title)] : []),
    card,
  ];
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}
