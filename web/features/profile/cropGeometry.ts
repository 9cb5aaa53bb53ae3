/** Sizes and places of a picture are in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What of the picture is shown: how far in, and the middle, as shares of width and height. */
export interface Crop {
  /** 1 fills the square with the shorter side. */
  zoom: number;
  x: number;
  y: number;
}

export interface Square {
  left: number;
  top: number;
  side: number;
}

export const MAX_ZOOM = 4;
export const wholePicture: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The square a crop cuts out; it never reaches beyond the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / clamp(zoom, 1, MAX_ZOOM);
  return {
    side,
    left: clamp(x * width - side / 2, 0, width - side),
    top: clamp(y * height - side / 2, 0, height - side),
  };
}

/** Moves the picture under the frame by shares of the frame's side, as far as it goes. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return settle(size, {
    zoom: crop.zoom,
    x: (left + side / 2 - dx * side) / size.width,
    y: (top + side / 2 - dy * side) / size.height,
  });
}

export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  return settle(size, { ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) });
}

/** The middle is kept where it is shown, so that dragging back from an edge answers at once. */
function settle(size: Size, crop: Crop): Crop {
  const { left, top, side } = cropSquare(size, crop);
  return { zoom: crop.zoom, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
