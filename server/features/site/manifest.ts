import type { SystemSettings } from '#shared/contracts/systemSettings.ts';

/** The web app manifest: how the site looks once it stands on a phone's home screen. Its icons are drawn at build. */
export function buildManifest({ siteName, siteDescription }: SystemSettings['application']) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: siteDescription,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [192, 512].map((size) => ({
      src: `/icons/${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}
