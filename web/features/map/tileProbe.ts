import { DEFAULT_CENTER } from './mapDefaults.ts';

const PROBE_ZOOM = 11;
const PROBE_TIMEOUT_MS = 5000;

const answers = new Map<string, Promise<boolean>>();

/**
 * Whether tiles can be reached, asked once per address and page. An image is asked for, not data: the same content
 * policy and the same answer as for the tiles themselves, and a login page in place of a tile counts as a failure.
 */
export function canReachTiles(tileUrl: string): Promise<boolean> {
  const known = answers.get(tileUrl);
  if (known) return known;
  const answer = probe(tileUrl);
  answers.set(tileUrl, answer);
  return answer;
}

function probe(tileUrl: string): Promise<boolean> {
  if (tileUrl === '' || !navigator.onLine) return Promise.resolve(false);
  return new Promise((resolve) => {
    const image = new Image();
    const timer = setTimeout(() => settle(false), PROBE_TIMEOUT_MS);
    function settle(isReachable: boolean): void {
      clearTimeout(timer);
      image.onload = null;
      image.onerror = null;
      resolve(isReachable);
    }
    image.onload = () => settle(true);
    image.onerror = () => settle(false);
    image.src = sampleTile(tileUrl);
  });
}

function sampleTile(tileUrl: string): string {
  const tiles = 2 ** PROBE_ZOOM;
  const latitude = (DEFAULT_CENTER.lat * Math.PI) / 180;
  const x = Math.floor(((DEFAULT_CENTER.lng + 180) / 360) * tiles);
  const y = Math.floor(((1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2) * tiles);
  const values: Record<string, string> = { s: 'a', r: '', z: String(PROBE_ZOOM), x: String(x), y: String(y) };
  return tileUrl.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}
