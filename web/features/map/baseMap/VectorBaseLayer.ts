import { type Coords, GridLayer, type GridLayerOptions } from 'leaflet';
import { drawTile } from './drawTile.ts';
import type { Palette } from './palette.ts';

const MAX_PIXEL_RATIO = 2;

/** The bundled base map: tiles drawn on canvas, so that panning and zooming behave as with fetched tiles. */
export class VectorBaseLayer extends GridLayer {
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
