import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { drawBalcony } from './balcony.ts';
import { drawBath, drawLaundry } from './bath.ts';
import { drawBedroom, drawBedspace, drawLiving, drawStudio } from './homeRooms.ts';
import { drawKitchen } from './kitchen.ts';
import { drawOffice, drawShop } from './workRooms.ts';

const drawers: Record<RoomRecipe['kind'], (rng: Rng, recipe: RoomRecipe) => string> = {
  living: drawLiving,
  studio: drawStudio,
  kitchen: drawKitchen,
  bedroom: drawBedroom,
  bedspace: drawBedspace,
  bath: drawBath,
  balcony: drawBalcony,
  laundry: drawLaundry,
  office: drawOffice,
  shop: drawShop,
};

/** A room as SVG text, 1280 by 853, not yet mirrored; the same recipe and numbers always give the same text. */
export const drawRoom = (rng: Rng, recipe: RoomRecipe): string => drawers[recipe.kind](rng, recipe);
