/**
 * The source of map tiles for a content security policy: 'https://*.tile.example'. Null without tiles.
 * @param tileUrl with {x}, {y} and {z}, and {s} for one of several hosts; or empty.
 */
export function tileSource(tileUrl: string): string | null {
  if (!URL.canParse(tileUrl)) return null;
  const { protocol, host } = new URL(tileUrl.replace(/\/\/[^/.]*\{s\}[^/.]*\./, '//*.'));
  return `${protocol}//${host}`;
}
