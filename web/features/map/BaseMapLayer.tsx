import { useQuery } from '@tanstack/react-query';
import { type Coords, GridLayer, type GridLayerOptions } from 'leaflet';
import { useEffect } from 'react';
import { TileLayer, useMap } from 'react-leaflet';
import { t } from '#web/lib/i18n.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { drawTile } from './baseMap/drawTile.ts';
import { darkPalette, lightPalette, type Palette } from './baseMap/palette.ts';
import { DEFAULT_CENTER, MAX_ZOOM } from './mapBasics.ts';

const PROBE_ZOOM = 11;
const PROBE_TIMEOUT_MS = 5000;

/** Loads an image, not data: the content policy of tiles applies, and a login page in place of a tile is a failure. */
function probe(tileUrl: string): Promise<boolean> {
  if (tileUrl === '' || !navigator.onLine) return Promise.resolve(false);
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = sampleTile(tileUrl);
    setTimeout(resolve, PROBE_TIMEOUT_MS, false);
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

const OSM_LINK =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>';
const attribution = () => t('© {map} contributors', { map: OSM_LINK });
const LEAFLET_CREDIT = '<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>';

/** The bundled map; fetched tiles above it once one has loaded. @param tileUrl with {z}, {x} and {y}, or empty */
export function BaseMapLayer({ tileUrl }: { tileUrl: string }) {
  const map = useMap();
  const isDark = useMediaQuery('dark');
  const { data: isReachable } = useQuery({
    queryKey: ['tiles', tileUrl],
    queryFn: () => probe(tileUrl),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

  useEffect(() => {
    map.attributionControl?.setPrefix(LEAFLET_CREDIT);
  }, [map]);

  useEffect(() => {
    const layer = new VectorBaseLayer(isDark ? darkPalette : lightPalette, {
      attribution: attribution(),
      maxZoom: MAX_ZOOM,
      zIndex: 1,
      keepBuffer: 4,
    });
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, isDark]);

  if (!isReachable) return null;
  // A tile that fails later stays transparent, and the bundled map shows through.
  return (
    <TileLayer url={tileUrl} attribution={attribution()} maxZoom={MAX_ZOOM} zIndex={2} className="fetched-tiles" />
  );
}

const MAX_PIXEL_RATIO = 2;

/** The bundled base map: tiles drawn on canvas, so that panning and zooming behave as with fetched tiles. */
class VectorBaseLayer extends GridLayer {
  readonly #palette: Palette;

  constructor(palette: Palette, options: GridLayerOptions) {
    super(options);
    this.#palette = palette;
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    const size = this.getTileSize().x;
    const ratio = Math.min(MAX_PIXEL_RATIO, Math.max(1, window.devicePixelRatio));
    canvas.width = size * ratio;
    canvas.height = size * ratio;
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(ratio, ratio);
      drawTile(context, { x: coords.x, y: coords.y, zoom: coords.z, size }, this.#palette);
    }
    return canvas;
  }
}
