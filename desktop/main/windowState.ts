import { z } from 'zod';

export const windowPlace = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(1).default(1_280),
  height: z.number().int().min(1).default(820),
  isMaximised: z.boolean().default(false),
});

export type WindowPlace = z.output<typeof windowPlace>;

type Area = Record<'x' | 'y' | 'width' | 'height', number>;

export const MIN_WIDTH = 380;
export const MIN_HEIGHT = 560;
/** Least part of a title bar that must lie on a screen. */
const VISIBLE_PX = 80;

/** Fits a remembered place to the present screens: to the first if its own is missing. Without a position, the system chooses one. */
export function clampToScreens(place: WindowPlace, screens: readonly Area[]): WindowPlace {
  const home = screens.find((screen) => isReachable(place, screen)) ?? screens[0];
  if (!home) return place;
  const width = Math.min(Math.max(place.width, MIN_WIDTH), home.width);
  const height = Math.min(Math.max(place.height, MIN_HEIGHT), home.height);
  if (place.x === undefined || place.y === undefined) return { ...place, width, height };
  return {
    ...place,
    width,
    height,
    x: clamp(place.x, home.x, home.x + home.width - width),
    y: clamp(place.y, home.y, home.y + home.height - height),
  };
}

function isReachable({ x, y, width }: WindowPlace, screen: Area): boolean {
  if (x === undefined || y === undefined) return false;
  const overlap = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return overlap >= VISIBLE_PX && y >= screen.y && y <= screen.y + screen.height - VISIBLE_PX;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
