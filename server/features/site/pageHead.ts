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
  const address = page.path === null ? null : site.url + page.path;
  const image = page.image && new URL(page.image, `${site.url}/`).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(address
      ? [`<link rel="canonical" href="${escapeHtml(address)}" />`, meta('property', 'og:url', address)]
      : [meta('name', 'robots', 'noindex')]),
    '<link rel="manifest" href="/manifest.webmanifest" />',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />',
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', page.title ?? site.name),
    meta('property', 'og:description', description),
    ...(image
      ? [meta('property', 'og:image', image), meta('name', 'twitter:card', 'summary_large_image')]
      : []),
  ].join('\n    ');
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}
